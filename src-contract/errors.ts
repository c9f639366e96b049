import { z } from 'zod'
import english from '../resources/languages/en.json' with { type: 'json' }
import { exactSchema, type Notice, type ExactMessage } from './exact-words.ts'

/**
 * Every failure that a wall can tell its operator, once.
 *
 * `permanent` failures are not tried again by themselves: somebody has to act. The others are
 * retried by whoever owns the resource, for as long as it is wanted.
 * `errors.CODE` of the catalogues is what an operator reads when the raiser has nothing more exact to say: what
 * happened, what to do.
 */
export const wallErrors = {
  not_configured: {
    raisedBy: 'PlatformClient, before any request',
    permanent: true,
    recovers: 'the operator names a platform on the connection page',
  },
  no_key: {
    raisedBy: 'PlatformClient, before any request that needs a key',
    permanent: true,
    recovers: 'the operator signs in or pastes a key',
  },
  key_rejected: {
    raisedBy: 'the platform: 401',
    permanent: true,
    recovers: 'a new key',
  },
  not_allowed: {
    raisedBy: 'the platform: 403',
    permanent: true,
    recovers: 'an administrator of the platform grants access',
  },
  not_found: {
    raisedBy:
      'the platform: 404; 405, 501, or 403 without a code of assumption 26, to a call that the interface document does not have',
    permanent: true,
    recovers: 'another camera, or a refreshed camera list',
  },
  limit_reached: {
    raisedBy: 'the platform: 409',
    permanent: true,
    recovers: 'something of the same kind is given up on the platform',
  },
  refused: {
    raisedBy: 'the platform: any other 4xx',
    permanent: true,
    recovers: 'a corrected request',
  },
  rate_limited: {
    raisedBy: 'the platform: 429',
    permanent: false,
    recovers: 'waiting as long as Retry-After says',
  },
  platform_failed: {
    raisedBy: 'the platform: 5xx, 408',
    permanent: false,
    recovers: 'the next try',
  },
  unreachable: {
    raisedBy: 'the network: refused, reset, unknown name, TLS',
    permanent: false,
    recovers: 'the next try',
  },
  timeout: {
    raisedBy: 'our own time limit on a request or a handshake',
    permanent: false,
    recovers: 'the next try',
  },
  bad_answer: {
    raisedBy: 'the reader of a platform answer: not JSON, too large, or without what the call needs',
    permanent: false,
    recovers: 'the next try, or another spelling on the connection page',
  },
  media_unreachable: {
    raisedBy:
      'the signalling relay: the media server refuses or resets; the platform: no tickets, because its media server is down',
    permanent: false,
    recovers: 'the next try',
  },
  ticket_refused: {
    raisedBy: 'the signalling relay: the media server answered 401 to a ticket',
    permanent: false,
    recovers: 'a fresh ticket',
  },
  host_not_allowed: {
    raisedBy: 'the signalling relay: an address outside the configured live view hosts',
    permanent: true,
    recovers: 'the connection page: live view address',
  },
  address_refused: {
    raisedBy:
      'AddressGuard: a name of the platform, or of where it leads, means an address nearer than the platform, or cannot be looked up',
    permanent: false,
    recovers: 'the name service, or the platform, gives another address',
  },
  no_recording: {
    raisedBy: 'the platform: 404 to the start of a playback',
    permanent: true,
    recovers: 'another instant',
  },
  range_refused: {
    raisedBy: 'PlaybackSessions: an instant in the future; the platform: 400 to the range of a playback',
    permanent: true,
    recovers: 'another instant',
  },
  too_many_sessions: {
    raisedBy:
      'the platform: 429 to the start of a playback; PlaybackSessions: its cap is known to be reached',
    permanent: false,
    recovers: 'a playback ends, on this wall or elsewhere',
  },
  unencrypted: {
    raisedBy: 'PlatformList: a new platform at http:// across the network, without the operator’s consent',
    permanent: true,
    recovers: 'an https:// address, or the box that accepts it',
  },
  vault_weak: {
    raisedBy: 'KeyVault: the operating system offers no protected storage and the operator has not chosen',
    permanent: true,
    recovers: 'the operator chooses "for this session only" or "on this computer, weakly protected"',
  },
  vault_unavailable: {
    raisedBy: 'KeyVault: the store does not answer at the moment',
    permanent: false,
    recovers: 'unlocking the keyring; the key is not deleted',
  },
  vault_changed: {
    raisedBy: 'KeyVault: the store answers, but is not the one that the key was kept in',
    permanent: false,
    recovers: 'the old store, or a new key; the old one is not deleted before',
  },
  storage_failed: {
    raisedBy: 'SettingsStore, KeyVault, snapshots and exports: disk full, no permission',
    permanent: false,
    recovers: 'room on the disk, permissions',
  },
  events_unavailable: {
    raisedBy:
      'the platform: 404, 405, 501, or 403 without a code of assumption 26, to a call of events that the interface document does not have',
    permanent: true,
    recovers: 'another platform, or its path on the connection page',
  },
  unknown_event_tag: {
    raisedBy: 'EventService: a search for a tag or a field that the platform does not have',
    permanent: true,
    recovers: 'another tag or field',
  },
  operator_refused: {
    raisedBy: 'EventService: a comparison that the type of the field does not have',
    permanent: true,
    recovers: 'another operator',
  },
  cursor_refused: {
    raisedBy: 'the platform: 400 `invalid_cursor`',
    permanent: true,
    recovers: 'searching again from the beginning',
  },
  occupancy_unavailable: {
    raisedBy: 'the platform: 404, 405 or 501 to a call of occupancy',
    permanent: true,
    recovers: 'another platform, or its path on the connection page',
  },
  outbox_full: {
    raisedBy: 'EventOutbox: as many events wait as it keeps',
    permanent: false,
    recovers: 'the platform takes some of them',
  },
  outbox_unavailable: {
    raisedBy: 'EventOutbox: its database does not load, or cannot be opened',
    permanent: true,
    recovers: 'what its sentence names, then another start',
  },
  export_busy: {
    raisedBy: 'EvidenceExports: another export of footage is under way, or another program is at this one',
    permanent: true,
    recovers: 'the end of that export, or cancelling it',
  },
  export_unreadable: {
    raisedBy:
      'EvidenceExports: footage is encrypted, or in a container or codec that cannot be copied into MP4',
    permanent: true,
    recovers: 'nothing at run time: the platform has to offer its footage in another form',
  },
  export_unavailable: {
    raisedBy: 'EvidenceExports: the thread that writes the files does not start',
    permanent: true,
    recovers: 'a repaired installation',
  },
  layout_refused: {
    raisedBy: 'the page: a file whose layouts have tiles that overlap, lie outside the grid, or are too many',
    permanent: true,
    recovers: 'a corrected file',
  },
  no_monitor: {
    raisedBy: 'main: an entry for a monitor that is not there',
    permanent: true,
    recovers: 'another number, or the display is plugged in again',
  },
  salvo_changed: {
    raisedBy: 'the platform: 409 `salvo_changed`',
    permanent: true,
    recovers: 'the operator chooses between both in the window of salvos',
  },
  salvos_unavailable: {
    raisedBy: 'the platform: 404, 405, 501, or 403 without a code of assumption 26, to a call of salvos',
    permanent: true,
    recovers: 'another platform, or its path on the connection page',
  },
  no_alarm: {
    raisedBy: 'main: an alarm that waits no more',
    permanent: true,
    recovers: 'nothing to do: somebody has acknowledged it',
  },
  reason_wanted: {
    raisedBy: 'main: an alarm whose rule wants a reason was acknowledged without one',
    permanent: true,
    recovers: 'a reason',
  },
  pin_refused: {
    raisedBy:
      'main: a name without a PIN here, or another PIN; asked again too soon after several such tries',
    permanent: true,
    recovers: 'the right name and PIN',
  },
  displays_not_placed: {
    raisedBy: 'the shell: walls were chosen on a Wayland session, where a program cannot place its windows',
    permanent: true,
    recovers: 'another start, through X11',
  },
  graphics_failed: {
    raisedBy:
      'the shell: the graphics process died again and again, and a launcher is there that takes a restart for the end',
    permanent: false,
    recovers: 'another start of the wall: it does without graphics acceleration for a day',
  },
  platform_changed: {
    raisedBy: 'main: a page of one platform asks when the wall has gone over to another one',
    permanent: true,
    recovers: 'the page begins anew, which it is told to',
  },
  kiosk_locked: {
    raisedBy: 'main: a page of a locked kiosk asks for what is its installer’s',
    permanent: true,
    recovers: 'the keys of the installer',
  },
  bad_request: {
    raisedBy: 'the shell: a call of the page that does not match the contract',
    permanent: true,
    recovers: 'nothing at run time: a bug, or a stranger',
  },
  shell_lost: {
    raisedBy: 'the page: the connection to its own shell is gone',
    permanent: false,
    recovers: 'reconnecting to the shell',
  },
  update_elsewhere: {
    raisedBy: 'Updates: this installation is not the one that replaces itself',
    permanent: true,
    recovers: 'the package manager, or a newer checkout',
  },
  update_not_ready: {
    raisedBy: 'Updates: asked to install while nothing is loaded',
    permanent: true,
    recovers: 'looking for updates',
  },
  demo_unavailable: {
    raisedBy: 'DemoSite: no local site beside the application, or one that does not start',
    permanent: true,
    recovers: 'what the sentence names is put there, then another try',
  },
  update_unreachable: {
    raisedBy: 'UpdateFeed: no connection, one that broke off, or an HTTP status that is no answer',
    permanent: false,
    recovers: 'the next look',
  },
  update_unreadable: {
    raisedBy: 'UpdateFeed: the answer is no list of versions with checksums',
    permanent: false,
    recovers: 'the next look, or a corrected update server',
  },
  update_damaged: {
    raisedBy: 'UpdateFeed: the SHA-512 of what was loaded is not the one in the list',
    permanent: false,
    recovers: 'the next look, or a corrected update server',
  },
  update_unsigned: {
    raisedBy: 'UpdateFeed, Windows and macOS: not signed by whoever signed the running application',
    permanent: false,
    recovers: 'an update with the right signature',
  },
  update_failed: {
    raisedBy: 'UpdateFeed: the installation could not be replaced',
    permanent: false,
    recovers: 'room on the disk, permissions of the installation; then the next look',
  },
} as const

export type WallErrorCode = keyof typeof wallErrors

const codes = Object.keys(wallErrors) as [WallErrorCode, ...WallErrorCode[]]

/** A failure as it crosses from main to the page. `message` is a sentence for the operator; never a secret. */
export const wallErrorSchema = z.object({
  code: z.enum(codes),
  message: z.string(),
  /** The raiser had nothing more exact to say: the page has the code's own sentence in its language. */
  isGeneral: z.literal(true).optional(),
  /** … or has: what the page makes the sentence of. Without either, `message` is shown as it is. */
  exact: exactSchema.optional(),
  /** Sentences after that one, in their order. */
  more: z.array(exactSchema).optional(),
  /** When the owner of the resource will try again by itself, milliseconds from now. */
  retryInMs: z.number().nonnegative().optional(),
  /** The member of the request that the platform refuses, where it says so, e.g. `resetZoneIds.0`. */
  member: z.string().optional(),
  /** What lies behind the code, where a caller acts on it: of `storage_failed`, that the disk has no room left. */
  cause: z.enum(['disk_full']).optional(),
})
export type WallError = z.infer<typeof wallErrorSchema>

/** Builds a failure; without `what` the code's own sentence is used. Text of others, such as a platform's, is passed as a string. */
export function wallError(code: WallErrorCode, what?: string | ExactMessage, retryInMs?: number): WallError {
  return {
    code,
    ...(what === undefined
      ? { message: english[`errors.${code}`], isGeneral: true }
      : typeof what === 'string'
        ? { message: what }
        : what),
    ...(retryInMs === undefined ? {} : { retryInMs }),
  }
}

/** The failure with a further sentence after its own. */
export function withMore(error: WallError, { message, exact }: ExactMessage): WallError {
  return { ...error, message: `${error.message} ${message}`, more: [...(error.more ?? []), exact] }
}

/** The failure without its code: what is only told. Sentences after its own stay in its message alone. */
export function noticeOf({ message, exact }: WallError): Notice {
  return exact === undefined ? { message } : { message, exact }
}

export function isPermanent(code: WallErrorCode): boolean {
  return wallErrors[code].permanent
}
