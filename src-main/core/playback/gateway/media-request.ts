import type { Playback } from '../playback-sessions.ts'

export interface MediaRequest {
  readonly method: string
  /** Path and query as they came: not resolved, not decoded. */
  readonly path: string
  readonly headers: Headers
  /** The player has given it up. */
  readonly signal: AbortSignal
}

/** A file of a playback, and the request for it. */
export interface MediaTarget {
  readonly playback: Playback
  /** Below the playback's address, with its query. */
  readonly rest: string
  readonly request: Pick<MediaRequest, 'headers' | 'signal'>
}

/** A request of the gateway's own, which carries nothing of the player's. */
export function gatewayTarget(
  playback: Playback,
  rest: string,
  signal = new AbortController().signal,
): MediaTarget {
  return { playback, rest, request: { headers: new Headers(), signal } }
}

export function hasManifestName(rest: string): boolean {
  return /\.m3u8?$/i.test(pathOf(rest))
}

/** Some servers have one type for all files of a session. */
export function hasFootageName(rest: string): boolean {
  return /\.(?:ts|m4[sva]|mp4|cmf[va]|aac|vtt|key)$/i.test(pathOf(rest))
}

function pathOf(rest: string): string {
  return rest.split('?', 1)[0] ?? ''
}
