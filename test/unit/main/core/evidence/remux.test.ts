import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { contentHash } from '#main/core/evidence/footage/staged-footage.ts'
import { remux, type RemuxJob } from '#main/core/evidence/remux/remux.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

/** Seconds between two pictures, and between two packets of sound. */
const [PICTURE, SOUND] = [0.04, 0.02]
/** Of the first flags of a fragment: its first picture can be decoded alone, and cannot. */
const [KEY, DELTA] = [Buffer.from('02000000', 'hex'), Buffer.from('01010000', 'hex')]

interface Segment {
  readonly listedMs: number
  /** As long as its pictures, unless it is said otherwise. */
  readonly listedSeconds?: number
  /** In the order of decoding, seconds of the media. The first is a key frame. */
  readonly pictures: readonly number[]
  readonly keys?: readonly number[]
  readonly sound?: readonly number[]
  /** The first picture needs one that is not here. */
  readonly isCut?: boolean
  /** By somebody else, after it had arrived. */
  readonly change?: ((path: string) => void) | undefined
}

/** Four seconds, unless it is said otherwise. */
const every = (step: number, begin: number, seconds = 4) =>
  Array.from({ length: Math.round(seconds / step) }, (_, at) => begin + at * step)

/** Four seconds, listed as they are. */
const from = (seconds: number, change: Partial<Segment> = {}): Segment => ({
  listedMs: seconds * 1_000,
  pictures: every(PICTURE, seconds),
  ...change,
})

/** Whose first pictures are shown before its key frame. */
const lateKey = (seconds: number) => {
  const [first = 0, second = 0, third = 0, ...others] = every(PICTURE, seconds)
  return from(seconds, { pictures: [third, first, second, ...others] })
}

async function encode({ pictures, keys = pictures.slice(0, 1), sound = [], isCut = false }: Segment) {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target })
  const [pictureSource, soundSource] = [
    new EncodedVideoPacketSource('vp8'),
    new EncodedAudioPacketSource('opus'),
  ]
  output.addVideoTrack(pictureSource)
  if (sound.length > 0) output.addAudioTrack(soundSource)
  await output.start()
  const decoderConfig = { codec: 'vp8', codedWidth: 64, codedHeight: 64 }
  for (const at of pictures) {
    const packet = new EncodedPacket(
      Buffer.from('a picture'),
      keys.includes(at) ? 'key' : 'delta',
      at,
      PICTURE,
    )
    await pictureSource.add(packet, { decoderConfig })
  }
  const soundConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 }
  for (const at of sound) {
    const packet = new EncodedPacket(Buffer.from('a sound'), 'key', at, SOUND)
    await soundSource.add(packet, { decoderConfig: soundConfig })
  }
  await output.finalize()
  const bytes = Buffer.from(target.buffer ?? new ArrayBuffer())
  if (isCut) DELTA.copy(bytes, bytes.indexOf(KEY, bytes.indexOf('moof')))
  return bytes
}

async function timesOf(track: InputTrack | null): Promise<number[]> {
  const times: number[] = []
  if (track === null) return times
  for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp)
  return times
}

async function jobOf(segments: readonly Segment[], fromMs = 0): Promise<RemuxJob> {
  const range = { startMs: fromMs, endMs: 10_000_000 }
  const folder = tempDir()
  const staged = []
  for (const [at, segment] of segments.entries()) {
    const bytes = await encode(segment)
    writeFileSync(join(folder, `${at}.segment`), bytes)
    segment.change?.(join(folder, `${at}.segment`))
    const { listedSeconds: seconds = segment.pictures.length * PICTURE } = segment
    staged.push({
      startMs: segment.listedMs,
      endMs: segment.listedMs + seconds * 1_000,
      file: `${at}.segment`,
      initFile: undefined,
      number: at,
      sha256: contentHash(Buffer.of(), bytes),
    })
  }
  return { stagedFolder: folder, segments: staged, range, canGoBack: false, folder, stem: 'camera' }
}

/** What becomes of these segments, and of the first file the seconds of its packets. */
async function remuxed(segments: readonly Segment[], maxFileBytes?: number, fromMs?: number) {
  const job = await jobOf(segments, fromMs)
  const { folder } = job
  const result = await remux(job, () => undefined, maxFileBytes)
  const [file] = result.files
  if (file === undefined) throw new Error('no file')
  using input = new Input({ formats: [MP4], source: new BufferSource(readFileSync(join(folder, file.name))) })
  return {
    ...result,
    file,
    pictures: await timesOf(await input.getPrimaryVideoTrack()),
    sound: await timesOf(await input.getPrimaryAudioTrack()),
  }
}

describe('footage that becomes a file', () => {
  it('leads to the right time, however the clocks of camera and recorder drift apart', async () => {
    const segments = Array.from({ length: 100 }, (_, at) => ({
      listedMs: at * 1_004,
      pictures: every(PICTURE, at, 1),
    }))
    const { file, pictures } = await remuxed(segments)
    expect(pictures).toHaveLength(2_500)
    const offMs = segments.map(({ listedMs }, at) => {
      const span = file.spans.findLast(({ startMs, endMs }) => startMs <= listedMs && listedMs < endMs)
      return Math.abs((span?.fileMs ?? Infinity) + listedMs - (span?.startMs ?? 0) - at * 1_000)
    })
    expect(Math.max(...offMs)).toBeLessThanOrEqual(250)
    const [first, second, ...others] = file.spans
    expect(second?.startMs).toBe(first?.endMs)
    expect(others).toEqual([])
  })

  it.each([
    ['changed', (path: string) => writeFileSync(path, 'other pictures')],
    ['made longer than any memory', (path: string) => truncateSync(path, 3 * 1_024 ** 3)],
    ['replaced by a pipe', (path: string) => (rmSync(path), execFileSync('mkfifo', [path]))],
    ['replaced by a file without an end', (path: string) => (rmSync(path), symlinkSync('/dev/zero', path))],
  ])('has nothing of what was %s after it had arrived', async (how, change) => {
    if (process.platform === 'win32' && how !== 'changed') return
    const { pictures, damaged } = await remuxed([from(0), from(4, { change }), from(8)])
    expect(pictures).toHaveLength(200)
    expect(damaged).toContainEqual({ startMs: 4_000, endMs: 8_000 })
  })

  it('has a span of its own after the recorder’s clock was set back', async () => {
    const { file, damaged } = await remuxed(
      [0, 4_000, 8_000, 10_000, 14_000].map((listedMs, at) => from(at * 4, { listedMs })),
    )
    expect(file.spans).toEqual([
      { fileMs: 0, startMs: 0, endMs: 12_000 },
      { fileMs: 12_000, startMs: 10_000, endMs: 18_000 },
    ])
    expect(damaged).toEqual([])
  })

  it('begins with the first key frame, and names what lies before as damaged', async () => {
    const { file, damaged } = await remuxed([
      from(0, { isCut: true }),
      from(4, { keys: [4, 5], isCut: true }),
      // Of pictures that are here.
      from(8, { isCut: true }),
    ])
    expect(file.spans).toEqual([{ fileMs: 0, startMs: 5_000, endMs: 12_000 }])
    expect(file.frames).toBe(175)
    expect(damaged).toEqual([
      { startMs: 0, endMs: 4_000 },
      { startMs: 4_000, endMs: 5_000 },
    ])
  })

  it('begins with the key frame that the range needs, in whatever segment before it', async () => {
    const { file, damaged } = await remuxed(
      [
        // Before a gap.
        from(0),
        from(90),
        from(94, { keys: [94, 95, 96] }),
        from(98, { isCut: true }),
        from(102, { keys: [102, 104], isCut: true }),
      ],
      undefined,
      103_000,
    )
    expect(file.spans).toEqual([{ fileMs: 0, startMs: 96_000, endMs: 106_000 }])
    expect(damaged).toEqual([])
  })

  it('writes nothing where the key frame that the range needs can still be had', async () => {
    const cut = { listedMs: 98_000, pictures: every(PICTURE, 98), keys: [98, 100], isCut: true }
    const job = { ...(await jobOf([cut], 99_000)), canGoBack: true }
    expect(await remux(job, () => undefined)).toMatchObject({ files: [], damaged: [], lacksKeyFrame: true })
    expect(readdirSync(job.folder)).toEqual(['0.segment'])
    const whole = await jobOf([{ ...cut, isCut: false }], 99_000)
    expect(await remux({ ...whole, canGoBack: true }, () => undefined)).toMatchObject({ files: [{}] })
  })

  it('has nothing of before the range that a damaged segment keeps from its pictures', async () => {
    const { file } = await remuxed(
      [
        from(90),
        from(94, { change: (path) => writeFileSync(path, '') }),
        from(98, { keys: [98, 100], isCut: true }),
      ],
      undefined,
      99_000,
    )
    expect(file.spans).toEqual([{ fileMs: 0, startMs: 100_000, endMs: 102_000 }])
  })

  it('has each picture at its time after many segments that are listed longer than they are', async () => {
    const seconds = 1.96
    const segments = Array.from({ length: 60 }, (_, at) => ({
      listedMs: Math.round(at * seconds * 1_000),
      listedSeconds: 2,
      pictures: every(PICTURE, at * seconds, seconds),
    }))
    const { file, pictures, damaged } = await remuxed(segments)
    const [span, ...others] = file.spans
    expect([others, damaged]).toEqual([[], []])
    const offMs = pictures.map((at, index) => (span?.startMs ?? 0) + at * 1_000 - index * PICTURE * 1_000)
    expect(pictures).toHaveLength(60 * 49)
    expect(Math.max(...offMs.map(Math.abs))).toBeLessThan(1)
  })

  it('names as damaged what a segment has fewer pictures of than was listed', async () => {
    const { file, damaged } = await remuxed([
      from(0, { listedSeconds: 10 }),
      // Rounded in the list.
      from(10, { listedSeconds: 4.4 }),
    ])
    expect(file.spans).toMatchObject([{ endMs: 4_000 }, { startMs: 10_000, endMs: 14_000 }])
    expect(damaged).toEqual([{ startMs: 4_000, endMs: 10_000 }])
  })

  it('goes on in another file, with a key frame and without a picture less, before one is longer than any disk takes', async () => {
    const segments = [0, 4, 8, 12].map((seconds) => {
      const [first = 0, second = 0, ...others] = every(PICTURE, seconds)
      // Shown before the key frame that it comes after.
      return from(seconds, { pictures: [second, first, ...others], isCut: seconds === 4 })
    })
    const { length } = await encode(segments[0] ?? from(0))
    const { files, damaged } = await remuxed(segments, length * 1.5)
    expect(files.map(({ name, frames }) => [name, frames])).toEqual([
      // All but the very first picture, which needs one before it; its second segment begins without a key frame.
      ['camera.mp4', 199],
      ['camera-2.mp4', 100],
      ['camera-3.mp4', 100],
    ])
    expect(files.flatMap(({ spans }) => spans)).toEqual([
      { fileMs: 0, startMs: 40, endMs: 8_000 },
      { fileMs: 0, startMs: 8_000, endMs: 12_000 },
      { fileMs: 0, startMs: 12_000, endMs: 16_000 },
    ])
    expect(damaged).toEqual([])
  })

  it('needs a key frame after a gap, and names what lies before it as damaged', async () => {
    const { files, file, damaged } = await remuxed([from(0), from(8, { isCut: true })])
    expect([files.length, file.spans]).toEqual([1, [{ fileMs: 0, startMs: 0, endMs: 4_000 }]])
    expect(damaged).toEqual([{ startMs: 8_000, endMs: 12_000 }])
  })

  it('keeps the sound at each join where pictures are shown later than they are decoded', async () => {
    const delay = 0.08
    const { sound } = await remuxed(
      [0, 4].map((at) => from(at, { pictures: every(PICTURE, at + delay), sound: every(SOUND, at) })),
    )
    // But what was heard before the first picture.
    expect(sound).toHaveLength(2 * 200 - 4)
  })

  it.each([
    // All but those of the first segment, which need pictures before it.
    ['keeps', 4_000, 4, 200 - 2],
    ['keeps where only the recorder’s clock goes forward', 4_700, 4, 200 - 2],
    ['drops after a gap', 20_000, 20, 200 - 4],
    ['drops after a gap in footage whose times begin anew', 4_700, 0, 200 - 4],
  ])(
    '%s the pictures that are shown before the key frame of their segment',
    async (_, listedMs, seconds, frames) => {
      const { files, file } = await remuxed([lateKey(0), { ...lateKey(seconds), listedMs }])
      expect([files.length, file.frames]).toEqual([1, frames])
    },
  )

  it('loses nothing and calls nothing damaged where only the recorder’s clock goes forward', async () => {
    const delay = 0.08
    const { file, damaged, sound } = await remuxed(
      [0, 4].map((at) => ({
        listedMs: at * 1_175,
        pictures: every(PICTURE, at + delay),
        sound: every(SOUND, at),
        isCut: at > 0,
      })),
    )
    expect([file.frames, damaged]).toEqual([200, []])
    // But what was heard before the first picture.
    expect(sound).toHaveLength(2 * 200 - 4)
    expect(file.spans).toEqual([
      { fileMs: 0, startMs: 0, endMs: 4_000 },
      { fileMs: 4_000, startMs: 4_700, endMs: 8_700 },
    ])
  })
})
