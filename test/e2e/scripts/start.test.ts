import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Launcher } from './launcher.ts'

const keptCameras = z.object({
  known: z.tuple([
    z.object({ cameras: z.array(z.object({ id: z.string(), unlistedSinceMs: z.number().optional() })) }),
  ]),
})

let launcher: Launcher

beforeEach(() => {
  launcher = new Launcher()
})
afterEach(() => launcher.dispose())

test('without a media server the self-test ends with exit code 1 and a remedy', async () => {
  const { code, stdout, stderr } = await launcher.start(['--check'], {
    LIVEKIT_SERVER: '/nowhere/livekit-server',
  }).ended
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/✗ LiveKit server.*\/nowhere\/livekit-server.*Correct the variable or remove it/)
  expect(stderr).toMatch(/^It cannot start without: LiveKit server/m)
})

test.skipIf(process.platform !== 'linux')(
  'a launcher that is killed leaves nothing running',
  { tags: 'long' },
  async () => {
    const start = launcher.start(['--headless', '--data', launcher.folder])
    await start.printed('Tessera is running')
    expect(launcher.processes().length).toBeGreaterThanOrEqual(3)
    start.process.kill('SIGKILL')
    await start.ended
    await expect.poll(() => launcher.processes(), { timeout: 15_000, interval: 200 }).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')(
  'a stopped launcher stops everything and starts again on the same data',
  { tags: 'long' },
  async () => {
    const keyFile = join(launcher.folder, 'wall/keys.json')
    const camerasFile = join(launcher.folder, 'wall/cameras.json')
    /** The ids of the platform's list, as the wall has kept it. */
    const listed = () =>
      existsSync(camerasFile)
        ? keptCameras
            .parse(JSON.parse(readFileSync(camerasFile, 'utf8')))
            .known[0].cameras.flatMap(({ id, unlistedSinceMs }) => (unlistedSinceMs === undefined ? id : []))
        : []
    const keys: string[] = []
    for (const cameras of [4, 2]) {
      const args = ['--headless', '--data', launcher.folder, '--cameras', String(cameras)]
      const start = launcher.start(args)
      await start.printed('Tessera is running')
      // Its key has opened the site to it.
      await expect.poll(() => listed().length).toBe(cameras)
      expect(launcher.processes().length).toBeGreaterThanOrEqual(3)
      start.process.kill('SIGTERM')
      expect(await start.ended).toMatchObject({ code: 0, stderr: '' })
      expect(launcher.processes()).toEqual([])
      expect(existsSync(join(launcher.folder, 'launcher.lock'))).toBe(false)
      keys.push(readFileSync(keyFile, 'utf8'))
    }
    // The site still knows the key that the wall has kept: neither has begun anew.
    expect(keys[1]).toBe(keys[0])
  },
)
