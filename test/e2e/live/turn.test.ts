/** @module-tag long */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSite, type TestSite } from '../../conformance/start-site.ts'
import { endAll } from '../../stand/end-all.ts'
import { chromiumPath, launchBrowser } from '../../stand/browser.ts'
import { StrictFirewall } from '../../stand/strict-firewall.ts'
import { TurnServer, turnSecret } from '../../stand/turn-server.ts'
import { WallPage } from '../../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../../stand/wall-stand.ts'

declare global {
  interface Window {
    connections: RTCPeerConnection[]
  }
}

// The local site's media server opens no TCP port for media, so that TURN is the one way left.
describe('a wall whose firewall lets no UDP out', () => {
  const firewall = new StrictFirewall()
  let whyNot: string | undefined
  let turn: TurnServer
  let site: TestSite
  let host: TestHost
  let browser: Browser

  beforeAll(async () => {
    whyNot = (await StrictFirewall.whyNot()) ?? (await TurnServer.whyNot())
    if (whyNot !== undefined) return
    await firewall.raise()
    turn = await TurnServer.start()
    site = await startSite({
      footageDir,
      cameras: 9,
      flags: ['--turn', turn.url],
      env: { TESSERA_TURN_SECRET: turnSecret },
    })
    host = await startHost({ site, flags: ['--layout', '9'] })
    browser = await launchBrowser(await firewall.around(chromiumPath()))
  })
  beforeEach((context) => {
    if (whyNot !== undefined) context.skip(whyNot)
  })
  afterAll(() => endAll(browser, host, site, turn, firewall))

  it('shows nine cameras live through the TURN server that the join answer names', async () => {
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
    await context.addInitScript(() => {
      window.connections = []
      window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration)
          window.connections.push(this)
        }
      }
    })
    const wall = new WallPage(await context.newPage())
    await wall.open(host.url)
    await wall.until('LIVE', 9)
    await wall.untilCameras([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await selectedCandidateTypes(wall)).toEqual(Array(9).fill('relay'))
    expect(turn.allocations).toBeGreaterThanOrEqual(9)
    expect(await firewall.droppedPackets()).toBeGreaterThan(0)
    expect(await namedServers(wall)).toEqual([turn.url])
  })
})

/** Kind of the local candidate that each connected peer connection sends over. */
function selectedCandidateTypes(wall: WallPage): Promise<unknown[]> {
  return wall.page.evaluate(async () => {
    const types: unknown[] = []
    for (const connection of window.connections) {
      if (connection.connectionState !== 'connected') continue
      const report = new Map<string, Record<string, unknown>>(await connection.getStats())
      const transport = [...report.values()].find(({ type }) => type === 'transport')
      const pair = report.get(String(transport?.['selectedCandidatePairId']))
      types.push(report.get(String(pair?.['localCandidateId']))?.['candidateType'])
    }
    return types
  })
}

/** Every address of a STUN or TURN server that a peer connection was given. */
function namedServers(wall: WallPage): Promise<string[]> {
  return wall.page.evaluate(() => [
    ...new Set(
      window.connections
        .flatMap((connection) => connection.getConfiguration().iceServers ?? [])
        .flatMap(({ urls }) => urls),
    ),
  ])
}
