import type { ErrorData } from 'hls.js'
import { t } from '#renderer/language/language.ts'
import { wallErrorSchema } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { MEDIA_PROBLEM_HEADER } from '#contract/wall/playback.ts'
import { errorWords } from '../../language/error-words.ts'

/** What a player cannot get over by itself, and what has to be done. */
export type PlayerFault =
  /** The platform's new session counts differently, or the decoder is stuck: the same address, another player. */
  | { readonly kind: 'rebuild' }
  /** The shell has forgotten this playback: another address. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'unplayable' }
  /**
   * One segment cannot be played; `untilSeconds`: nor those after it up to there; `needsPlayer`: nor anything after it by
   * this player.
   */
  | {
      readonly kind: 'segment'
      readonly mediaStartSeconds: number
      readonly untilSeconds?: number
      readonly needsPlayer: boolean
      /** The network or the platform failed, and not the footage. */
      readonly isPassing: boolean
      readonly reason: string
    }
  /** A rendition of sound alone, or sound that this machine cannot decode: the picture can go on without it. */
  | { readonly kind: 'sound' }
  | { readonly kind: 'manifest'; readonly reason: string }
  /** A list without footage, to which nothing will be added. */
  | { readonly kind: 'empty' }

const codecDetails = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
  'bufferIncompatibleCodecsError',
])
/** With the second, hls.js would make another media source and append the same segment again, for ever. */
const appendDetails = new Set(['bufferAppendError', 'mediaSourceRequiresReset'])
/** For the operator, of what is listed and turns out not to play. */
export const damagedWords = () => t('playback.fault.damaged')

/** Pictures whose key frame is not to be had. */
export function keyless(mediaStartSeconds: number, untilSeconds: number): PlayerFault {
  const reason = t('playback.fault.keyless')
  return { kind: 'segment', mediaStartSeconds, untilSeconds, needsPlayer: false, isPassing: false, reason }
}

/** Undefined of what hls.js gets over by itself. */
export function playerFault(data: ErrorData): PlayerFault | undefined {
  const { frag, fatal } = data
  const details: string = data.details
  const answer = gatewayAnswer(data.networkDetails)
  if (answer?.problem === 'session-changed') return { kind: 'rebuild' }
  if (answer?.problem === 'unknown-playback') return { kind: 'reopen' }
  if (codecDetails.has(details)) return { kind: data.sourceBufferName === 'audio' ? 'sound' : 'unplayable' }
  // Given up after some nudges, which take seconds: that does not come again at once.
  if (fatal && details === 'bufferStalledError') return { kind: 'rebuild' }
  const isSegment = frag !== undefined && isOfSegment(data)
  const type: string | undefined = frag?.type
  if ((isSegment || fatal) && (type === 'audio' || details.startsWith('audioTrack'))) return { kind: 'sound' }
  if (isSegment) {
    const isNetwork = isOfNetwork(data)
    const reason = isNetwork ? (answer?.message ?? t('playback.fault.missing')) : damagedWords()
    const needsPlayer = appendDetails.has(details)
    return { kind: 'segment', mediaStartSeconds: frag.start, needsPlayer, isPassing: isNetwork, reason }
  }
  if (!fatal) return undefined
  if (isEmptyForGood(data.response?.data)) return { kind: 'empty' }
  return { kind: 'manifest', reason: answer?.message ?? t('playback.fault.notReadable') }
}

/** A list without a segment that has ended; hls.js has several names for what it does not like about one. */
function isEmptyForGood(list: unknown): boolean {
  if (typeof list !== 'string' || !list.startsWith('#EXTM3U')) return false
  return /^#EXT-X-(?:ENDLIST|PLAYLIST-TYPE:VOD)\b/m.test(list) && !/^#EXTINF:/m.test(list)
}

/** Only what a further try of the same segment would not mend. */
function isOfSegment(data: ErrorData): boolean {
  const { fatal, response } = data
  const details: string = data.details
  if (details === 'fragParsingError' || appendDetails.has(details)) return true
  if (!isOfNetwork(data)) return fatal
  const status = response?.code ?? 0
  return fatal || details === 'fragLoadTimeOut' || (status >= 400 && status < 500 && status !== 429)
}

function isOfNetwork(data: ErrorData): boolean {
  const type: string = data.type
  return type === 'networkError'
}

function gatewayAnswer(
  networkDetails: unknown,
): { problem: string; message: string | undefined } | undefined {
  if (!(networkDetails instanceof XMLHttpRequest)) return undefined
  const problem = networkDetails.getResponseHeader(MEDIA_PROBLEM_HEADER)
  if (problem === null) return undefined
  const { response } = networkDetails
  const text = response instanceof ArrayBuffer ? new TextDecoder().decode(response) : response
  return { problem, message: errorWords(wallErrorSchema.safeParse(parseJson(String(text))).data) }
}
