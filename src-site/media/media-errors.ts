/**
 * Every failure of the media side, once.
 * `permanent` ones need a person; the others are tried again by whoever owns the resource.
 */
export const mediaErrors = {
  binary_missing: { raisedBy: 'the LiveKit supervisor: the program cannot be started', permanent: true },
  version_unfit: {
    raisedBy: 'the LiveKit supervisor: another version than the one that is tested',
    permanent: true,
  },
  data_folder: { raisedBy: 'the LiveKit supervisor: the configuration cannot be written', permanent: true },
  port_taken: { raisedBy: 'LiveKit: another program holds the port', permanent: false },
  start_failed: { raisedBy: 'LiveKit: it ended before it answered', permanent: false },
  start_timeout: { raisedBy: 'the LiveKit supervisor: no answer in time', permanent: false },
  clip_unreadable: { raisedBy: 'the clip reader: file missing or not readable', permanent: true },
  clip_invalid: {
    raisedBy: 'the clip reader: not an H.264 Annex-B stream that starts with a key frame',
    permanent: true,
  },
  media_unreachable: { raisedBy: 'a publisher: the media server refuses or resets', permanent: false },
  token_refused: { raisedBy: 'a publisher: the media server answered 401', permanent: false },
  publish_timeout: { raisedBy: 'a publisher: no answer in time', permanent: false },
  publish_refused: { raisedBy: 'a publisher: the media server does not accept the track', permanent: false },
  cancelled: { raisedBy: 'the owner, by dispose() or stop()', permanent: false },
} as const

export type MediaErrorCode = keyof typeof mediaErrors

/** `message` is a sentence for the person at the machine; never holds a secret or a token. */
export interface MediaError {
  readonly code: MediaErrorCode
  readonly message: string
}

export function mediaError(code: MediaErrorCode, message: string): MediaError {
  return { code, message }
}
