import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import type { MediaProblem } from '#contract/wall/playback.ts'
import { retryAfterInMs } from '../../platform/retry-policy.ts'
import type { Clock } from '../../time.ts'
import type { GatewayLimits } from '../defaults.ts'
import type { Lease } from '../platform-session.ts'
import {
  MANIFEST_START,
  ManifestFault,
  manifestLines,
  ManifestPrint,
  rewrittenLine,
} from './manifest-lines.ts'
import {
  isManifestType,
  lengthOf,
  manifestAnswer,
  problemAnswer,
  refusal,
  segmentAnswer,
} from './media-answers.ts'
import { addressOfRest, hiddenIn, type RewriteContext } from './media-path.ts'
import { hasFootageName, hasManifestName, type MediaTarget } from './media-request.ts'
import type { SessionReader } from './session-reader.ts'
import { deadStatuses, type UpstreamAnswer } from './upstream.ts'

export interface DeliveryOptions {
  readonly reader: SessionReader
  readonly clock: Clock
  readonly limits: GatewayLimits
}

/** Hands the platform's answers on to the player: footage as it comes, manifests line by line, refusals in words. */
export class Delivery {
  readonly #options: DeliveryOptions

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  async deliver(
    target: MediaTarget,
    lease: Lease,
    outcome: UpstreamAnswer | MediaProblem,
  ): Promise<Response> {
    if (typeof outcome === 'string') return problemAnswer(outcome)
    const { response, abort } = outcome
    const { status } = response
    if (response.ok || status === 304 || status === 416) {
      const isManifest =
        hasManifestName(target.rest) || (isManifestType(response) && !hasFootageName(target.rest))
      return isManifest ? this.#manifest(target, lease, outcome) : this.#segment(outcome)
    }
    abort()
    if (deadStatuses.has(status) && status !== 404) {
      const error = wallError('platform_failed', exactMessage('footage_refused_again'))
      target.playback.session.startedInVain(lease.generation, error)
      return refusal(error)
    }
    if (status === 404) return problemAnswer('missing')
    const waitInMs = retryAfterInMs(response.headers, this.#options.clock.wallMs())
    if (status === 429) {
      return problemAnswer(
        'rate-limited',
        wallError('rate_limited', undefined, Math.max(1_000, waitInMs ?? 0)),
      )
    }
    return status >= 500
      ? problemAnswer('platform-failed', wallError('platform_failed', undefined, waitInMs))
      : problemAnswer('refused')
  }

  #segment(answer: UpstreamAnswer): Response {
    const { reader, limits } = this.#options
    const { maxSegmentBytes } = limits
    const { response, abort } = answer
    const body = response.body === null ? null : reader.read(answer, maxSegmentBytes)
    const delivered = lengthOf(response) > maxSegmentBytes ? undefined : segmentAnswer(response, body)
    if (delivered === undefined) void (body === null ? abort() : body.cancel())
    return delivered ?? problemAnswer('not-media')
  }

  async #manifest({ playback, rest }: MediaTarget, lease: Lease, answer: UpstreamAnswer): Promise<Response> {
    const { reader, limits } = this.#options
    const { response, address, abort } = answer
    const notes = reader.notesOf(playback)
    if (lengthOf(response) > limits.maxManifestBytes) {
      abort()
      return problemAnswer('manifest-too-large')
    }
    if (response.body === null) return problemAnswer('not-media')
    const lines = manifestLines(reader.read(answer, Number.POSITIVE_INFINITY), limits)
    const first = await lines.next().catch(() => undefined)
    if (first === undefined || first.done === true || !/^\uFEFF?#EXTM3U\b/.test(first.value)) {
      letGo(lines)
      return problemAnswer('not-media')
    }
    const hosts = reader.hosts(lease)
    const isMoved = addressOfRest(rest, lease, hosts)?.href !== address.href
    const context: RewriteContext = {
      manifest: address,
      isMoved,
      lease,
      hidden: hiddenIn(lease),
      hosts,
      playbackId: playback.id,
    }
    const print = new ManifestPrint(playback.kind === 'local')
    const variables = notes.variablesOf(rest, address, limits)
    const write = (raw: string) => {
      const line = variables.written(raw)
      if (!print.isComplete) {
        print.read(line)
        if (print.isComplete) notes.read({ rest, print, importsVariables: variables.hasImported })
      }
      return rewrittenLine(line, context)
    }
    const onFault = (error: unknown) => {
      if (error instanceof ManifestFault) notes.tooLarge.add(rest)
      abort()
    }
    const body = pieces(lines, write, onFault)
    // One that was never begun would end nothing when its player gives it up.
    await body.next()
    return manifestAnswer(body)
  }
}

/** Pieces of about this size: a line alone would be a task of its own for each segment of an hour. */
const PIECE_CHARS = 16 * 1_024

/** A manifest of the lines after the first one, written again one by one. */
async function* pieces(
  lines: AsyncGenerator<string>,
  write: (line: string) => string,
  onFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = `${MANIFEST_START}\n`
  try {
    yield new Uint8Array()
    for await (const line of lines) {
      piece += `${write(line)}\n`
      if (piece.length < PIECE_CHARS) continue
      yield encoder.encode(piece)
      piece = ''
    }
    yield encoder.encode(piece)
  } catch (error) {
    onFault(error)
    throw error
  } finally {
    letGo(lines)
  }
}

/** Ends what is being read; it may have ended by itself, and by an error. */
function letGo(lines: AsyncGenerator<string>): void {
  lines.return(undefined).catch(() => undefined)
}
