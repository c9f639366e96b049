import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { MEDIA_PROBLEM_HEADER, type MediaProblem, mediaProblems } from '#contract/wall/playback.ts'
import { addMissing } from '#main/core/evidence/export-journal.ts'
import type { FootagePort, FootageRange } from '#main/core/evidence/footage/footage-port.ts'
import { FootageReader } from '#main/core/evidence/footage/footage-reader.ts'
import { type InTake, StagedFootage } from '#main/core/evidence/footage/staged-footage.ts'
import type { Timers } from '#main/core/time.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const startMs = 1_800_000_000_000
const range = { startMs, endMs: startMs + 60_000 }
const secret = Buffer.from('of this workstation')
/** Waits are over at once. */
const timers: Timers = {
  after(_delayInMs, run) {
    const timer = setImmediate(run)
    return () => clearImmediate(timer)
  },
}

let folder: string
beforeEach(() => {
  folder = tempDir()
})

interface Platform {
  /** Seconds after the start of the range that have footage, in segments of four. */
  readonly recorded?: readonly (readonly [number, number])[]
  readonly hasCoverage?: boolean
  /** Of each request for a segment, by its second: what goes wrong, as often as it is listed. */
  readonly faults?: Map<number, MediaProblem[]>
  readonly isEncrypted?: boolean
}

/** In seconds after the start of the range. */
function at(ms: number): number {
  return (ms - startMs) / 1_000
}

function every4(from: number, until: number): number[] {
  return Array.from({ length: Math.ceil((until - from) / 4) }, (_, index) => from + index * 4)
}

/** A playlist of segments of four seconds that begin at these. */
function listOf(seconds: readonly number[]): string {
  const lines = seconds.flatMap((second) => [
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs + second * 1_000).toISOString()}`,
    '#EXTINF:4,',
    `/media/x/${second}.m4s`,
  ])
  return ['#EXTM3U', ...lines, '#EXT-X-ENDLIST'].join('\n')
}

/** A platform whose windows end at the first gap, as the strictest do. */
function platform({
  recorded = [[0, 60]],
  hasCoverage = true,
  faults = new Map(),
  isEncrypted = false,
}: Platform): FootagePort & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async open(_cameraId, atMs) {
      const found = recorded.find(([from, until]) => at(atMs) >= from && at(atMs) < until)
      if (found === undefined) return fail(wallError('no_recording'))
      return ok({ manifest: `/media/x/${at(atMs)}.m3u8`, startMs: atMs, endMs: atMs + 3_600_000 })
    },
    async get(path) {
      asked.push(path)
      const [, name = '', kind = ''] = /\/([\d.]+)\.(m3u8|m4s)/.exec(path) ?? []
      if (kind === 'm4s') {
        const fault = faults.get(Number(name))?.shift()
        if (fault === undefined) return new Response(`segment ${name}`)
        const error =
          fault === 'session-refused'
            ? wallError('key_rejected')
            : wallError(fault === 'unreachable' ? 'unreachable' : 'platform_failed', `Said: ${fault}.`)
        return Response.json(error, {
          status: mediaProblems[fault],
          headers: { [MEDIA_PROBLEM_HEADER]: fault },
        })
      }
      const opened = Number(name)
      const [, until = 0] = recorded.find(([from, to]) => opened >= from && opened < to) ?? []
      const seconds = every4(Math.floor(opened / 4) * 4, until)
      return new Response(`${isEncrypted ? '#EXT-X-KEY:METHOD=AES-128,URI="k"\n' : ''}${listOf(seconds)}`)
    },
    async coverage() {
      if (!hasCoverage) return undefined
      return recorded.map(([from, until]) => ({
        startMs: startMs + from * 1_000,
        endMs: startMs + until * 1_000,
      }))
    },
    close() {},
  }
}

async function read(
  port: FootagePort,
  signal = new AbortController().signal,
  wanted = range,
  onProgress: () => void = () => undefined,
  askedMs = wanted.endMs + 86_400_000,
) {
  const missing: FootageRange[] = []
  const progress: number[] = []
  const troubles: (WallError | undefined)[] = []
  const pausesInMs: number[] = []
  const flaws = new Set<string>()
  const staged = await StagedFootage.open(folder, secret)
  const reader = new FootageReader({
    port,
    cameraId: 'camera',
    range: wanted,
    staged,
    timers: {
      after(delayInMs, run) {
        pausesInMs.push(delayInMs)
        return timers.after(delayInMs, run)
      },
    },
    signal,
    askedMs,
    onMissing: (one) => addMissing(missing, one),
    onProgress: async (untilMs) => {
      progress.push(untilMs)
      onProgress()
    },
    onBytes: () => undefined,
    onFlaw: (flaw) => flaws.add(flaw),
    onTrouble: (error) => void troubles.push(error),
  })
  const result = await reader.read()
  const seconds = staged.segments.map((segment) => (segment.startMs - startMs) / 1_000)
  return { result, seconds, missing, progress, troubles, pausesInMs, flaws: [...flaws] }
}

/** At eight seconds, so many times. */
const refusals = (count: number) =>
  new Map([[8, Array.from({ length: count }, () => 'session-refused' as const)]])

/** Where nothing is recorded it opens an hour all the same: without a segment, or with the one before once more. */
const opensAlways = <Port extends FootagePort>(port: Port, again?: number): Port => ({
  ...port,
  async open(cameraId, atMs) {
    const opened = await port.open(cameraId, atMs)
    if (opened.ok) return opened
    const manifest = `/media/x/${again ?? at(atMs)}.m3u8`
    return ok({ manifest, startMs: atMs, endMs: atMs + 3_600_000 })
  },
})
/** Its lists are these, by the second that was opened. */
const listing = (port: FootagePort, list: (opened: number) => string): FootagePort => ({
  ...port,
  async get(path, headers, signal) {
    const opened = /\/([\d.]+)\.m3u8/.exec(path)?.[1]
    return opened === undefined ? port.get(path, headers, signal) : new Response(list(Number(opened)))
  },
})
/** All that it answers is changed so. */
const edited = (port: FootagePort, change: (text: string) => string): FootagePort => ({
  ...port,
  async get(path, headers, signal) {
    const answer = await port.get(path, headers, signal)
    return new Response(change(await answer.text()))
  },
})
const withoutTimes = (port: FootagePort) =>
  edited(port, (text) => text.replaceAll(/#EXT-X-PROGRAM-DATE-TIME.*\n/g, ''))
/** Each window is listed so many times without a segment and without an end before it is filled. */
const filling = (
  emptyTimes: number,
  port: FootagePort = platform({ recorded: [[0, 60]], hasCoverage: false }),
): FootagePort => {
  const asked = new Map<string, number>()
  return {
    ...port,
    async get(path, headers, signal) {
      const times = asked.get(path) ?? 0
      asked.set(path, times + 1)
      if (!path.endsWith('.m3u8') || times >= emptyTimes) return port.get(path, headers, signal)
      return new Response('#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n')
    },
  }
}
const withGap = [
  [0, 16],
  [32, 100],
] as const

describe('FootageReader', () => {
  it('reads on after each gap, as far as the range goes', async () => {
    const { result, seconds, progress } = await read(
      platform({
        recorded: [
          [8, 16],
          [32, 100],
        ],
      }),
    )
    expect(result.ok).toBe(true)
    expect(seconds).toEqual([8, 12, 32, 36, 40, 44, 48, 52, 56])
    expect(progress.at(-1)).toBe(range.endMs)
  })

  it.each([true, false])(
    'places footage without times by what is recorded, and tells that they are reckoned; ends of parts: %s',
    async (hasEnds) => {
      const recorded = [
        [0, 8],
        [32, 40],
      ] as const
      const port = listing(platform({ recorded }), (opened) => {
        const parts = recorded
          .filter(([, until]) => until > opened)
          .map(([from, until]) =>
            Array.from({ length: (until - from) / 4 }, (_, index) => `#EXTINF:4,\n${from + index * 4}.m4s`),
          )
        const lines = ['#EXTM3U', ...parts.map((part) => part.join('\n'))]
        return lines.join(hasEnds ? '\n#EXT-X-DISCONTINUITY\n' : '\n')
      })
      const { seconds, missing, flaws } = await read(port)
      expect(seconds).toEqual([0, 4, 32, 36])
      expect(missing).toEqual([])
      expect(flaws).toEqual(['reckoned-times'])
    },
  )

  it.each([
    [0, 30, [0, 4, 8, 12, 16, 20, 24, 28]],
    [3, 60, [3, 7, 11, 15, 19, 23, 27, 31, 35, 39]],
  ])(
    'reads footage without times to its end, from second %i to %i of what is recorded',
    async (from, until, expected) => {
      const port = withoutTimes(platform({ recorded: [[0, 40]] }))
      const wanted = { startMs: startMs + from * 1_000, endMs: startMs + until * 1_000 }
      const { seconds, missing } = await read(port, undefined, wanted)
      expect(seconds).toEqual(expected)
      expect(missing).toEqual([])
    },
  )

  it('tells of sound in a rendition of its own', async () => {
    const port = platform({})
    const get: FootagePort['get'] = async (path, headers, signal) =>
      path.startsWith('/media/x/') && path.endsWith('.m3u8')
        ? new Response(
            `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="a.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\n${path.replace('/x/', '/y/')}`,
          )
        : port.get(path, headers, signal)
    expect((await read({ ...port, get })).flaws).toEqual(['separate-sound'])
    expect((await read(port)).flaws).toEqual([])
  })

  it.each([
    ['by six seconds', [0, 4, 8, 2, 6, 10]],
    ['by three seconds', [0, 4, 8, 9, 13, 17]],
  ])(
    'reads all that was filmed twice after the recorder’s clock was set back %s, in its order, and none of it again',
    async (_, filmed) => {
      const faults = new Map(filmed.slice(4).map((second) => [second, refusals(6).get(8) ?? []]))
      const port = platform({ recorded: [[0, 21]], faults })
      const listed = listing(port, () => listOf(filmed))
      const tried = [await read(listed), await read(listed), await read(listed)]
      expect(tried.map(({ seconds }) => seconds)).toEqual([filmed.slice(0, 4), filmed.slice(0, 5), filmed])
      expect(new Set(port.asked).size).toBe(port.asked.length - 2 * 6)
    },
  )

  it.each([
    ['61 seconds, listed as filmed', 61, false],
    ['63 seconds, listed by time', 63, true],
    ['a minute, listed as filmed', 60, false],
  ])('keeps takes apart across the edge of a window: set back by %s', async (_, setBack, isByTime) => {
    const filmed = [...every4(3_540, 3_640), ...every4(3_640 - setBack, 3_660)]
    const port = platform({ recorded: [[3_540, 3_660]] })
    const windows = listing(port, (opened) => {
      const listed = filmed.filter((second) => second + 4 > opened && (opened >= 3_600 || second < 3_600))
      return listOf(isByTime ? listed.toSorted((a, b) => a - b) : listed)
    })
    const wanted = { startMs: startMs + 3_540_000, endMs: startMs + 3_660_000 }
    expect((await read(windows, undefined, wanted)).seconds).toEqual(filmed)
    // Gone on with, nothing is read twice.
    expect((await read(windows, undefined, wanted)).seconds).toEqual(filmed)
    expect(port.asked.length).toBe(filmed.length)
  })

  it('keeps two takes apart that are listed by time, also where reading goes on in the middle of them', async () => {
    const faults = new Map([[5.1, refusals(6).get(8) ?? []]])
    const port = platform({ recorded: [[0, 13.1]], faults })
    const listed = listing(port, () => listOf([0, 1.1, 4, 5.1, 8, 9.1]))
    const tried = [await read(listed), await read(listed)]
    expect(tried.map(({ seconds }) => seconds)).toEqual([
      [0, 4, 1.1],
      [0, 4, 8, 1.1, 5.1, 9.1],
    ])
  })

  it('has what was filmed in its order where the clock was set back a second time, or a gap follows', async () => {
    const twice = [0, 4, 8, 9, 13, 17, 18, 22]
    const [beforeGap, afterGap] = [[...every4(300, 384), ...every4(324, 344)], every4(484, 500)]
    for (const [recorded, ...lists] of [
      [[[0, 26]], twice, []],
      [
        [
          [300, 384],
          [484, 500],
        ],
        beforeGap,
        afterGap,
      ],
    ] as const) {
      const port = listing(platform({ recorded }), (opened) =>
        listOf(lists[opened === recorded[0][0] ? 0 : 1]),
      )
      const wanted = { startMs, endMs: startMs + 500_000 }
      expect((await read(port, undefined, wanted)).seconds).toEqual(lists.flat())
      rmSync(folder, { recursive: true })
    }
  })

  it('goes on in the take that has it, also behind a hole and under times that differ a little', async () => {
    const filmed = [0, 4, 100, 104, 105.5, 109.5]
    const port = platform({ recorded: [[0, 113.5]], faults: new Map([[109.5, refusals(6).get(8) ?? []]]) })
    const late = (bySeconds: number) =>
      listing(port, () => listOf(filmed.map((second) => second + bySeconds)))
    const wanted = { startMs, endMs: startMs + 113_500 }
    expect((await read(late(0), undefined, wanted)).seconds).toEqual(filmed.slice(0, 5))
    expect((await read(late(0.02), undefined, wanted)).seconds).toEqual([...filmed.slice(0, 5), 109.52])
  })

  it('reads a segment once more that was listed shorter, and has it once', async () => {
    const nameOf = (untilMs: number) =>
      readdirSync(folder).find((name) => name.startsWith(`${startMs + 8_000}-${startMs + untilMs}-none-`))
    const port = platform({ recorded: [[0, 16]] })
    let shorter = ''
    const listed = listing(port, (opened) => {
      if (opened !== 0) shorter ||= nameOf(10_300) ?? ''
      const cut = listOf([0, 4, 8]).replace(/4,(?=\n[^\n]*\n#EXT-X-ENDLIST$)/, '2.3,')
      return opened === 0 ? cut : listOf([8, 12])
    })
    expect((await read(listed)).seconds).toEqual([0, 4, 8, 12])
    const asked = [0, 4, 8, 8, 12].map((second) => `/media/x/${second}.m4s`)
    expect(port.asked).toEqual(asked)
    expect(nameOf(12_000)).toBeDefined()
    expect(readdirSync(folder)).toHaveLength(4)
    expect(shorter).not.toBe('')
    // As where the program ended before the shorter one was gone.
    writeFileSync(join(folder, shorter), 'shorter')
    expect((await read(listed)).seconds).toEqual([0, 4, 8, 12])
    expect(port.asked).toEqual(asked)
  })

  it('has a short segment beside the long one that follows it', async () => {
    const list = listOf([0, 4, 4.2, 8.2]).replace(/4,(?=\n\/media\/x\/4\.m4s)/, '0.2,')
    const port = listing(platform({ recorded: [[0, 12.2]] }), () => list)
    expect((await read(port)).seconds).toEqual([0, 4, 4.2, 8.2])
  })

  it('reads nothing twice of footage without times where it begins anew at the start of a segment', async () => {
    const port = platform({})
    const { seconds } = await read(withoutTimes(port))
    const again = await read(withoutTimes(port), undefined, { ...range, startMs: startMs + 28_000 })
    expect(again.seconds).toEqual(seconds)
    expect(port.asked.filter((path) => path.endsWith('.m4s'))).toHaveLength(seconds.length)
  })

  it('has small overlaps and holes in one take', async () => {
    const listed = [0, 4.3, 8, 13.5, 15.6, 19.6]
    const port = listing(platform({ recorded: [[0, 24]] }), () => listOf(listed))
    expect((await read(port)).seconds).toEqual(listed)
    expect(readdirSync(folder).filter((name) => name.endsWith('-2.segment'))).toEqual([])
  })

  it('looks for footage step by step where nobody says what is recorded', async () => {
    const { result, seconds } = await read(platform({ recorded: [[0, 16]], hasCoverage: false }))
    expect(result.ok).toBe(true)
    expect(seconds).toEqual([0, 4, 8, 12])
  })

  it.each([
    ['an empty list', opensAlways(platform({ recorded: withGap, hasCoverage: false }))],
    ['the last segment again', opensAlways(platform({ recorded: withGap, hasCoverage: false }), 15)],
    ['no recording', platform({ recorded: withGap, hasCoverage: false })],
    [
      'an empty list, to the end of what is said to be recorded and one millisecond more',
      {
        ...opensAlways(platform({ recorded: withGap })),
        coverage: async () =>
          withGap.map(([, until], index) => ({
            startMs: startMs + index * 32_000,
            endMs: startMs + until * 1_000 + 1,
          })),
      },
    ],
    [
      'an empty list, in the middle of what is said to be recorded',
      {
        ...opensAlways(platform({ recorded: withGap })),
        coverage: async () => [{ startMs, endMs: startMs + 100_000 }],
      },
    ],
  ])('finds where footage begins again behind a gap that answers with %s', async (_, port) => {
    const { result, seconds } = await read(port)
    expect(result.ok).toBe(true)
    expect(seconds).toEqual([0, 4, 8, 12, 32, 36, 40, 44, 48, 52, 56])
  })

  it('finds what begins shortly before the end of what is said to be recorded, and tells no more than the gap', async () => {
    const port = platform({
      recorded: [
        [0, 16],
        [52, 60],
      ],
    })
    const coverage = async () => [{ startMs, endMs: startMs + 60_000 }]
    const long = { startMs, endMs: startMs + 120_000 }
    for (const one of [port, opensAlways(port)]) {
      const { seconds, missing } = await read({ ...one, coverage }, undefined, long)
      expect(seconds).toEqual([0, 4, 8, 12, 52, 56])
      expect(missing).toEqual([{ startMs: startMs + 16_000, endMs: startMs + 52_000 }])
      rmSync(folder, { recursive: true })
    }
  })

  it.each([40, 60])(
    'reads on later where the end was filmed just before, and not listed yet; recorded until second %i',
    async (saidSeconds) => {
      const coverage = async () => [{ startMs, endMs: startMs + saidSeconds * 1_000 }]
      const untilOf = async (askedMs: number) =>
        (
          await read({ ...platform({ recorded: [[0, 40]] }), coverage }, undefined, range, undefined, askedMs)
        ).progress.at(-1)
      const untilMs = await untilOf(range.endMs)
      expect(untilMs).toBe(startMs + 40_000)
      const { seconds } = await read(platform({}), undefined, { ...range, startMs: untilMs ?? 0 })
      expect(seconds.at(-1)).toBe(56)
      rmSync(folder, { recursive: true })
      expect(await untilOf(startMs + 350_000)).toBe(startMs + 50_000)
      expect(await untilOf(startMs + 360_000)).toBe(range.endMs)
    },
  )

  describe('of a list that has not ended, where footage is fetched from a recorder on demand,', () => {
    it('waits until something is listed', async () => {
      const { result, seconds, missing, troubles } = await read(filling(3))
      expect(result.ok).toBe(true)
      expect(seconds).toEqual(every4(0, 60))
      expect(missing).toEqual([])
      expect(troubles.map((trouble) => trouble?.exact?.code)).toContain('footage_not_listed')
    })

    it('fails where nothing comes, so that no gap is signed', async () => {
      const { result, progress } = await read(filling(1_000))
      expect(result).toMatchObject({ ok: false, error: { exact: { code: 'footage_not_listed' } } })
      expect(progress).toEqual([])
    })

    it.each([
      ['in the middle', [0, 16]],
      ['at the beginning', [28, 32]],
    ] as const)(
      'goes on where a list that never ends is empty %s, and tells that it was not given',
      async (_where, first) => {
        const port = opensAlways(platform({ recorded: [first, [32, 100]], hasCoverage: false }))
        const endless = edited(port, (text) => text.replace('#EXT-X-ENDLIST', ''))
        const { result, seconds, missing, pausesInMs } = await read(endless)
        expect(result.ok).toBe(true)
        expect(seconds).toEqual([...every4(first[0], first[1]), ...every4(32, 60)])
        const [fromMs, untilMs] = first[0] === 0 ? [16_000, 32_000] : [0, 28_000]
        expect(missing).toEqual([{ startMs: startMs + fromMs, endMs: startMs + untilMs }])
        // In full once a gap: a day of one would be looked through for half a day.
        expect(pausesInMs.filter((ms) => ms > 2_000)).toHaveLength(2)
      },
    )

    it('waits as long behind a gap as lists have taken before it', async () => {
      const port = opensAlways(platform({ recorded: withGap, hasCoverage: false }))
      const { result, seconds, missing } = await read(filling(4, port))
      expect(result.ok).toBe(true)
      expect(seconds).toEqual([...every4(0, 16), ...every4(32, 60)])
      expect(missing).toEqual([])
    })

    it('leaves what was filmed just before to another reading', async () => {
      const { result, progress } = await read(filling(1_000), undefined, range, undefined, range.endMs)
      expect([result.ok, progress]).toEqual([true, [startMs]])
    })
  })

  it('keeps how far it has looked where nothing is recorded', async () => {
    const port = platform({ recorded: [], hasCoverage: false })
    const { progress } = await read(port, undefined, { startMs, endMs: startMs + 3_600_000 })
    expect(progress.length).toBeGreaterThan(50)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  it('tells meanwhile that a month is refused, and asks some hundred times', async () => {
    const port = platform({ hasCoverage: false })
    let asked = 0
    const open: FootagePort['open'] = async () => {
      asked += 1
      return fail(wallError('not_found'))
    }
    const month = { startMs, endMs: startMs + 31 * 86_400_000 }
    const { result, troubles } = await read({ ...port, open }, undefined, month)
    expect(result).toEqual(fail(wallError('not_found')))
    expect(troubles).toContainEqual(wallError('not_found'))
    expect(asked).toBeLessThan(1_000)
  })

  it.each(['an empty list', 'no recording'])(
    'ends where footage that was found answers with %s when it is asked for again',
    async (answer) => {
      const stretches = [
        [0, 150],
        [150, 200],
        [260, 390],
      ].map(([from = 0, until = 0]) => ({ startMs: startMs + from * 1_000, endMs: startMs + until * 1_000 }))
      for (const known of [undefined, stretches]) {
        const gone = new Set<number>()
        const port = opensAlways(platform({ recorded: [[63, 400]] }))
        const open: FootagePort['open'] = async (cameraId, atMs) => {
          if (!gone.has(atMs)) {
            gone.add(atMs)
            return port.open(cameraId, atMs)
          }
          if (answer === 'no recording') return fail(wallError('no_recording'))
          return ok({ manifest: '/media/x/500.m3u8', startMs: atMs, endMs: atMs + 3_600_000 })
        }
        const long = { startMs, endMs: startMs + 390_000 }
        const { result } = await read({ ...port, open, coverage: async () => known }, undefined, long)
        expect(result.ok).toBe(true)
      }
    },
  )

  it('finds what begins long after, and shortly before the end of the range, without a question a second', async () => {
    const recorded = [
      [1_000, 1_200],
      [1_980, 2_100],
    ] as const
    const port = opensAlways(platform({ recorded, hasCoverage: false }))
    const long = { startMs, endMs: startMs + 2_000_000 }
    const { seconds } = await read(port, undefined, long)
    expect([seconds[0], seconds.length]).toEqual([1_000, 50 + 5])
    expect(port.asked.filter((path) => path.endsWith('.m3u8')).length).toBeLessThan(100)
  })

  it('tells what is said to be recorded and is not played', async () => {
    const port = platform({ recorded: [[0, 8]] })
    const coverage = async () => [{ startMs, endMs: startMs + 20_000 }]
    const { result, seconds, missing } = await read({ ...port, coverage })
    expect(result.ok).toBe(true)
    expect(seconds).toEqual([0, 4])
    expect(missing).toEqual([{ startMs: startMs + 8_000, endMs: startMs + 20_000 }])
  })

  it('reads on where the platform refuses the beginning of what is recorded, and tells that it was refused', async () => {
    const port = platform({ recorded: [[0, 300]] })
    const long = { startMs, endMs: startMs + 200_000 }
    const open: FootagePort['open'] = async (cameraId, atMs) =>
      atMs < startMs + 50_000 ? fail(wallError('range_refused')) : port.open(cameraId, atMs)
    const { result, seconds, missing } = await read({ ...port, open }, undefined, long)
    expect(result.ok).toBe(true)
    expect(missing).toEqual([{ startMs, endMs: startMs + 49_000 }])
    expect(seconds[0]).toBe(48)
    expect(seconds.at(-1)).toBe(196)
  })

  it.each(['not_found', 'refused'] as const)(
    'takes %s for no footage where nobody says what is recorded, and tells that it was refused',
    async (code) => {
      const port = platform({
        recorded: [
          [0, 16],
          [200, 300],
        ],
        hasCoverage: false,
      })
      const open: FootagePort['open'] = async (cameraId, atMs) => {
        const opened = await port.open(cameraId, atMs)
        return opened.ok ? opened : fail(wallError(code))
      }
      const long = { startMs, endMs: startMs + 260_000 }
      const { result, seconds, missing } = await read({ ...port, open }, undefined, long)
      expect(result.ok).toBe(true)
      expect([seconds[0], seconds.at(-1)]).toEqual([0, 256])
      expect(seconds).toContain(200)
      expect(missing).toEqual([{ startMs: startMs + 16_000, endMs: startMs + 200_000 }])
      // All that is left of the export is refused: some of it has been opened before.
      const later = { startMs: startMs + 300_000, endMs: startMs + 400_000 }
      expect((await read({ ...port, open }, undefined, later)).result.ok).toBe(true)
    },
  )

  it.each(['not_found', 'refused'] as const)(
    'fails where nothing but %s is answered: nobody knows what is recorded',
    async (code) => {
      const port = platform({ hasCoverage: false })
      const open: FootagePort['open'] = async (_cameraId, atMs) =>
        fail(wallError(atMs === startMs ? 'no_recording' : code))
      const long = { startMs, endMs: startMs + 200_000 }
      const { result, progress } = await read({ ...port, open }, undefined, long)
      expect(result).toEqual(fail(wallError(code)))
      expect(progress).toEqual([])
    },
  )

  it('fails where only so long a window is refused, and names the setting: what is refused is no gap', async () => {
    const newestMs = startMs + 3 * 3_600_000
    for (const [code, keptFrom] of [
      ['refused', 0],
      ['range_refused', 0],
      // What is not kept is refused however short the window is.
      ['refused', 3_600],
      ['range_refused', 3_600],
    ] as const) {
      const port = platform({ recorded: [[keptFrom, 10_800]], hasCoverage: false })
      const open: FootagePort['open'] = async (cameraId, atMs, longestInMs = 3_600_000) => {
        const opened = await port.open(cameraId, atMs)
        const isGiven = opened.ok && Math.min(longestInMs, newestMs - atMs) <= 1_800_000
        return isGiven ? opened : fail(wallError(code, 'No more than half an hour.'))
      }
      const { result } = await read({ ...port, open }, undefined, { startMs, endMs: newestMs })
      expect(result).toMatchObject({ ok: false, error: { more: [{ code: 'export_gives_less' }] } })
      expect(!result.ok && result.error?.message).toMatch(/^No more than half an hour\..*“Minutes/)
    }
  })

  it('asks no more of a platform that says what is wrong with the question', async () => {
    const port = platform({ recorded: [[0, 16]], hasCoverage: false })
    const unknown = { ...wallError('not_found'), member: 'cameraId' }
    const open: FootagePort['open'] = async (cameraId, atMs) =>
      atMs === startMs ? port.open(cameraId, atMs) : fail(unknown)
    expect((await read({ ...port, open })).result).toEqual(fail(unknown))
  })

  it('tells what is listed and lost, and goes on', async () => {
    const faults = new Map([[8, ['missing' as const]]])
    const { result, seconds, missing } = await read(platform({ recorded: [[0, 16]], faults }))
    expect(result.ok).toBe(true)
    expect(seconds).toEqual([0, 4, 12])
    expect(missing).toEqual([{ startMs: startMs + 8_000, endMs: startMs + 12_000 }])
  })

  it.each([true, false])(
    'reads parts of one file, and tells what is listed beyond its end; its server knows ranges: %s',
    async (knowsRanges) => {
      const port = platform({ recorded: [[0, 12]] })
      const file = 'pictureABpictureCD'
      const get: FootagePort['get'] = async (path, headers) => {
        if (path.endsWith('.m3u8')) {
          const list = listOf([0, 4, 8]).replaceAll('.m4s', '.one')
          return new Response(
            list.replaceAll(/.media.x.(\d+).one/g, (_path, second: string) => {
              return `#EXT-X-BYTERANGE:9@${(Number(second) / 4) * 9}\n/media/x/one.m4s`
            }),
          )
        }
        const [, from = 0, last = 0] = /bytes=(\d+)-(\d+)/.exec(headers.get('range') ?? '')?.map(Number) ?? []
        if (!knowsRanges) return new Response(file)
        return from < file.length
          ? new Response(file.slice(from, last + 1), { status: 206 })
          : new Response('', { status: 416 })
      }
      const { result, seconds, missing } = await read({ ...port, get })
      expect([result.ok, seconds]).toEqual([true, [0, 4]])
      expect(missing).toEqual([{ startMs: startMs + 8_000, endMs: startMs + 12_000 }])
      const { segments } = await StagedFootage.open(folder, secret)
      expect(segments.map((segment) => readFileSync(join(folder, segment.file), 'utf8'))).toEqual([
        'pictureAB',
        'pictureCD',
      ])
    },
  )

  it('tries again while a platform is away, and says so meanwhile', async () => {
    const faults = new Map([[8, ['unreachable' as const, 'platform-failed' as const]]])
    const { result, seconds, troubles } = await read(platform({ recorded: [[0, 16]], faults }))
    expect(result.ok).toBe(true)
    expect(seconds).toEqual([0, 4, 8, 12])
    expect(troubles.map((error) => error?.code)).toContain('unreachable')
    expect(troubles.at(-1)).toBeUndefined()
  })

  it('gives up a platform that stays away, and goes on later without asking twice', async () => {
    const faults = new Map([[8, Array.from({ length: 6 }, () => 'unreachable' as const)]])
    const port = platform({ recorded: [[0, 16]], faults })
    const first = await read(port)
    expect(first.result).toMatchObject({ error: { code: 'unreachable', message: 'Said: unreachable.' } })
    expect(first.seconds).toEqual([0, 4])
    // What a crash leaves of a file that was not whole.
    const staged = await StagedFootage.open(folder, secret)
    await staged.add(spanAt(8), Buffer.from('segment 8'), undefined)
    const [, , path = ''] = staged.segments.map(({ file }) => join(folder, file))
    renameSync(path, `${path}.part`)
    writeFileSync(`${path}.part`, 'half')
    const again = await read(port)
    expect(again.result.ok).toBe(true)
    expect(again.seconds).toEqual([0, 4, 8, 12])
    expect(port.asked.filter((path) => path.endsWith('/0.m4s'))).toHaveLength(1)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('takes a refused session for passing, some tries long, and says why it was refused', async () => {
    const passing = await read(platform({ recorded: [[0, 16]], faults: refusals(2) }))
    expect(passing.result.ok).toBe(true)
    expect(passing.troubles).toContainEqual(wallError('key_rejected'))
    rmSync(folder, { recursive: true })
    const { result } = await read(platform({ recorded: [[0, 16]], faults: refusals(100) }))
    expect(result).toEqual(fail(wallError('key_rejected')))
  })

  it('asks no sooner than the platform wants to be asked', async () => {
    const port = platform({ recorded: [[0, 4]] })
    let isFirst = true
    const open: FootagePort['open'] = async (cameraId, atMs) => {
      const isRefused = isFirst
      isFirst = false
      return isRefused ? fail(wallError('rate_limited', undefined, 60_000)) : port.open(cameraId, atMs)
    }
    const { result, pausesInMs } = await read({ ...port, open })
    expect(result.ok).toBe(true)
    expect(pausesInMs).toEqual([60_000])
  })

  it('opens the window again when its session is another one now', async () => {
    const faults = new Map([[8, ['session-changed' as const]]])
    const { result, seconds } = await read(platform({ recorded: [[0, 16]], faults }))
    expect(result.ok).toBe(true)
    expect(seconds).toEqual([0, 4, 8, 12])
  })

  it('tells how far it is when the names of what it has read are on the disk, and not before', async (context) => {
    if (process.platform !== 'linux') context.skip('only Linux says which folder is waited for')
    const order: string[] = []
    const probe = await open(folder)
    const prototype: FileHandle = Object.getPrototypeOf(probe)
    await probe.close()
    // oxlint-disable-next-line typescript/unbound-method -- called with the handle that it is of
    const { sync } = prototype
    const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      order.push(readlinkSync(`/proc/self/fd/${this.fd}`))
      await sync.call(this)
    })
    onTestFinished(() => spy.mockRestore())
    await read(platform({}), undefined, range, () => order.push('progress'))
    const last = order.findLastIndex((path) => path.endsWith('.segment.part'))
    expect(order.slice(last + 1, order.indexOf('progress'))).toEqual([
      folder,
      dirname(folder),
      dirname(dirname(folder)),
    ])
  })

  it('refuses what is encrypted', async () => {
    const { result } = await read(platform({ isEncrypted: true }))
    expect(result).toMatchObject({ ok: false, error: { code: 'export_unreadable' } })
  })

  it('ends without a word when it is called off', async () => {
    const { result } = await read(platform({}), AbortSignal.abort())
    expect(result).toEqual({ ok: false, error: undefined })
  })
})

/** Four seconds of footage. */
const spanAt = (from: number): InTake => ({
  take: 1,
  startMs: startMs + from * 1_000,
  endMs: startMs + (from + 4) * 1_000,
})

describe('staged footage', () => {
  it('is in its order and known again, whatever order it came in and however its time differs a little', async () => {
    const staged = await StagedFootage.open(folder, secret)
    for (const from of [40, 0, 20, 16, 44, 4]) await staged.add(spanAt(from), Buffer.from('x'), undefined)
    const again = await StagedFootage.open(folder, secret)
    for (const one of [staged, again]) {
      expect(one.segments.map((segment) => at(segment.startMs))).toEqual([0, 4, 16, 20, 40, 44])
      const asked = [0, 1.5, 15, 41, 45.5, 8, 11, 24, 30, 50]
      expect(asked.filter((from) => one.has(spanAt(from)))).toEqual([0, 1.5, 15, 41, 45.5])
    }
  })

  it('is what this workstation has read of this export, and says when a file of that is gone', async () => {
    const staged = await StagedFootage.open(folder, secret)
    for (const from of [0, 4, 8]) await staged.add(spanAt(from), Buffer.from('x'), undefined)
    const [first = '', second = ''] = readdirSync(folder).toSorted()
    // Of another time, of no time at all, and of another workstation.
    renameSync(join(folder, first), join(folder, first.replace(/^\d+/, String(startMs - 1_000))))
    writeFileSync(join(folder, second.replace(/-\w+\.segment/, '.segment')), 'x')
    const other = await StagedFootage.open(folder, Buffer.from('of another'))
    await other.add(spanAt(20), Buffer.from('x'), undefined)
    expect(other.segments).toHaveLength(1)

    const again = await StagedFootage.open(folder, secret)
    expect(again.segments.map((segment) => at(segment.startMs))).toEqual([4, 8])
    expect([staged, again].map((one) => one.hasFirst(3))).toEqual([true, false])
    expect([again.files, again.hasFirst(1)]).toEqual([3, false])
    await again.add(spanAt(0), Buffer.from('x'), undefined)
    expect((await StagedFootage.open(folder, secret)).hasFirst(3)).toBe(true)
  })

  it.each([
    ['gone', () => undefined],
    ['another file', (path: string) => symlinkSync('/dev/zero', path)],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('is read again as far as needed where its initialization is %s', async (_how, lay) => {
    const staged = await StagedFootage.open(folder, secret)
    const init = Buffer.from('init')
    for (const from of [0, 4, 8]) await staged.add(spanAt(from), Buffer.from('x'), init)
    const path = join(folder, staged.segments[0]?.initFile ?? '')
    rmSync(path)
    lay(path)

    const again = await StagedFootage.open(folder, secret)
    expect([again.segments, again.hasFirst(3), again.has(spanAt(4))]).toEqual([[], false, false])
    await again.add(spanAt(4), Buffer.from('x'), init)
    await again.add(spanAt(12), Buffer.from('x'), init)
    expect(again.segments.map((segment) => at(segment.startMs))).toEqual([0, 4, 8, 12])
    const whole = await StagedFootage.open(folder, secret)
    expect([whole.hasFirst(4), whole.segments]).toEqual([true, again.segments])
    expect(readdirSync(folder)).toHaveLength(5)
  })

  it('does not lie where a link leads', async () => {
    const other = tempDir()
    const link = join(folder, 'link')
    symlinkSync(other, link, 'junction')
    const staged = await StagedFootage.open(link, secret)
    await staged.add(spanAt(0), Buffer.from('x'), undefined)
    expect([readdirSync(other), readdirSync(link).length]).toEqual([[], 1])
  })
})
