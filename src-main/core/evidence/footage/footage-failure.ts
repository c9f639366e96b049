import { type WallError, type WallErrorCode, wallError } from '#contract/errors.ts'
import { MEDIA_PROBLEM_HEADER, type MediaProblem } from '#contract/wall/playback.ts'

/** What to do about a file that did not come. */
export type FootageFailure =
  /** The platform lists it and does not have it: a gap. */
  | { readonly kind: 'missing' }
  /** The window is another one now: open it again. */
  | { readonly kind: 'reopen' }
  | { readonly kind: 'failed'; readonly error: WallError }

const codes: Readonly<Partial<Record<MediaProblem, WallErrorCode>>> = {
  'rate-limited': 'rate_limited',
  'platform-failed': 'platform_failed',
  'session-refused': 'platform_failed',
  unreachable: 'unreachable',
  timeout: 'timeout',
  refused: 'refused',
  'host-not-allowed': 'host_not_allowed',
  'not-media': 'bad_answer',
  'manifest-too-large': 'bad_answer',
  'bad-path': 'bad_answer',
}

/** Of an answer of the gateway without media. */
export async function failureOf(response: Response): Promise<FootageFailure> {
  const problem = response.headers.get(MEDIA_PROBLEM_HEADER) ?? ''
  if (problem === 'missing') return { kind: 'missing' }
  if (problem === 'unknown-playback' || problem === 'session-changed') return { kind: 'reopen' }
  const code = codeOf(problem)
  const sentence = await response.text().catch(() => '')
  return {
    kind: 'failed',
    error: wallError(code, sentence === '' ? undefined : sentence),
  }
}

function codeOf(problem: string): WallErrorCode {
  return Object.entries(codes).find(([name]) => name === problem)?.[1] ?? 'platform_failed'
}
