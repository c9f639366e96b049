/** @module-tag long */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSite, type TestSite } from '../../conformance/start-site.ts'
import { RoughPlatform, type RoughRule, type Trouble } from '../../rough/rough-platform.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { WallPage } from '../../stand/wall-page.ts'
import { cameraId, footageDir, startHost, type TestHost } from '../../stand/wall-stand.ts'

const TILES = 9
/** Named by the requirement: a camera that fails costs the others nothing that an operator notices. */
const COLD_START_LIMIT_MS = 10_000
/** Mints of one camera, by its number. */
const mintsOf = (camera: number, trouble: Trouble): RoughRule => ({
  call: 'participants',
  cameras: [cameraId(camera)],
  trouble,
})

describe('a wall of nine tiles before a platform that fails', () => {
  let site: TestSite
  let rough: RoughPlatform
  let browser: SharedBrowser
  let host: TestHost | undefined
  let wall: WallPage

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startSite({ footageDir, cameras: TILES }), sharedBrowser()])
    rough = await RoughPlatform.start(site.baseUrl)
    await site.published(TILES)
  })
  afterEach(async () => {
    await wall?.page.close()
    await host?.stop()
    host = undefined
  })
  afterAll(() => endAll(browser, rough, site))

  async function open(): Promise<void> {
    const { liveViewUrl, account } = site
    host ??= await startHost({
      site: { baseUrl: rough.url, liveViewUrl, account },
      flags: ['--layout', String(TILES)],
    })
    wall = new WallPage(await browser.newPage({ viewport: { width: 1920, height: 1080 } }))
    await wall.open(host.url)
  }
  /** The failing one may be shown over local HLS by then. */
  const untilOthersThan = async (failing: number) => {
    for (let camera = 1; camera <= TILES; camera += 1)
      if (camera !== failing) await wall.untilCamera(camera, camera)
  }

  it.each([
    ['first, which is selected, answers 500', 1, { does: 'status', status: 500 }],
    ['one in the middle hangs', 5, { does: 'hang' }],
    ['last resets', TILES, { does: 'reset', when: 'before' }],
  ] as const)(
    'starts cold with eight live tiles although the camera of the %s',
    { tags: 'long' },
    async (_, failing, trouble) => {
      rough.use(mintsOf(failing, trouble))
      await open()
      await wall.until('LIVE', TILES - 1, COLD_START_LIMIT_MS)
      await untilOthersThan(failing)
    },
  )

  it('starts cold with eight live tiles although the camera of the selected one answers 500', async () => {
    rough.use(mintsOf(5, { does: 'status', status: 500 }))
    await open()
    await wall.press('ArrowDown', 'ArrowRight')
    await wall.page.locator('[data-tile="5"][aria-current]').waitFor()
    await wall.until('LIVE', TILES - 1, COLD_START_LIMIT_MS)
    await wall.page.reload()
    await wall.page.locator('[data-tile="5"][aria-current]').waitFor()
    await wall.until('LIVE', TILES - 1, COLD_START_LIMIT_MS)
    await untilOthersThan(5)
    // A camera that is well is typed into it meanwhile.
    await wall.press('2', 'Enter')
    await wall.untilCamera(5, 2, COLD_START_LIMIT_MS)
  })

  it('says NO CAMERA, and why, on the tile whose camera the platform does not know, and on no other', async () => {
    rough.use({ cameras: [cameraId(5)], trouble: { does: 'status', status: 404 } })
    await open()
    await wall.tile(5).and(wall.page.locator('[data-state="NO CAMERA"]')).waitFor()
    await wall.tile(5).getByText('does not know this camera').waitFor()
    await wall.until('LIVE', TILES - 1)
    expect(await wall.statesNotPlaying()).toEqual(['NO CAMERA'])
  })

  it('brings all tiles back after a restart of the media server while no ticket is minted', {
    tags: 'long',
  }, async () => {
    rough.use()
    const before = rough.calls.length
    const minted = () => rough.calls.slice(before).filter(({ call }) => call === 'participants')
    await open()
    await wall.until('LIVE', TILES)
    // Each camera has used one, and the next one is in hand.
    await expect.poll(() => minted().length).toBeGreaterThanOrEqual(2 * TILES)
    rough.use({ call: 'participants', trouble: { does: 'status', status: 503 } })
    const pid = await site.mediaServerPid()
    await site.killMediaServer()
    await expect.poll(() => site.mediaServerPid()).not.toBe(pid)
    await site.published(TILES)
    await wall.untilFramesAfter(Date.now(), TILES)
    // Local HLS, which may have stood in meanwhile, is never called live.
    await wall.until('LIVE', TILES)
    // The platform was asked for more tickets, and gave none.
    expect(minted().some(({ trouble }) => trouble === 'status')).toBe(true)
  })
})
