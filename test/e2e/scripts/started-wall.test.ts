import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedBrowser } from '../../stand/browser.ts'
import { WallPage } from '../../stand/wall-page.ts'
import { Launcher } from './launcher.ts'

/** Later than anything that was filmed before a fault and still on its way: only a new connection shows it. */
const RETURN_IN_MS = 1_000

let launcher: Launcher

beforeEach(() => {
  launcher = new Launcher()
})
afterEach(() => launcher.dispose())

test('the self-test brings up nine live tiles and says so in one line of JSON', async () => {
  const { code, stdout, stderr } = await launcher.start(['--check']).ended
  // Steps of set-up and start, and nothing else.
  expect(stderr.split('\n').filter((line) => !/^(✓ | {2}… |$)/.test(line))).toEqual([])
  expect(code).toBe(0)
  const printed: unknown = JSON.parse(stdout)
  expect(printed).toMatchObject({
    check: 'ok',
    tiles: 9,
    liveMs: expect.any(Number),
    parts: {
      setup: expect.any(Number),
      site: expect.any(Number),
      wall: expect.any(Number),
      tiles: expect.any(Number),
    },
  })
})

test.skipIf(process.platform !== 'linux')(
  'a wall outlives its media server and its site, which are killed, without a reload',
  { tags: 'long' },
  async () => {
    const start = launcher.start([
      '--headless',
      '--no-demo-events',
      '--data',
      launcher.folder,
      '--layout',
      '9',
      '--cameras',
      '9',
    ])
    await start.printed('Tessera is running')
    const browser = await sharedBrowser()
    try {
      const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
      const wall = new WallPage(await context.newPage())
      await wall.open(/http:\/\/127\.0\.0\.1:\S+#\S+/.exec(start.stdout)?.[0] ?? '')
      await wall.until('LIVE', 9)
      let loads = 0
      wall.page.on('load', () => (loads += 1))

      process.kill(launcher.pidOf('livekit.yaml'), 'SIGKILL')
      await wall.untilFramesAfter(Date.now() + RETURN_IN_MS, 9)
      process.kill(launcher.pidOf('src-site/main.ts'), 'SIGKILL')
      await start.printed('The local site is running again.')
      await wall.untilFramesAfter(Date.now() + RETURN_IN_MS, 9)
      await wall.until('LIVE', 9)

      await wall.untilCameras([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(loads).toBe(0)
      expect(start.stdout).toMatch(/The local site stopped unexpectedly \(killed by SIGKILL\)/)
    } finally {
      await browser.close()
      start.process.kill('SIGTERM')
    }
    expect(await start.ended).toMatchObject({ code: 0 })
    expect(launcher.processes()).toEqual([])
  },
)
