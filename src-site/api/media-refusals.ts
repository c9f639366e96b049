import type { Refusal } from './refusal.ts'

/** Why a media address answers nothing. Said alike for playback and for local live view. */
export const mediaRefusals = {
  unknown_session: { code: 'unknown_session', message: 'There is no such session.' },
  session_ended: {
    code: 'session_ended',
    message: 'This session has ended: it was stopped, or not used for 90 seconds. Start it again.',
  },
  unknown_file: { code: 'unknown_path', message: 'The session has no such file.' },
} as const satisfies Record<string, Refusal>
