import { isPermanent, type WallError, wallError, wallErrorSchema, withMore } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { MEDIA_PROBLEM_HEADER } from '#contract/wall/playback.ts'
import { backoffInMs, pause, type Timers, unlessAborted } from '../../time.ts'
import { evidenceDefaults } from '../defaults.ts'
import type { FootagePort, FootageRange } from './footage-port.ts'
import { GapSearch } from './gap-search.ts'
import { bestRendition, type ListedSegment, type MediaPlaylist, readPlaylist } from './playlist.ts'
import type { StagedFootage } from './staged-footage.ts'

interface FootageReaderOptions {
  readonly port: FootagePort
  readonly cameraId: string
  readonly range: FootageRange
  readonly staged: StagedFootage
  readonly timers: Timers
  readonly signal: AbortSignal
  /** By the recorder's clock: what was filmed shortly before it may be listed later. */
  readonly askedMs: number
  /** Footage of this camera has been read up to here and is on the disk; each missing range is reported once. */
  readonly onProgress: (untilMs: number) => Promise<void>
  readonly onMissing: (range: FootageRange) => void
  readonly onBytes: (bytes: number) => void
  readonly onFlaw: (flaw: FootageFlaw) => void
  /** Why nothing comes at the moment; undefined once something does. */
  readonly onTrouble: (error: WallError | undefined) => void
}

/**
 * `reckoned-times`: counted from the requested instant, because the platform names none; `separate-sound`: sound is not
 * in the segments that are read.
 */
export type FootageFlaw = 'reckoned-times' | 'separate-sound'

const {
  tries,
  triesWithinGap,
  backoff,
  stepWithoutCoverageInMs,
  shortestWindowInMs,
  questionsOfUnknown,
  unlistedForInMs,
} = evidenceDefaults.reading

/** A platform without codes of ours answers so where nothing is recorded, and where it does not know the camera. */
function isUnclear({ code, member }: WallError): boolean {
  return member === undefined && (code === 'not_found' || code === 'refused')
}

/** Of a list without what was asked for, to which more may be added. */
const notListed = wallError('platform_failed', exactMessage('footage_not_listed'))

/** Of the platform's refusal of a window. */
function lessIsGiven(refusal: WallError): WallError {
  return withMore(refusal, exactMessage('export_gives_less', { minutes: shortestWindowInMs / 60_000 }))
}

/** What is given of an instant. `why`: nothing is, and that need not mean that nothing was recorded. */
type Look =
  | { readonly first: ListedSegment; readonly list: MediaPlaylist; readonly why?: undefined }
  | { readonly first?: undefined; readonly why?: WallError }

/** `undefined`: called off. */
type Read<Value> = Result<Value, WallError | 'missing' | 'reopen' | undefined>

/** Reads all footage of a camera in a range into files, an hour at a time and a segment at a time. */
export class FootageReader {
  readonly #options: FootageReaderOptions
  readonly #search: GapSearch
  /** The initialization that was read last. */
  #init: { readonly key: string; readonly bytes: Uint8Array } | undefined
  /** Where what was listed last ends. */
  #listedMs: number
  /** Of a list within a gap: as many as any list of this camera has taken so far. */
  #triesWithinGap: number = triesWithinGap
  /** Windows in turn that became others while they were read. */
  #reopened = 0
  /** The last answer that may mean that the platform does not know the camera. */
  #refusal: WallError | undefined
  /** Whether a window of the usual length is given; or the last refusal of one. */
  #usualWindow: 'unknown' | 'given' | WallError = 'unknown'

  constructor(options: FootageReaderOptions) {
    this.#options = options
    this.#search = new GapSearch(options.onMissing)
    this.#listedMs = options.range.startMs
  }

  /** Of an abort, `undefined` is the failure. Throws what the file system throws. */
  async read(): Promise<Result<undefined, WallError | undefined>> {
    const { port, signal, cameraId, range, staged } = this.#options
    const { startMs, endMs } = range
    const recorded = await unlessAborted(signal, port.coverage(cameraId, { startMs, endMs }))
    let atMs = startMs
    while (atMs < endMs) {
      if (signal.aborted) return fail(undefined)
      const stretch = recorded?.find((range) => range.endMs > atMs)
      if (recorded !== undefined && (stretch === undefined || stretch.startMs >= endMs)) break
      if (stretch !== undefined) atMs = Math.max(atMs, stretch.startMs)
      const untilMs = Math.min(endMs, stretch?.endMs ?? Infinity)
      const looked = await this.#look(atMs, untilMs)
      // Named as not yet listed, and looked for again by whoever goes on with the export.
      if (looked.ok && looked.value.why === notListed && atMs > this.#surelyListedMs) break
      const next = looked.ok
        ? looked.value.first === undefined
          ? await this.#passOver(atMs, untilMs, stretch !== undefined, looked.value.why)
          : await this.#take(looked.value, atMs, untilMs)
        : looked
      if (next.ok) atMs = next.value
      else if (next.error === 'reopen' && this.#reopened < tries) this.#reopened += 1
      else return fail(typeof next.error === 'string' ? wallError('platform_failed') : next.error)
    }
    // Of a camera that the platform does not know nothing may be signed as a gap.
    if (this.#refusal !== undefined && staged.bytes === 0) return fail(this.#refusal)
    await this.#progress(endMs)
    return ok(undefined)
  }

  /** What the platform gives of this instant. */
  async #look(atMs: number, untilMs: number): Promise<Read<Look>> {
    const { port, cameraId, range } = this.#options
    const opened = await this.#patiently(() => port.open(cameraId, Math.floor(atMs)))
    if (!opened.ok) {
      const { error } = opened
      if (typeof error !== 'object') return fail(undefined)
      const isWindowRefused = error.code === 'refused' || error.code === 'range_refused'
      if (!isUnclear(error) && error.code !== 'no_recording' && error.code !== 'range_refused')
        return fail(error)
      if (isWindowRefused && this.#usualWindow !== 'given') {
        if (this.#usualWindow === 'unknown' && (await this.#givesLess(atMs))) return fail(lessIsGiven(error))
        this.#usualWindow = error
      }
      return ok(isUnclear(error) ? { why: error } : {})
    }
    const listed = await this.#filledPlaylist(opened.value, atMs, untilMs < range.endMs ? untilMs : Infinity)
    // Some platforms end no list: what is not listed is not given.
    if (!listed.ok) return listed.error === notListed ? ok({ why: notListed }) : listed
    // The one that ends here may be listed once more.
    const first = listed.value.segments.find((segment) => endOf(segment) > atMs + 1)
    return ok(first === undefined ? {} : { first, list: listed.value })
  }

  /** Nothing is given of this instant. Returns the next one. */
  async #passOver(
    atMs: number,
    untilMs: number,
    isRecorded: boolean,
    why: WallError | undefined,
  ): Promise<Read<number>> {
    const { range, staged, onTrouble } = this.#options
    this.#refusal = why ?? this.#refusal
    // As it is answered for a camera that the platform does not know.
    const isUnknown = this.#refusal !== undefined && staged.bytes === 0
    const nextMs = this.#search.after(atMs, {
      endMs: untilMs,
      isMissing: isRecorded || why !== undefined,
      longestStepInMs: Math.max(
        stepWithoutCoverageInMs,
        isUnknown && why !== undefined ? (range.endMs - range.startMs) / questionsOfUnknown : 0,
      ),
    })
    if (isUnknown) onTrouble(this.#refusal)
    else if (atMs > range.startMs) await this.#progress(atMs)
    return ok(nextMs)
  }

  /** Reads what is listed, unless it may begin earlier. Returns the next instant. */
  async #take(
    { first, list }: Extract<Look, { list: MediaPlaylist }>,
    atMs: number,
    untilMs: number,
  ): Promise<Read<number>> {
    const earlierMs = first.startMs <= atMs ? this.#search.before(atMs) : undefined
    if (earlierMs !== undefined) return ok(earlierMs)
    // The first instants may have been refused for another reason; this window may be shorter than the usual.
    const { emptyMs = atMs } = this.#search
    const refused = this.#usualWindow
    if (typeof refused === 'object' && emptyMs < atMs && (await this.#givesLess(emptyMs))) {
      return fail(lessIsGiven(refused))
    }
    this.#search.end(Math.min(first.startMs, untilMs))
    const read = await this.#readListed(list)
    if (!read.ok) return read
    this.#reopened = 0
    this.#usualWindow = 'given'
    // A platform may end a window at a gap: what follows it is asked for anew.
    this.#listedMs = read.value
    await this.#progress(Math.min(read.value, this.#options.range.endMs))
    return read
  }

  /** Whether the platform gives a shorter window at this instant: then its refusal means no gap. */
  async #givesLess(atMs: number): Promise<boolean> {
    const { port, cameraId } = this.#options
    return (await this.#patiently(() => port.open(cameraId, Math.floor(atMs), shortestWindowInMs))).ok
  }

  /** A power cut must not leave the word that footage was read without the footage: it would pass for a gap. */
  async #progress(untilMs: number): Promise<void> {
    const { onProgress, staged } = this.#options
    await staged.sync()
    await onProgress(Math.min(untilMs, Math.max(this.#listedMs, this.#surelyListedMs)))
  }

  /** What was filmed by then is listed, if it is there. */
  get #surelyListedMs(): number {
    return this.#options.askedMs - unlistedForInMs
  }

  /** Returns the end of what is listed. */
  async #readListed({ segments, isEncrypted, isReckoned }: MediaPlaylist): Promise<Read<number>> {
    const { range, staged } = this.#options
    if (isEncrypted) return fail(wallError('export_unreadable'))
    const wanted = segments.filter(
      (segment) => segment.startMs < range.endMs && endOf(segment) > range.startMs,
    )
    if (isReckoned && wanted.length > 0) this.#options.onFlaw('reckoned-times')
    const spans = wanted.map((segment) => ({
      segment,
      startMs: Math.round(segment.startMs),
      endMs: Math.round(endOf(segment)),
    }))
    for (const { segment, ...span } of staged.inTakes(spans)) {
      if (staged.has(span)) continue
      const { startMs, endMs } = span
      const read = segment.isGap ? fail('missing' as const) : await this.#segment(segment)
      if (read.ok) {
        await staged.add(span, read.value.bytes, read.value.init)
        this.#options.onBytes(read.value.bytes.byteLength)
      } else if (read.error === 'missing') this.#options.onMissing({ startMs, endMs })
      else return read
    }
    return ok(segments.reduce((untilMs, segment) => Math.max(untilMs, endOf(segment)), 0))
  }

  /** A platform may list what it fetches from a recorder bit by bit: until the list has ended, an empty one means no gap. */
  #filledPlaylist(
    window: { readonly manifest: string; readonly startMs: number },
    atMs: number,
    recordedMs: number,
  ): Promise<Read<MediaPlaylist>> {
    const most = this.#search.emptyMs === undefined ? tries : this.#triesWithinGap
    let asked = 0
    return this.#patiently(
      async () => {
        asked += 1
        const listed = await this.#playlist(window, recordedMs)
        if (!listed.ok) return listed
        const isFilled = listed.value.segments.some((segment) => endOf(segment) > atMs + 1)
        if (!listed.value.isEnded && !isFilled) return fail(notListed)
        this.#triesWithinGap = Math.max(this.#triesWithinGap, asked + 1)
        return listed
      },
      // Every other has been tried again already.
      (error) => error === notListed && asked < most,
    )
  }

  async #playlist(
    { manifest, startMs }: { readonly manifest: string; readonly startMs: number },
    recordedMs: number,
  ): Promise<Read<MediaPlaylist>> {
    const first = await this.#get(manifest, undefined)
    if (!first.ok) return first
    const text = new TextDecoder().decode(first.value)
    const best = bestRendition(text, manifest)
    const media = best === undefined ? first : await this.#get(best.path, undefined)
    if (!media.ok) return media
    if (best?.hasSeparateSound === true) this.#options.onFlaw('separate-sound')
    const listed = readPlaylist(new TextDecoder().decode(media.value), best?.path ?? manifest, startMs)
    if (!listed.isReckoned) return ok(listed)
    // A reckoned time beyond the recorded range is that of footage after a gap. Times may be late by most of a segment.
    const segments = listed.segments.filter((one) => one.startMs < recordedMs - 250)
    return ok({ ...listed, segments })
  }

  async #segment({ path, bytes, initPath, initBytes }: ListedSegment) {
    const init = initPath === undefined ? ok(undefined) : await this.#initialization(initPath, initBytes)
    if (!init.ok) return init
    const media = await this.#get(path, bytes)
    return media.ok ? ok({ bytes: media.value, init: init.value }) : media
  }

  async #initialization(path: string, range: string | undefined) {
    const key = `${path} ${range ?? ''}`
    if (this.#init?.key === key) return ok(this.#init.bytes)
    const read = await this.#get(path, range)
    if (read.ok) this.#init = { key, bytes: read.value }
    return read
  }

  #get(path: string, range: string | undefined): Promise<Read<Uint8Array>> {
    let isOfSession = false
    // Whatever the platform says of a session, another try may start one.
    const isPassing = (error: WallError) => isOfSession || !isPermanent(error.code)
    return this.#patiently(async () => {
      const headers = new Headers(range === undefined ? {} : { range: `bytes=${range}` })
      const response = await this.#options.port.get(path, headers, this.#options.signal)
      isOfSession = response.headers.get(MEDIA_PROBLEM_HEADER) === 'session-refused'
      if (!response.ok) return fail(await failureOf(response))
      try {
        const all = new Uint8Array(await response.arrayBuffer())
        if (range === undefined || response.status === 206) return ok(all)
        // A server that knows no ranges sends everything.
        const [first = 0, last = 0] = range.split('-').map(Number)
        return first < all.length ? ok(all.subarray(first, last + 1)) : fail('missing')
      } catch {
        return fail(wallError('unreachable', exactMessage('footage_broken_off')))
      }
    }, isPassing)
  }

  /** Again and again, further and further apart; what has to be mended by somebody is not tried again. */
  async #patiently<Value>(
    ask: () => Promise<Read<Value>>,
    isPassing = (error: WallError) => !isPermanent(error.code),
  ): Promise<Read<Value>> {
    const { signal, timers, onTrouble } = this.#options
    for (let tried = 1; ; tried += 1) {
      if (signal.aborted) return fail(undefined)
      // A platform may take a minute to answer. What it opens then is closed with the port.
      const answer = (await unlessAborted(signal, ask())) ?? fail(undefined)
      if (answer.ok || typeof answer.error !== 'object') {
        onTrouble(undefined)
        return answer
      }
      const { error } = answer
      if (signal.aborted) return fail(undefined)
      if (!isPassing(error) || tried >= tries) return answer
      onTrouble(error)
      const usualInMs = backoffInMs(backoff, tried, () => 0)
      await pause(timers, Math.max(error.retryInMs ?? 0, usualInMs), signal).ended
    }
  }
}

function endOf({ startMs, durationMs }: ListedSegment): number {
  return startMs + durationMs
}

/**
 * Of an answer of the gateway without media. `missing`: the platform lists the file, or that part of it, and does not
 * have it, a gap; `reopen`: the window is another one now.
 */
async function failureOf(response: Response): Promise<WallError | 'missing' | 'reopen'> {
  const problem = response.headers.get(MEDIA_PROBLEM_HEADER) ?? ''
  if (problem === 'missing' || response.status === 416) return 'missing'
  if (problem === 'unknown-playback' || problem === 'session-changed') return 'reopen'
  const read = wallErrorSchema.safeParse(await response.json().catch(() => undefined))
  return read.data ?? wallError('platform_failed')
}
