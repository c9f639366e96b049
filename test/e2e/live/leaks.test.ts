/** @module-tag long */
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineObjectCount, objectCount } from '../../stand/object-count.ts'
import { LiveStand, narrowClip, wideClip } from './harness/live-stand.ts'
import { untilState } from './harness/wait.ts'

const switches = 1_000
const cameraIds = Array.from({ length: 10 }, (_, at) => `camera-${at + 1}`)
const stand = new LiveStand()
let page: Page
let cdp: CDPSession

beforeAll(async () => {
  await stand.start(cameraIds.map((cameraId, at) => ({ cameraId, source: at % 2 ? narrowClip : wideClip })))
  // Few may stand by, so that most switches are cold: they are what could leave something behind.
  const { liveDefaults } = await import('#renderer/live/defaults.ts')
  page = await stand.open({
    tiles: 2,
    defaults: {
      standby: { ...liveDefaults.standby, maxStandby: 2, maxRecent: 1, maxHot: 0 },
      // No reuse: a Room that is not collected shows at once.
      link: { ...liveDefaults.link, pooledRooms: 0 },
    },
  })
  cdp = await page.context().newCDPSession(page)
})
afterAll(() => stand.dispose())

const count = (prototype: string) => objectCount(cdp, prototype)
const inventory = async () => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  return {
    rooms: await count('window.stage.Room.prototype'),
    peerConnections: await count('RTCPeerConnection.prototype'),
    iceTransports: await engineObjectCount(cdp, 'RTCIceTransport'),
    videos: await count('HTMLVideoElement.prototype'),
    audioContexts: await count('AudioContext.prototype'),
    nodes,
    jsEventListeners,
  }
}
const openConnections = async () => {
  await cdp.send('HeapProfiler.collectGarbage')
  return objectCount(cdp, 'RTCPeerConnection.prototype', "one.signalingState !== 'closed'")
}
const switchTo = async (cameraId: string) => {
  await page.evaluate(async (id) => {
    const drawn = new Promise<void>((resolve) => {
      const stop = window.stage.wall.onSwitch(() => {
        stop()
        resolve()
      })
    })
    window.stage.show([id])
    await drawn
  }, cameraId)
}

describe('many switches', () => {
  it('leave no Room, peer connection, transport, element or listener behind', {
    timeout: 60_000 + switches * 1_500,
  }, async () => {
    await page.evaluate(() => window.stage.show(['camera-1']))
    await untilState(page, 0, 'LIVE')
    for (let at = 0; at < 12; at += 1) await switchTo(cameraIds[(at + 1) % cameraIds.length] ?? '')
    const before = await inventory()
    for (let at = 0; at < switches; at += 1) await switchTo(cameraIds[(at + 3) % cameraIds.length] ?? '')
    await expect
      .poll(async () => {
        const after = await inventory()
        return {
          rooms: after.rooms <= before.rooms + 1,
          peerConnections: after.peerConnections <= before.peerConnections + 1,
          iceTransports: after.iceTransports <= before.iceTransports + 1,
          videos: after.videos === before.videos,
          audioContexts: after.audioContexts === 0,
          nodes: after.nodes <= before.nodes + 10,
          listeners: after.jsEventListeners <= before.jsEventListeners + 40,
          after,
        }
      })
      .toMatchObject({
        rooms: true,
        peerConnections: true,
        iceTransports: true,
        videos: true,
        audioContexts: true,
        nodes: true,
        listeners: true,
      })
  })

  it('leave no peer connection open of cameras that were expected and not asked for', {
    timeout: 120_000,
  }, async () => {
    await page.evaluate(() => window.stage.show(['camera-1']))
    await untilState(page, 0, 'LIVE')
    const others = cameraIds.slice(1)
    const before = await openConnections()
    for (let at = 0; at < 60; at += 1)
      await page.evaluate(
        async ([cameraId, forMs]) => {
          window.stage.wall.expect({ tile: 0, cameraId, isUnambiguous: true })
          await new Promise((resolve) => setTimeout(resolve, forMs))
          window.stage.wall.expect(undefined)
          await new Promise((resolve) => setTimeout(resolve, 100))
        },
        // From before the connect begins to after it has ended.
        [others[at % others.length] ?? '', (at * 37) % 250] as const,
      )
    // A camera that stood by at first may have been let go of for those that were expected.
    await expect.poll(openConnections).toBeLessThanOrEqual(before)
  })
})
