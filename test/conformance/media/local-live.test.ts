import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { localLiveResponse } from '#contract/platform/playback.ts'
import { instantOf } from '#tools/demo-footage/frame-code.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { addressesIn, faultsOfMaster, faultsOfMedia } from '../../stand/manifest-lint.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { ask, bearer } from '../api/requests.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { bundlePlayer } from './player-page.ts'

let site: TestSite
let key: string
let browser: SharedBrowser
let script: string

beforeAll(async () => {
  ;[site, browser, script] = await Promise.all([
    startSite({ cameras: 4, footageDir }),
    sharedBrowser(),
    bundlePlayer(),
  ])
  key = await site.apiKey()
  await site.published(4)
})
afterAll(() => endAll(browser, site))

const watch = (cameraId: string) =>
  ask(`${site.baseUrl}/v1/live-view/local?cameraId=${cameraId}`, { headers: bearer(key) })

async function urlOf(cameraId: string): Promise<string> {
  return localLiveResponse.strict().parse((await watch(cameraId)).json).url
}

async function playlistOf(url: string): Promise<{ address: string; text: string }> {
  const master = await ask(url)
  expect(faultsOfMaster(master.text)).toEqual([])
  const address = new URL(addressesIn(master.text)[0] ?? '', url).href
  return { address, text: (await ask(address)).text }
}

describe('local live view', () => {
  it('is one session for all of an organization who watch a camera', async () => {
    expect(await urlOf('cam-02')).toBe(await urlOf('cam-02'))
    expect(await urlOf('cam-01')).not.toBe(await urlOf('cam-02'))
  })

  it('plays in hls.js at most six seconds late, which the pictures themselves say', async () => {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(`${site.baseUrl}/healthz`)
    await page.addScriptTag({ content: script })
    const url = await urlOf('cam-03')
    const seen = await page.evaluate(async (address) => {
      window.player = new window.Player(640)
      await window.player.open(address)
      await window.player.play()
      await window.player.nextPicture(60)
      const picture = await window.player.seekToLive()
      return { ...picture, errors: window.player.errors }
    }, url)
    expect(seen.cameraNumber).toBe(3)
    const delayMs = seen.readAtMs - instantOf(seen.frameIndex, seen.readAtMs - 3_000)
    expect(delayMs).toBeGreaterThan(0)
    expect(delayMs).toBeLessThanOrEqual(6_000)
    expect(seen.errors.filter((error) => error.startsWith('fatal'))).toEqual([])
  })

  it('keeps the rules of HLS while it slides', { tags: 'long' }, async () => {
    const url = await urlOf('cam-01')
    const sequences = new Set<number>()
    while (sequences.size < 4) {
      const { text } = await playlistOf(url)
      expect(faultsOfMedia(text)).toEqual([])
      expect(text).not.toContain('ENDLIST')
      sequences.add(Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]))
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })

  it('shows no new picture of a camera that gives none: nothing is made up', async () => {
    const url = await urlOf('cam-02')
    await site.freeze('cam-02')
    const other = await urlOf('cam-01')
    const names = async (of: string) => addressesIn((await playlistOf(of)).text)
    // The segment that was complete when it froze may still appear.
    const before = await names(other)
    while (before.includes((await names(other)).at(-1) ?? ''))
      await new Promise((resolve) => setTimeout(resolve, 100))
    const frozen = await names(url)
    const later = await names(other)
    while (later.includes((await names(other)).at(-1) ?? ''))
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await names(url)).toEqual(frozen)
    await site.resume('cam-02')
    // The first that is new ends what was begun before; then comes the seam.
    const isSeamed = async () => (await playlistOf(url)).text.includes('#EXT-X-DISCONTINUITY\n')
    while (!(await isSeamed())) await new Promise((resolve) => setTimeout(resolve, 100))
    expect(faultsOfMedia((await playlistOf(url)).text)).toEqual([])
  })

  it('is signed: an address that was changed is nobody’s', async () => {
    const url = await urlOf('cam-01')
    const other = await urlOf('cam-02')
    for (const forged of [
      url.replace('/camera/cam-01/', '/camera/cam-02/'),
      url.replace(/\.[\w-]+\/camera/, '/camera'),
      url.replace(/\.[\w-]+\/camera/, `.${/\.([\w-]+)\/camera/.exec(other)?.[1]}/camera`),
    ]) {
      expect(await ask(forged)).toMatchObject({ status: 404, error: { code: 'unknown_session' } })
    }
    expect((await ask(url)).status).toBe(200)
  })

  it('refuses unknown cameras, and whoever has no key', async () => {
    expect(await watch('cam-99')).toMatchObject({ status: 404, error: { code: 'unknown_camera' } })
    expect(await ask(`${site.baseUrl}/v1/live-view/local?cameraId=cam-01`)).toMatchObject({ status: 401 })
  })

  it('says so when the camera is silent', async () => {
    await site.stopCamera('cam-04')
    expect(await watch('cam-04')).toMatchObject({ status: 503, error: { code: 'camera_silent' } })
  })
})
