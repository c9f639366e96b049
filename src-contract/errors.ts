import { z } from 'zod'
import english from '../resources/languages/en.json' with { type: 'json' }
import { exactSchema, type Notice, type ExactMessage } from './exact-words.ts'

/**
 * Every failure that a wall can tell its operator, once; over each, who raises it, and what recovers.
 *
 * `permanent` failures are not tried again by themselves: somebody has to act. The others are
 * retried by whoever owns the resource, for as long as it is wanted.
 * `errors.CODE` of the catalogues is what an operator reads when the raiser has nothing more exact to say: what
 * happened, what to do.
 */
export const wallErrors = {
  /** PlatformClient, before any request. Recovers by: the operator names a platform on the connection page. */
  not_configured: { permanent: true },
  /** PlatformClient, before any request that needs a key. Recovers by: the operator signs in or pastes a key. */
  no_key: { permanent: true },
  /** The platform: 401. Recovers by: a new key. */
  key_rejected: { permanent: true },
  /**
   * The platform: 403; CameraLink: a ticket that allows no watching, or no longer. Recovers by: an administrator of the
   * platform grants access.
   */
  not_allowed: { permanent: true },
  /**
   * The platform: 404; 405, 501, or 403 without a code of assumption 26, to a call that the interface document does not
   * have. Recovers by: another camera, or a refreshed camera list.
   */
  not_found: { permanent: true },
  /** The platform: 409. Recovers by: something of the same kind is given up on the platform. */
  limit_reached: { permanent: true },
  /** The platform: any other 4xx. Recovers by: a corrected request. */
  refused: { permanent: true },
  /** The platform: 429. Recovers by: waiting as long as Retry-After says. */
  rate_limited: { permanent: false },
  /** The platform: 5xx, 408. Recovers by: the next try. */
  platform_failed: { permanent: false },
  /** The network: refused, reset, unknown name, TLS. Recovers by: the next try. */
  unreachable: { permanent: false },
  /** Our own time limit on a request or a handshake. Recovers by: the next try. */
  timeout: { permanent: false },
  /**
   * The reader of a platform answer: not JSON, too large, or without what the call needs. Recovers by: the next try, or
   * another spelling on the connection page.
   */
  bad_answer: { permanent: false },
  /**
   * The signalling relay: the media server refuses or resets; the platform: no tickets, because its media server is
   * down. Recovers by: the next try.
   */
  media_unreachable: { permanent: false },
  /** CameraLink: the camera has switched its picture off (muted its track). Recovers by: the camera switches it on. */
  camera_muted: { permanent: false },
  /** The signalling relay: the media server answered 401 to a ticket. Recovers by: a fresh ticket. */
  ticket_refused: { permanent: false },
  /**
   * The signalling relay: an address outside the configured live view hosts. Recovers by: the connection page: live
   * view address.
   */
  host_not_allowed: { permanent: true },
  /**
   * AddressGuard: a name of the platform, or of where it leads, means an address nearer than the platform, or cannot be
   * looked up. Recovers by: the name service, or the platform, gives another address.
   */
  address_refused: { permanent: false },
  /** The platform: 404 to the start of a playback. Recovers by: another instant. */
  no_recording: { permanent: true },
  /**
   * PlaybackSessions: an instant in the future; the platform: 400 to the range of a playback. Recovers by: another
   * instant.
   */
  range_refused: { permanent: true },
  /**
   * The platform: 429 to the start of a playback; PlaybackSessions: its cap is known to be reached. Recovers by: a
   * playback ends, on this wall or elsewhere.
   */
  too_many_sessions: { permanent: false },
  /**
   * PlatformList: a new platform at http:// across the network, without the operator’s consent. Recovers by: an
   * https:// address, or the box that accepts it.
   */
  unencrypted: { permanent: true },
  /**
   * KeyVault: the operating system offers no protected storage and the operator has not chosen. Recovers by: the
   * operator chooses "for this session only" or "on this computer, weakly protected".
   */
  vault_weak: { permanent: true },
  /** KeyVault: the store does not answer at the moment. Recovers by: unlocking the keyring; the key is not deleted. */
  vault_unavailable: { permanent: false },
  /**
   * KeyVault: the store answers, but is not the one that the key was kept in. Recovers by: the old store, or a new key;
   * the old one is not deleted before.
   */
  vault_changed: { permanent: false },
  /**
   * SettingsStore, KeyVault, snapshots and exports: disk full, no permission. Recovers by: room on the disk,
   * permissions.
   */
  storage_failed: { permanent: false },
  /**
   * The platform: 404, 405, 501, or 403 without a code of assumption 26, to a call of events that the interface
   * document does not have. Recovers by: another platform, or its path on the connection page.
   */
  events_unavailable: { permanent: true },
  /** EventService: a search for a tag or a field that the platform does not have. Recovers by: another tag or field. */
  unknown_event_tag: { permanent: true },
  /** EventService: a comparison that the type of the field does not have. Recovers by: another operator. */
  operator_refused: { permanent: true },
  /** The platform: 400 `invalid_cursor`. Recovers by: searching again from the beginning. */
  cursor_refused: { permanent: true },
  /**
   * The platform: 404, 405 or 501 to a call of occupancy. Recovers by: another platform, or its path on the connection
   * page.
   */
  occupancy_unavailable: { permanent: true },
  /** EventOutbox: as many events wait as it keeps. Recovers by: the platform takes some of them. */
  outbox_full: { permanent: false },
  /**
   * EventOutbox: its database does not load, or cannot be opened. Recovers by: what its sentence names, then another
   * start.
   */
  outbox_unavailable: { permanent: true },
  /**
   * EvidenceExports: another export of footage is under way, or another program is at this one. Recovers by: the end of
   * that export, or cancelling it.
   */
  export_busy: { permanent: true },
  /**
   * EvidenceExports: footage is encrypted, or in a container or codec that cannot be copied into MP4. Recovers by:
   * nothing at run time: the platform has to offer its footage in another form.
   */
  export_unreadable: { permanent: true },
  /** EvidenceExports: the thread that writes the files does not start. Recovers by: a repaired installation. */
  export_unavailable: { permanent: true },
  /**
   * The page: a file whose layouts have tiles that overlap, lie outside the grid, or are too many. Recovers by: a
   * corrected file.
   */
  layout_refused: { permanent: true },
  /**
   * Main: an entry for a monitor that is not there. Recovers by: another number, or the display is plugged in again.
   */
  no_monitor: { permanent: true },
  /** The platform: 409 `salvo_changed`. Recovers by: the operator chooses between both in the window of salvos. */
  salvo_changed: { permanent: true },
  /**
   * The platform: 404, 405, 501, or 403 without a code of assumption 26, to a call of salvos. Recovers by: another
   * platform, or its path on the connection page.
   */
  salvos_unavailable: { permanent: true },
  /** Main: an alarm that waits no more. Recovers by: nothing to do: somebody has acknowledged it. */
  no_alarm: { permanent: true },
  /** Main: an alarm whose rule wants a reason was acknowledged without one. Recovers by: a reason. */
  reason_wanted: { permanent: true },
  /**
   * Main: a name without a PIN here, or another PIN; asked again too soon after several such tries. Recovers by: the
   * right name and PIN.
   */
  pin_refused: { permanent: true },
  /**
   * The shell: walls were chosen on a Wayland session, where a program cannot place its windows. Recovers by: another
   * start, through X11.
   */
  displays_not_placed: { permanent: true },
  /**
   * The shell: the graphics process died again and again, and a launcher is there that takes a restart for the end, or
   * it cannot be remembered. Recovers by: another start of the wall: it does without graphics acceleration for a day.
   */
  graphics_failed: { permanent: false },
  /**
   * Main: a page of one platform asks when the wall has gone over to another one. Recovers by: the page begins anew,
   * which it is told to.
   */
  platform_changed: { permanent: true },
  /** Main: a page of a locked kiosk asks for what is its installer’s. Recovers by: the keys of the installer. */
  kiosk_locked: { permanent: true },
  /**
   * The shell: a call of the page that does not match the contract. Recovers by: nothing at run time: a bug, or a
   * stranger.
   */
  bad_request: { permanent: true },
  /** The page: the connection to its own shell is gone. Recovers by: reconnecting to the shell. */
  shell_lost: { permanent: false },
  /**
   * Updates: this installation is not the one that replaces itself. Recovers by: the package manager, or a newer
   * checkout.
   */
  update_elsewhere: { permanent: true },
  /** Updates: asked to install while nothing is loaded. Recovers by: looking for updates. */
  update_not_ready: { permanent: true },
  /**
   * DemoSite: no local site beside the application, or one that does not start. Recovers by: what the sentence names is
   * put there, then another try.
   */
  demo_unavailable: { permanent: true },
  /** UpdateFeed: no connection, one that broke off, or an HTTP status that is no answer. Recovers by: the next look. */
  update_unreachable: { permanent: false },
  /**
   * UpdateFeed: the answer is no list of versions with checksums. Recovers by: the next look, or a corrected update
   * server.
   */
  update_unreadable: { permanent: false },
  /**
   * UpdateFeed: the SHA-512 of what was loaded is not the one in the list. Recovers by: the next look, or a corrected
   * update server.
   */
  update_damaged: { permanent: false },
  /**
   * UpdateFeed, Windows and macOS: not signed by whoever signed the running application. Recovers by: an update with
   * the right signature.
   */
  update_unsigned: { permanent: false },
  /**
   * UpdateFeed: the installation could not be replaced. Recovers by: room on the disk, permissions of the installation;
   * then the next look.
   */
  update_failed: { permanent: false },
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
