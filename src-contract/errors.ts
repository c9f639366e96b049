import { z } from 'zod'
import { exactSchema, type Notice, type Said } from './exact-words.ts'

/**
 * Every failure that a wall can tell its operator, once.
 *
 * `permanent` failures are not tried again by themselves: somebody has to act. The others are
 * retried by whoever owns the resource, for as long as it is wanted.
 * `operator` is the sentence shown when the raiser has nothing more exact to say: what happened, what to do.
 */
export const wallErrors = {
  not_configured: {
    raisedBy: 'PlatformClient, before any request',
    permanent: true,
    recovers: 'the operator names a platform on the connection page',
    operator: 'No platform is configured. Open the connection page and enter its address.',
  },
  no_key: {
    raisedBy: 'PlatformClient, before any request that needs a key',
    permanent: true,
    recovers: 'the operator signs in or pastes a key',
    operator: 'This workstation has no API key yet. Sign in or paste one on the connection page.',
  },
  key_rejected: {
    raisedBy: 'the platform: 401',
    permanent: true,
    recovers: 'a new key',
    operator:
      'The platform does not accept the API key (expired or revoked). Sign in again to make a new one.',
  },
  not_allowed: {
    raisedBy: 'the platform: 403',
    permanent: true,
    recovers: 'an administrator of the platform grants access',
    operator: 'The API key is valid but may not do this. Ask an administrator of the platform.',
  },
  not_found: {
    raisedBy:
      'the platform: 404; 405, 501, or 403 without a code of assumption 26, to a call that the interface document does not have',
    permanent: true,
    recovers: 'another camera, or a refreshed camera list',
    operator: 'The platform does not know this camera. Refresh the camera list.',
  },
  limit_reached: {
    raisedBy: 'the platform: 409',
    permanent: true,
    recovers: 'something of the same kind is given up on the platform',
    operator: 'A limit of the platform is reached. Remove something of this kind there first.',
  },
  refused: {
    raisedBy: 'the platform: any other 4xx',
    permanent: true,
    recovers: 'a corrected request',
    operator: 'The platform refused the request.',
  },
  rate_limited: {
    raisedBy: 'the platform: 429',
    permanent: false,
    recovers: 'waiting as long as Retry-After says',
    operator: 'The platform asks to slow down. Trying again shortly.',
  },
  platform_failed: {
    raisedBy: 'the platform: 5xx, 408',
    permanent: false,
    recovers: 'the next try',
    operator: 'The platform reports a fault of its own. Trying again.',
  },
  unreachable: {
    raisedBy: 'the network: refused, reset, unknown name, TLS',
    permanent: false,
    recovers: 'the next try',
    operator: 'The platform cannot be reached. Check the network; trying again.',
  },
  timeout: {
    raisedBy: 'our own time limit on a request or a handshake',
    permanent: false,
    recovers: 'the next try',
    operator: 'The platform did not answer in time. Trying again.',
  },
  bad_answer: {
    raisedBy: 'the reader of a platform answer: not JSON, too large, or without what the call needs',
    permanent: false,
    recovers: 'the next try, or another spelling on the connection page',
    operator: 'The platform answered something that this version does not understand.',
  },
  media_unreachable: {
    raisedBy:
      'the signalling relay: the media server refuses or resets; the platform: no tickets, because its media server is down',
    permanent: false,
    recovers: 'the next try',
    operator: 'The media server cannot be reached. Trying again.',
  },
  ticket_refused: {
    raisedBy: 'the signalling relay: the media server answered 401 to a ticket',
    permanent: false,
    recovers: 'a fresh ticket',
    operator: 'The media server did not accept the ticket. Asking for a new one.',
  },
  host_not_allowed: {
    raisedBy: 'the signalling relay: an address outside the configured live view hosts',
    permanent: true,
    recovers: 'the connection page: live view address',
    operator: 'The platform sent a live view address that is not configured. Check the connection page.',
  },
  address_refused: {
    raisedBy:
      'AddressGuard: a name of the platform, or of where it leads, means an address nearer than the platform, or cannot be looked up',
    permanent: false,
    recovers: 'the name service, or the platform, gives another address',
    operator:
      'The platform leads to an address inside this network or this computer, which it may not. Nothing was sent there. Check the name service of this network.',
  },
  no_recording: {
    raisedBy: 'the platform: 404 to the start of a playback',
    permanent: true,
    recovers: 'another instant',
    operator: 'Nothing was recorded by this camera at this time.',
  },
  range_refused: {
    raisedBy: 'PlaybackSessions: an instant in the future; the platform: 400 to the range of a playback',
    permanent: true,
    recovers: 'another instant',
    operator: 'The platform plays nothing at this time: it lies in the future, or before what is kept.',
  },
  too_many_sessions: {
    raisedBy:
      'the platform: 429 to the start of a playback; PlaybackSessions: its cap is known to be reached',
    permanent: false,
    recovers: 'a playback ends, on this wall or elsewhere',
    operator: 'All playback sessions of the platform are in use. End one of them and try again.',
  },
  unencrypted: {
    raisedBy: 'PlatformList: a new platform at http:// across the network, without the operator’s consent',
    permanent: true,
    recovers: 'an https:// address, or the box that accepts it',
    operator:
      'The connection to this platform would not be encrypted. Enter its https:// address, or tick the box that accepts it.',
  },
  vault_weak: {
    raisedBy: 'KeyVault: the operating system offers no protected storage and the operator has not chosen',
    permanent: true,
    recovers: 'the operator chooses "this session only" or "store obfuscated"',
    operator: 'This system has no protected key store. Choose how the key may be kept.',
  },
  vault_unavailable: {
    raisedBy: 'KeyVault: the store does not answer at the moment',
    permanent: false,
    recovers: 'unlocking the keyring; the key is not deleted',
    operator: 'The key store of this system is locked or does not answer. Unlock it; the key is kept.',
  },
  vault_changed: {
    raisedBy: 'KeyVault: the store answers, but is not the one that the key was kept in',
    permanent: false,
    recovers: 'the old store, or a new key; the old one is not deleted before',
    operator:
      'The key store of this system does not open the stored key: it is not the one that the key was kept in. Bring that one back, or sign in again; until then the key is kept.',
  },
  storage_failed: {
    raisedBy: 'SettingsStore, KeyVault, snapshots and exports: disk full, no permission',
    permanent: false,
    recovers: 'room on the disk, permissions',
    operator: 'Settings could not be written. Check the free space and the permissions of the data folder.',
  },
  events_unavailable: {
    raisedBy:
      'the platform: 404, 405, 501, or 403 without a code of assumption 26, to a call of events that the interface document does not have',
    permanent: true,
    recovers: 'another platform, or its path on the connection page',
    operator: 'This platform does not offer this for events.',
  },
  unknown_event_tag: {
    raisedBy: 'EventService: a search for a tag or a field that the platform does not have',
    permanent: true,
    recovers: 'another tag or field',
    operator: 'The platform has no such event tag. Choose another one.',
  },
  operator_refused: {
    raisedBy: 'EventService: a comparison that the type of the field does not have',
    permanent: true,
    recovers: 'another operator',
    operator: 'A field of this type cannot be compared like that. Choose another operator.',
  },
  cursor_refused: {
    raisedBy: 'the platform: 400 `invalid_cursor`',
    permanent: true,
    recovers: 'searching again from the beginning',
    operator: 'The platform does not go on with this search. Search again.',
  },
  occupancy_unavailable: {
    raisedBy: 'the platform: 404, 405 or 501 to a call of occupancy',
    permanent: true,
    recovers: 'another platform, or its path on the connection page',
    operator: 'This platform offers no occupancy at the configured address.',
  },
  outbox_full: {
    raisedBy: 'EventOutbox: as many events wait as it keeps',
    permanent: false,
    recovers: 'the platform takes some of them',
    operator: 'Too many events wait for the platform; this one was not kept. Check the connection.',
  },
  outbox_unavailable: {
    raisedBy: 'EventOutbox: its database does not load, or cannot be opened',
    permanent: true,
    recovers: 'what its sentence names, then another start',
    operator: 'Events cannot be kept on this machine, so none can be marked. Everything else works.',
  },
  export_busy: {
    raisedBy: 'EvidenceExports: another export of footage is under way',
    permanent: true,
    recovers: 'the end of that export, or cancelling it',
    operator: 'Another export is under way. Wait for it, or cancel it.',
  },
  export_unreadable: {
    raisedBy:
      'EvidenceExports: footage is encrypted, or in a container or codec that cannot be copied into MP4',
    permanent: true,
    recovers: 'nothing at run time: the platform has to offer its footage in another form',
    operator: 'The footage is in a form that cannot be copied into a file.',
  },
  export_unavailable: {
    raisedBy: 'EvidenceExports: the thread that writes the files does not start',
    permanent: true,
    recovers: 'a repaired installation',
    operator:
      'The part of this application that writes exports does not start. Install Tessera again; the log says more.',
  },
  layout_refused: {
    raisedBy: 'the page: a file whose layouts have tiles that overlap, lie outside the grid, or are too many',
    permanent: true,
    recovers: 'a corrected file',
    operator:
      'A layout of this file has tiles that overlap or lie outside its grid, more than 36 tiles, or more than 12 columns or rows. Nothing was changed.',
  },
  no_monitor: {
    raisedBy: 'main: an entry for a monitor that is not there',
    permanent: true,
    recovers: 'another number, or the display is plugged in again',
    operator: 'This wall has no such monitor.',
  },
  salvo_changed: {
    raisedBy: 'the platform: 409 `salvo_changed`',
    permanent: true,
    recovers: 'the operator chooses between both in the window of salvos',
    operator: 'Somebody else has saved this salvo since. Choose between both in the window of salvos.',
  },
  salvos_unavailable: {
    raisedBy: 'the platform: 404, 405, 501, or 403 without a code of assumption 26, to a call of salvos',
    permanent: true,
    recovers: 'another platform, or its path on the connection page',
    operator: 'This platform keeps no salvos. Save it on this workstation.',
  },
  no_alarm: {
    raisedBy: 'main: an alarm that waits no more',
    permanent: true,
    recovers: 'nothing to do: somebody has acknowledged it',
    operator: 'This alarm is no longer in the queue: somebody has acknowledged it.',
  },
  reason_wanted: {
    raisedBy: 'main: an alarm whose rule wants a reason was acknowledged without one',
    permanent: true,
    recovers: 'a reason',
    operator: 'This alarm is acknowledged with a reason. Type one.',
  },
  pin_refused: {
    raisedBy:
      'main: a name without a PIN here, or another PIN; asked again too soon after several such tries',
    permanent: true,
    recovers: 'the right name and PIN',
    operator: 'This name and PIN do not belong together. Try again.',
  },
  displays_not_placed: {
    raisedBy: 'the shell: walls were chosen on a Wayland session, where a program cannot place its windows',
    permanent: true,
    recovers: 'another start, through X11',
    operator: 'Walls may open on the wrong displays. Start Tessera again.',
  },
  graphics_failed: {
    raisedBy:
      'the shell: the graphics process died again and again, and a launcher is there that takes a restart for the end',
    permanent: false,
    recovers: 'another start of the wall: it does without graphics acceleration for a day',
    operator:
      'The graphics process of this machine keeps stopping. Start the wall again: it will then run without graphics acceleration.',
  },
  platform_changed: {
    raisedBy: 'main: a page of one platform asks when the wall has gone over to another one',
    permanent: true,
    recovers: 'the page begins anew, which it is told to',
    operator: 'This wall has gone over to another platform.',
  },
  kiosk_locked: {
    raisedBy: 'main: a page of a locked kiosk asks for what is its installer’s',
    permanent: true,
    recovers: 'the keys of the installer',
    operator: 'This wall is locked. Ask its installer to unlock it.',
  },
  bad_request: {
    raisedBy: 'the shell: a call of the page that does not match the contract',
    permanent: true,
    recovers: 'nothing at run time: a bug, or a stranger',
    operator: 'The request was malformed and was refused.',
  },
  shell_lost: {
    raisedBy: 'the page: the connection to its own shell is gone',
    permanent: false,
    recovers: 'reconnecting to the shell',
    operator: 'The application in the background does not answer. Reconnecting.',
  },
  update_elsewhere: {
    raisedBy: 'Updates: this installation is not the one that replaces itself',
    permanent: true,
    recovers: 'the package manager, or a newer checkout',
    operator: 'This installation does not update itself. Update it the way it was installed.',
  },
  update_not_ready: {
    raisedBy: 'Updates: asked to install while nothing is loaded',
    permanent: true,
    recovers: 'looking for updates',
    operator: 'No update is ready to install. Look for updates first.',
  },
  demo_unavailable: {
    raisedBy: 'DemoSite: no local site beside the application, or one that does not start',
    permanent: true,
    recovers: 'what the sentence names is put there, then another try',
    operator: 'The demo cameras could not be started.',
  },
  update_unreachable: {
    raisedBy: 'UpdateFeed: no connection, one that broke off, or an HTTP status that is no answer',
    permanent: false,
    recovers: 'the next look',
    operator: 'The update server cannot be reached. This version stays; it is tried again later.',
  },
  update_unreadable: {
    raisedBy: 'UpdateFeed: the answer is no list of versions with checksums',
    permanent: false,
    recovers: 'the next look, or a corrected update server',
    operator: 'What the update server sent is not a list of versions. Check its address; this version stays.',
  },
  update_damaged: {
    raisedBy: 'UpdateFeed: the SHA-512 of what was loaded is not the one in the list',
    permanent: false,
    recovers: 'the next look, or a corrected update server',
    operator: 'The update arrived damaged and was thrown away. This version stays; it is tried again later.',
  },
  update_unsigned: {
    raisedBy: 'UpdateFeed, Windows and macOS: not signed by whoever signed the running application',
    permanent: false,
    recovers: 'an update with the right signature',
    operator:
      'The update is not signed by the maker of this version and was thrown away. Tell whoever runs the update server.',
  },
  update_failed: {
    raisedBy: 'UpdateFeed: the installation could not be replaced',
    permanent: false,
    recovers: 'room on the disk, permissions of the installation; then the next look',
    operator: 'The update could not be installed. Check free space and permissions; this version stays.',
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

/** Builds a failure; without `what` the code's own sentence is used. Words of others (a platform's) are a plain text. */
export function wallError(code: WallErrorCode, what?: string | Said, retryInMs?: number): WallError {
  return {
    code,
    ...(what === undefined
      ? { message: wallErrors[code].operator, isGeneral: true }
      : typeof what === 'string'
        ? { message: what }
        : what),
    ...(retryInMs === undefined ? {} : { retryInMs }),
  }
}

/** The failure with a further sentence after its own. */
export function withMore(error: WallError, { message, exact }: Said): WallError {
  return { ...error, message: `${error.message} ${message}`, more: [...(error.more ?? []), exact] }
}

/** The failure without its code: what is only told. Sentences after its own stay in its message alone. */
export function noticeOf({ message, exact }: WallError): Notice {
  return exact === undefined ? { message } : { message, exact }
}

export function isPermanent(code: WallErrorCode): boolean {
  return wallErrors[code].permanent
}
