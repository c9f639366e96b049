import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AudioCodec,
  BufferSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  MPEG_TS,
  Output,
  type VideoCodec,
} from 'mediabunny'
import { gatewayLimits } from '../../playback/defaults.ts'
import { hashFile, readPlain, renameDurably, syncFile } from '../../durable-file.ts'
import type { FootageRange } from '../footage/footage-port.ts'
import { contentHash, type StagedSegment, UnreadableFootage } from '../footage/staged-footage.ts'
import { SMALLEST_GAP_MS } from '../package/manifest.ts'

export interface RemuxJob {
  /** Where the staged segments lie. */
  readonly stagedFolder: string
  /** In the order in which they were filmed. */
  readonly segments: readonly StagedSegment[]
  readonly range: FootageRange
  /** What was filmed before them can be had: nothing is written where the first picture of the range needs it. */
  readonly canGoBack: boolean
  readonly folder: string
  /** Name of the first file without its ending; those after it get a number. */
  readonly stem: string
}

/** Footage without a gap: at `fileMs` of the file's time begins what was filmed at `startMs`. */
export interface FileSpan extends FootageRange {
  readonly fileMs: number
}

export interface RemuxedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly codec: string
  readonly widthPx: number
  readonly heightPx: number
  readonly frames: number
  /** Codec of its sound; undefined without any. */
  readonly sound: string | undefined
  readonly spans: readonly FileSpan[]
}

export interface RemuxResult {
  readonly files: readonly RemuxedFile[]
  /** What arrived and cannot be read. */
  readonly damaged: readonly FootageRange[]
  /** Some of it has sound in a form that no file of ours can have. */
  readonly lacksSound: boolean
  /** The first picture of the range needs a key frame from before all segments; with `canGoBack` that is all there is to say. */
  readonly lacksKeyFrame: boolean
}

/** A hole in the footage of less is the rounding of times in a playlist. */
const GAP_MS = 250
/** Times of the media that go on from segment to segment are kept as they are. */
const CONTINUES_WITHIN_SECONDS = 0.1
/** The first byte of one (ISO/IEC 13818-1 §2.4.3.3). */
const TRANSPORT_STREAM = 0x47
/** FAT32, as on most sticks, takes 4 GiB. Tables of the packets may be longer than in the segments. */
const MAX_FILE_BYTES = 3.75 * 1_024 ** 3

/**
 * Copies encoded pictures and sound from staged segments into MP4 files, one segment in the memory at a time. Nothing
 * is encoded again: every picture is the platform's, byte for byte. Gaps are left out of a file's time; `spans` say where.
 */
export async function remux(
  job: RemuxJob,
  onSegment: (done: number) => void,
  maxFileBytes = MAX_FILE_BYTES,
): Promise<RemuxResult> {
  const files: RemuxedFile[] = []
  const damaged: FootageRange[] = []
  let writer: FileWriter | undefined
  let lacksSound = false
  let parameters: Buffer | undefined
  try {
    const { segments, lacksKeyFrame } = await neededOf(job)
    if (lacksKeyFrame && job.canGoBack) return { files, damaged, lacksSound, lacksKeyFrame }
    for (const [at, segment] of segments.entries()) {
      const read = await readSegment(job.stagedFolder, segment, parameters)
      if (typeof read !== 'object') damaged.push({ startMs: segment.startMs, endMs: segment.endMs })
      else {
        if (read.parameters[0] === TRANSPORT_STREAM) parameters = read.parameters
        const untilMs = read.packets.reduce((ms, packet) => Math.max(ms, endOf(packet)), segment.startMs)
        // Its file ends earlier than was listed, as after a power cut of the recorder.
        if (segment.endMs - untilMs >= SMALLEST_GAP_MS) {
          damaged.push({ startMs: Math.round(untilMs), endMs: segment.endMs })
        }
        lacksSound ||= read.lacksSound
        const isSameForm = writer?.form === read.form
        const goesOn =
          isSameForm && (!writer?.isBeforeGap(segment.startMs) || writer.continuesAt(read.firstSeconds))
        const packets = trimmed(read.packets, job.range, goesOn)
        // What its first pictures need is not here.
        if (!goesOn && read.packets[0]?.packet.type !== 'key') {
          damaged.push({ startMs: segment.startMs, endMs: Math.round(packets[0]?.filmedMs ?? segment.endMs) })
        }
        if (packets.length > 0) {
          const canBegin = packets[0]?.packet.type === 'key'
          const isFull = canBegin && (writer?.segmentBytes ?? 0) + read.bytes > maxFileBytes
          if (writer !== undefined && (!isSameForm || isFull)) {
            files.push(await writer.finish())
            writer = undefined
          }
          writer ??= await FileWriter.open(job, files.length, read)
          await writer.add(packets, read)
        }
      }
      onSegment(at + 1)
    }
    if (writer !== undefined) files.push(await writer.finish())
    return { files, damaged, lacksSound, lacksKeyFrame }
  } catch (error) {
    await writer?.abandon()
    throw error
  }
}

/** Those of the range, and of the ones right before it those from the key frame on that its first picture needs. */
async function neededOf({ stagedFolder, segments, range }: RemuxJob) {
  const isOfRange = ({ endMs }: StagedSegment) => endMs > range.startMs
  const isEnough = ({ packet, filmedMs }: TimedPacket) => packet.type === 'key' && filmedMs <= range.startMs
  const before: StagedSegment[] = []
  let lacksKeyFrame = false
  for (let at = segments.findIndex(isOfRange); at >= 0; at -= 1) {
    const [segment, earlier] = [segments[at], segments[at - 1]]
    const read = segment && (await readSegment(stagedFolder, segment))
    // Behind one that is damaged a picture needs a key frame of its own.
    if (segment === undefined || read === undefined) break
    if (read !== 'undescribed' && read.packets.some(isEnough)) break
    lacksKeyFrame = earlier === undefined && segment.startMs <= range.startMs
    if (earlier === undefined || segment.startMs - earlier.endMs > GAP_MS) break
    before.unshift(earlier)
  }
  return { segments: [...before, ...segments.filter(isOfRange)], lacksKeyFrame }
}

interface TimedPacket {
  readonly packet: EncodedPacket
  readonly filmedMs: number
}

function endOf({ packet, filmedMs }: TimedPacket): number {
  return filmedMs + packet.duration * 1_000
}

interface ReadSegment {
  readonly bytes: number
  readonly packets: readonly TimedPacket[]
  /** Of the media's time. */
  readonly firstSeconds: number
  readonly config: VideoDecoderConfig
  readonly codec: VideoCodec
  /** A segment with what describes its pictures: this one, or one before. */
  readonly parameters: Buffer
  readonly sound: ReadSound | undefined
  /** Differs where a decoder has to begin anew. */
  readonly form: string
  readonly lacksSound: boolean
}

interface ReadSound {
  /** On the time line of the pictures. */
  readonly packets: readonly EncodedPacket[]
  readonly config: AudioDecoderConfig
  readonly codec: AudioCodec
}

/**
 * Undefined of what cannot be read, or is not what arrived. `undescribed`: a transport stream may have what describes its
 * pictures only where its key frames are, in `parameters`.
 */
async function readSegment(
  folder: string,
  segment: StagedSegment,
  parameters?: Buffer,
): Promise<ReadSegment | 'undescribed' | undefined> {
  // No more than the gateway has delivered.
  const bytesOf = async (file: string) =>
    (await readPlain(join(folder, file), gatewayLimits.maxSegmentBytes))?.bytes
  const media = await bytesOf(segment.file)
  const init = segment.initFile === undefined ? Buffer.alloc(0) : await bytesOf(segment.initFile)
  if (media === undefined || init === undefined) return undefined
  if (contentHash(init, media) !== segment.sha256) return undefined
  const whole = Buffer.concat([init, media])
  const read = await readMedia(segment, whole)
  if (read !== undefined || whole[0] !== TRANSPORT_STREAM) return read
  return parameters === undefined ? 'undescribed' : readMedia(segment, whole, parameters)
}

async function readMedia(
  { startMs }: StagedSegment,
  media: Buffer,
  parameters?: Buffer,
): Promise<ReadSegment | undefined> {
  const formats = [MP4, MPEG_TS]
  const initInput = parameters && new Input({ source: new BufferSource(parameters), formats })
  const input = new Input({ source: new BufferSource(media), formats, ...(initInput && { initInput }) })
  try {
    // mediabunny 1.61 knows of it what has been asked for.
    await initInput?.getTracks()
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    const codec = await track?.getCodec()
    if (track === null || config === null || config === undefined) return undefined
    if (codec === null || codec === undefined) return undefined
    if (!new Mp4OutputFormat().getSupportedVideoCodecs().includes(codec)) throw new UnreadableFootage(codec)
    const packets = await packetsOf(track)
    const sound = await readSound(input)
    const firstSeconds = Math.min(...packets.map(({ timestamp }) => timestamp))
    return {
      bytes: media.byteLength,
      packets: packets.map((packet) => ({
        packet,
        filmedMs: startMs + (packet.timestamp - firstSeconds) * 1_000,
      })),
      firstSeconds,
      config,
      codec,
      parameters: parameters ?? media,
      sound,
      form: `${formOf(config)} ${sound === undefined ? '' : soundFormOf(sound.config)}`,
      lacksSound: sound === undefined && (await input.getAudioTracks()).length > 0,
    }
  } catch (error) {
    if (error instanceof UnreadableFootage) throw error
    return undefined
  } finally {
    input.dispose()
    initInput?.dispose()
  }
}

/** Undefined without any, or of a form that MP4 does not know. */
async function readSound(input: Input): Promise<ReadSound | undefined> {
  const track = await input.getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  const codec = await track?.getCodec()
  if (track === null || config === null || config === undefined) return undefined
  if (codec === null || codec === undefined) return undefined
  if (!new Mp4OutputFormat().getSupportedAudioCodecs().includes(codec)) return undefined
  const packets = await packetsOf(track)
  return packets.length === 0 ? undefined : { packets, config, codec }
}

async function packetsOf(track: InputTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  return packets
}

function soundFormOf({ codec, numberOfChannels, sampleRate }: AudioDecoderConfig): string {
  return `${codec} ${numberOfChannels} ${sampleRate}`
}

function formOf({ codec, codedWidth, codedHeight, description }: VideoDecoderConfig): string {
  const bytes = description === undefined ? '' : Buffer.from(bytesOf(description)).toString('hex')
  return `${codec} ${codedWidth}x${codedHeight} ${bytes}`
}

function bytesOf(source: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/**
 * From the key frame that the first picture of the range needs, to the last picture that any of the range needs. A file
 * begins with a key frame, and so does what follows a gap; without one it goes on with whatever comes.
 */
function trimmed(
  packets: readonly TimedPacket[],
  { startMs, endMs }: FootageRange,
  goesOn: boolean,
): readonly TimedPacket[] {
  const needed = packets.findLastIndex(({ packet, filmedMs }) => packet.type === 'key' && filmedMs <= startMs)
  const from = needed >= 0 || goesOn ? needed : packets.findIndex(({ packet }) => packet.type === 'key')
  const first = goesOn ? undefined : packets[from]
  if (!goesOn && first === undefined) return []
  const last = packets.findLastIndex(({ filmedMs }) => filmedMs < endMs)
  return packets
    .slice(Math.max(0, from), last + 1)
    .filter(({ filmedMs }) => first === undefined || filmedMs >= first.filmedMs)
}

/** One file on its way to the disk. */
class FileWriter {
  readonly form: string
  /** Of what has been added. */
  segmentBytes = 0
  readonly #folder: string
  readonly #name: string
  readonly #output: Output
  readonly #source: EncodedVideoPacketSource
  readonly #soundSource: EncodedAudioPacketSource | undefined
  readonly #config: VideoDecoderConfig
  readonly #sound: ReadSound | undefined
  readonly #spans: FileSpan[] = []
  /** Adds to the media's seconds what makes them the file's. */
  #offsetSeconds = 0
  #endSeconds = 0
  /** Of the newest packet. */
  #soundStartSeconds = -1
  #frames = 0

  static async open(job: RemuxJob, count: number, read: ReadSegment): Promise<FileWriter> {
    const name = count === 0 ? `${job.stem}.mp4` : `${job.stem}-${count + 1}.mp4`
    const writer = new FileWriter(job.folder, name, read)
    await writer.#output.start()
    return writer
  }

  private constructor(folder: string, name: string, { form, codec, config, sound }: ReadSegment) {
    this.form = form
    this.#folder = folder
    this.#name = name
    this.#config = config
    this.#sound = sound
    this.#source = new EncodedVideoPacketSource(codec)
    this.#output = new Output({
      // Fragments of some seconds: what a file knows of its pictures is not held in memory until its end.
      format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 4 }),
      target: new FilePathTarget(this.#partPath),
    })
    this.#output.addVideoTrack(this.#source)
    this.#soundSource = sound && new EncodedAudioPacketSource(sound.codec)
    if (this.#soundSource !== undefined) this.#output.addAudioTrack(this.#soundSource)
  }

  /** Whether footage is missing between its last picture and this instant, by the recorder's clock. */
  isBeforeGap(startMs: number): boolean {
    return startMs - (this.#spans.at(-1)?.endMs ?? -Infinity) > GAP_MS
  }

  /** Whether this second of the media follows its last picture, whatever the recorder's clock says. */
  continuesAt(seconds: number): boolean {
    const offSeconds = seconds + this.#offsetSeconds - this.#endSeconds
    return this.#spans.length > 0 && Math.abs(offSeconds) < CONTINUES_WITHIN_SECONDS
  }

  /** `packets`: those of the pictures that are wanted of the segment. */
  async add(packets: readonly TimedPacket[], { bytes, config, sound }: ReadSegment): Promise<void> {
    this.segmentBytes += bytes
    const isAfterGap = this.#place(packets)
    // What is heard before the first picture belongs to the one before: muxers cut by the time of decoding.
    const startSeconds = isAfterGap ? Math.min(...packets.map(({ packet }) => packet.timestamp)) : -Infinity
    for (const { packet } of packets) {
      const placed = packet.clone({ timestamp: Math.max(0, packet.timestamp + this.#offsetSeconds) })
      await this.#source.add(placed, { decoderConfig: config })
      this.#endSeconds = Math.max(this.#endSeconds, placed.timestamp + placed.duration)
      this.#frames += 1
    }
    if (sound === undefined) return
    const endSeconds = this.#endSeconds - this.#offsetSeconds
    for (const packet of sound.packets) {
      if (packet.timestamp < startSeconds || packet.timestamp >= endSeconds) continue
      const placed = packet.clone({ timestamp: Math.max(0, packet.timestamp + this.#offsetSeconds) })
      // What two segments both hold.
      if (placed.timestamp <= this.#soundStartSeconds) continue
      this.#soundStartSeconds = placed.timestamp
      await this.#soundSource?.add(placed, { decoderConfig: sound.config })
    }
  }

  async finish(): Promise<RemuxedFile> {
    await this.#output.finalize()
    const path = join(this.#folder, this.#name)
    await syncFile(this.#partPath)
    await renameDurably(this.#partPath, path)
    const { codec, codedWidth = 0, codedHeight = 0 } = this.#config
    return {
      name: this.#name,
      ...(await hashFile(path)),
      codec,
      widthPx: codedWidth,
      heightPx: codedHeight,
      frames: this.#frames,
      sound: this.#sound?.config.codec,
      spans: this.#spans,
    }
  }

  async abandon(): Promise<void> {
    await this.#output.cancel().catch(() => undefined)
    await rm(this.#partPath, { force: true }).catch(() => undefined)
  }

  get #partPath(): string {
    return join(this.#folder, `${this.#name}.part`)
  }

  /** Where in the file's time these pictures go, and what span they belong to. Whether footage is missing before them. */
  #place(packets: readonly TimedPacket[]): boolean {
    const firstSeconds = Math.min(...packets.map(({ packet }) => packet.timestamp))
    const startMs = Math.round(Math.min(...packets.map(({ filmedMs }) => filmedMs)))
    const endMs = Math.round(Math.max(...packets.map(endOf)))
    const span = this.#spans.at(-1)
    const isGap = span === undefined || this.isBeforeGap(startMs)
    const dueMs = isGap ? this.#endSeconds * 1_000 : span.fileMs + startMs - span.startMs
    const continues = this.continuesAt(firstSeconds)
    if (isGap || !continues) this.#offsetSeconds = Math.max(this.#endSeconds, dueMs / 1_000) - firstSeconds
    const fileMs = Math.round((firstSeconds + this.#offsetSeconds) * 1_000)
    // The recorder's clock was set, or has drifted away from the media's.
    const isOff = Math.abs(fileMs - dueMs) > GAP_MS
    if (!isGap) {
      this.#spans[this.#spans.length - 1] = { ...span, endMs: Math.max(span.endMs, isOff ? startMs : endMs) }
    }
    if (isGap || isOff) this.#spans.push({ fileMs, startMs, endMs })
    return isGap && !continues
  }
}
