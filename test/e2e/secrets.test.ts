import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { processTree } from '../bench/process-usage.ts'
import type { WallPage } from '../stand/wall-page.ts'
import { WallStand } from '../stand/wall-stand.ts'

/** Any signed token: LiveKit's tickets and those that it renews them with. */
const anyJwt = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/

const vaultFile = z.object({ keys: z.array(z.object({ data: z.string() })).min(1) })

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('secrets of a wall in use', () => {
  let stand: WallStand
  let wall: WallPage
  /** What nobody but main may hold: the API key and the account's password. */
  let secrets: string[]

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 9 })
    wall = await stand.open()
    await wall.until('LIVE', 9)
    // A switch to a camera on stand-by, one to a cold one, and a full reconnect: every way a ticket goes.
    await wall.press('1', '0', 'Enter')
    await wall.untilCamera(1, 10)
    await wall.press('2', '.', '1', '6', 'Enter')
    await wall.untilCamera(2, 16)
    await stand.site.killMediaServer()
    await wall.untilFramesAfter(Date.now() + 1_000, 9)
    await wall.until('LIVE', 9)
    const vault = vaultFile.parse(JSON.parse(readFileSync(join(stand.host.dataDir, 'keys.json'), 'utf8')))
    secrets = [...vault.keys.map((key) => key.data), stand.site.account.password]
  })
  afterAll(() => stand.dispose())

  function expectNoSecret(text: string, where: string): void {
    for (const secret of secrets) expect(text.includes(secret), `a secret in ${where}`).toBe(false)
    expect(anyJwt.exec(text)?.[0].slice(0, 12), `a token in ${where}`).toBeUndefined()
  }

  it('knows what to look for', () => {
    expect(secrets.every((secret) => secret.length > 20)).toBe(true)
    expect(() => expectNoSecret(`x ${secrets[0]}`, 'a planted text')).toThrow()
    expect(() => expectNoSecret('eyJhbGciOiJI.eyJleHAiOjE3.c2lnbmF0dXJl', 'a planted text')).toThrow()
  })

  it('leaves none in the memory of the page', async () => {
    const client = await wall.page.context().newCDPSession(wall.page)
    const chunks: string[] = []
    client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
    await client.send('HeapProfiler.takeHeapSnapshot')
    const heap = chunks.join('')
    expect(heap.includes('cam-01'), 'the heap is that of the wall').toBe(true)
    expectNoSecret(heap, 'the heap')
  })

  it('leaves none in the storage of the browser', async () => {
    const state = await wall.page.context().storageState({ indexedDB: true })
    const session = await wall.page.evaluate(() =>
      [sessionStorage, localStorage].flatMap((store) => Object.entries(store)).join(),
    )
    expectNoSecret(JSON.stringify(state) + session + (await wall.page.content()), 'the storage')
  })

  it('leaves none in a log or an output', () => {
    const logs = [
      ...filesUnder(join(stand.host.dataDir, 'logs')),
      ...filesUnder(join(stand.site.dataDir, 'logs')),
    ]
    expect(logs.length).toBeGreaterThan(1)
    for (const file of logs) expectNoSecret(readFileSync(file, 'utf8'), file)
    expectNoSecret(stand.host.child.output, 'the output of the host')
  })

  it('passes none as an argument or in the environment of any process', () => {
    const pids = [stand.host.child.pid, stand.site.process.pid ?? 0].flatMap(processTree)
    expect(pids.length).toBeGreaterThan(2)
    for (const pid of pids) {
      expectNoSecret(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), `arguments of ${pid}`)
      expectNoSecret(readFileSync(`/proc/${pid}/environ`, 'utf8'), `environment of ${pid}`)
    }
  })

  it('writes no kept URL with a secret: the address bar is clean', () => {
    expect(wall.page.url()).not.toContain('#')
    expectNoSecret(wall.page.url(), 'the address')
  })
})
