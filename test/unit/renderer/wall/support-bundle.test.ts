import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { MAX_TILES } from '#contract/wall/layout.ts'
import { pageFiguresSchema } from '#contract/wall/support.ts'
import type { TileStatistics } from '#renderer/live/live-wall-port.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { Statistics } from '#renderer/live/statistics.ts'
import { supportBundleOf } from '#renderer/wall/support-bundle.ts'
import { pageParts, type PagePartsOptions } from '../page-parts.ts'

const file = { fileName: 'bundle.ndjson.gz', address: '/exports/a/bundle.ndjson.gz' }
const statistics: TileStatistics = {
  receivedFps: 15,
  presentedFps: 14.9,
  widthPx: 640,
  heightPx: 360,
  layer: 'medium',
  lossPercent: 0,
  jitterBufferMs: 40,
  decodeMs: 2,
  bitsPerSecond: 800_000,
  delayMs: undefined,
  history: [{ atMs: 1, state: 'LIVE', why: 'joined' }],
}

function open(options: PagePartsOptions = {}) {
  const parts = pageParts({ cameras: 2, ...options, answers: { 'support.bundle': () => ok(file) } })
  const downloads: string[] = []
  const bundle = supportBundleOf({
    ...parts,
    surroundings: () => ({ userAgent: 'a browser', widthPx: 1920, heightPx: 1080 }),
    download: (address, fileName) => downloads.push(`${fileName} ${address}`),
  })
  return { ...parts, bundle, downloads }
}

describe('a support bundle', () => {
  it('carries what each tile shows, under the numbers that operators know, and is downloaded', async () => {
    const { live, shell, bundle, downloads, notices } = open()
    live.set(0, { state: 'LIVE' })
    live.fault(1, 'OFFLINE')
    const saved = bundle.save()
    expect(notices()).toEqual([expect.stringContaining('Collecting')])
    live.measure(0, statistics)
    await saved
    const [asked] = shell.inputsOf('support.bundle')
    expect(pageFiguresSchema.parse(asked)).toEqual({
      userAgent: 'a browser',
      widthPx: 1920,
      heightPx: 1080,
      tiles: [
        { tile: 1, camera: 1, state: 'LIVE', figures: statistics },
        { tile: 2, camera: 2, state: 'OFFLINE', error: 'media_unreachable' },
        { tile: 3, state: 'NO CAMERA' },
        { tile: 4, state: 'NO CAMERA' },
      ],
    })
    expect(JSON.stringify(asked)).not.toContain('camera-1')
    expect(downloads).toEqual([`${file.fileName} ${file.address}`])
    expect(notices()).toEqual([expect.stringContaining(file.fileName)])
  })

  it('waits for no tile over local HLS, which has no figures', async () => {
    const { live, shell, bundle } = open()
    live.set(0, { state: 'LATE', isLocal: true })
    await bundle.save()
    expect(shell.inputsOf('support.bundle')).toHaveLength(1)
  })

  it('waits for no tile for ever, and is asked for once', async () => {
    const { clock, live, shell, bundle } = open()
    for (const tile of [0, 1]) live.set(tile, { state: 'LIVE' })
    const saved = bundle.save()
    await bundle.save()
    live.measure(0, statistics)
    clock.advance(60_000)
    await saved
    const asked = shell.inputsOf('support.bundle')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.tiles.map(({ figures }) => figures !== undefined)).toEqual([true, false, false, false])
    expect(clock.pendingCount).toBe(0)
  })

  it.each([25, MAX_TILES] as const)(
    'has figures of all %i tiles, also beside the engineer overlay',
    async (tiles) => {
      const { clock, live, shell, bundle } = open({ tiles, cameras: tiles })
      const getStats = async () =>
        new Map([['video', { type: 'inbound-rtp', kind: 'video', timestamp: clock.nowMs() }]])
      const receiver = { getStats } as unknown as RTCRtpReceiver
      const source = { receiver, presentedFrames: 0, layer: 'only', delayMs: undefined, history: [] } as const
      const samples = new Statistics(clock, liveDefaults.statistics)
      live.watchStatistics = (_tile, listener) => samples.watch(() => source, listener)
      for (let tile = 0; tile < tiles; tile += 1) {
        live.set(tile, { state: 'LIVE' })
        live.watchStatistics(tile, () => {})
      }
      const saved = bundle.save()
      await clock.pass(60_000)
      await saved
      const [asked] = shell.inputsOf('support.bundle')
      expect(asked?.tiles.filter(({ figures }) => figures !== undefined)).toHaveLength(tiles)
    },
  )

  it('says why there is none, and may be asked for again', async () => {
    const { clock, shell, bundle, downloads, notices } = open()
    shell.answers['support.bundle'] = () => fail(wallError('shell_lost'))
    for (const round of [1, 2]) {
      const saved = bundle.save()
      clock.advance(60_000)
      await saved
      expect(shell.inputsOf('support.bundle')).toHaveLength(round)
    }
    expect(downloads).toEqual([])
    expect(notices().at(-1)).toBe(wallError('shell_lost').message)
  })
})
