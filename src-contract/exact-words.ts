import { z } from 'zod'

/**
 * What main knows more exactly of a failure than its code: English for the log, and for the page a code with values,
 * of which it makes the sentence in its own language (`exact.CODE` of the catalogues).
 */
const exactWords = {
  platform_slow: 'The platform did not answer within {seconds} s.',
  platform_answers_too_much: 'The platform answered with more than this version reads.',
  platform_nearer:
    'The name of the platform now leads to an address nearer than before, in this network or this computer: nothing was sent there. Check the name service of this network. If the new address is right, start the wall again.',
  platform_unreachable: 'The platform cannot be reached ({reason}).',
  platform_certificate_of_other: 'The certificate of the platform is for another address ({reason}).',
  platform_certificate_not_now:
    'The certificate of the platform is not valid now ({reason}). Check it, and the clock of this computer.',
  platform_certificate_untrusted:
    'The certificate of the platform is not trusted ({reason}). Have this system trust who issued it, or put that authority into ca.pem in the data folder.',
  media_certificate_of_other: 'The certificate of the media server is for another address ({reason}).',
  media_certificate_not_now:
    'The certificate of the media server is not valid now ({reason}). Check it, and the clock of this computer.',
  media_certificate_untrusted:
    'The certificate of the media server is not trusted ({reason}). Have this system trust who issued it, or put that authority into ca.pem in the data folder.',
  media_slow: 'The media server did not answer in time. Trying again.',
  media_busy: 'The media server asks to slow down. Trying again shortly.',
  media_elsewhere: 'The media server sends us elsewhere, which is not followed.',
  media_status: 'The media server answered with HTTP status {status}. Trying again.',
  media_unknown_way: 'The media server does not know this way of joining.',
  live_address_missing: 'The platform names no live view address. Enter it on the connection page.',
  live_address_unencrypted:
    'The platform sends viewers to {host}, which is not encrypted although the platform is. Its administrator has to name an address that begins with wss://.',
  live_address_unknown:
    'The platform sends viewers to {host}, which is not configured. Check the connection page.',
  pin_wait: 'Too many wrong PINs. Try again in {seconds} s.',
  pin_exists: '“{name}” has a PIN here already. Sign on with it.',
  pin_full: '{most} people have a PIN here, no more fit.',
  number_taken:
    'Nothing was changed: {number} is the number of “{name}”. Give that camera another number first.',
  number_taken_by_unlisted:
    'Nothing was changed: {number} is the number of “{name}”, which has left the list of cameras. Give that camera another number first.',
  instant_in_future: 'This instant lies in the future: there is no footage of it yet.',
  folder_full: 'The disk is full: nothing was written to {folder}.',
  folder_nearly_full: 'The disk is nearly full: nothing was written to {folder}.',
  folder_denied: 'This account may not write there: nothing was written to {folder}.',
  folder_read_only: 'The disk is read-only: nothing was written to {folder}.',
  folder_in_the_way: 'A file is in the way of the folder: nothing was written to {folder}.',
  file_in_the_way: 'A folder is in the way of the file: nothing was written to {folder}.',
  folder_gone: 'The folder is gone: nothing was written to {folder}. Bring it back, or choose another one.',
  folder_broken: 'The disk reports a fault: nothing was written to {folder}.',
  folder_busy: 'Too many files are open: nothing was written to {folder}.',
  own_fault: 'The application met a fault of its own. It has been logged.',
  export_gone: 'Nothing is left of this export.',
  export_of_other_platform: 'This export is of another platform. Show that one, then go on.',
  range_backwards: 'The range ends before it begins.',
  range_in_future: 'The range lies in the future.',
  range_too_long: 'An export has at most {days} days. Export the range in parts.',
  picture_too_large: 'This picture is too large to be kept.',
  pictures_too_large: 'So many pictures are too large for one download. Take fewer.',
  folder_given:
    'This start of the program was told its folder, {folder} (--evidence). Start it without to choose another one.',
  folder_no_window:
    'Only the installed application asks for a folder. Start this wall with --evidence and the folder.',
  no_key_text: 'This is no key: it contains blanks, line breaks or letters that no key has.',
  key_of_listed_organization:
    'This platform is listed for organization {listed}. Add {organization} as a platform of its own.',
  key_being_changed: 'The key of this platform is being changed already. Wait for that.',
  key_stays: 'The key in use stays.',
  old_key_not_revoked:
    'The new key is in use. The old one could not be revoked and ends by itself. Revoke it on the platform if it must end earlier.',
  old_key_not_revoked_yet:
    'The new key is in use. The old one could not be revoked and ends by itself. It is tried again at the next start.',
  key_of_other_organization:
    'The new key is of organization {organization}, the one in use of {before}. Add that organization as a platform of its own.',
  key_opens_no_camera: 'The new key opens none of the cameras of this wall.',
  key_not_removed: 'The key store does not answer: the key is still in it. Try again.',
  key_not_taken: 'The key store of this system does not take the key now. Unlock it and try again.',
  key_not_written: 'The key could not be kept: its file cannot be written. Check space and permissions.',
  no_credential_text: 'This is no credential: it contains blanks, line breaks or letters that none has.',
  address_unreadable: 'The address cannot be read.',
  address_with_password: 'The address must not contain a user name or a password.',
  live_address_must_be_encrypted:
    'The platform is encrypted (https): its live view address must begin with wss:// or https:// as well.',
  start_address_unreadable: 'The platform address given at start is no http or https address: {address}.',
  platform_listed: 'This address is in the list. To add it for another organization, name that organization.',
  organization_listed: 'This organization of this platform is in the list already.',
  platform_not_listed: 'This platform is not in the list.',
  platform_shown: 'This wall shows that platform. Show another one first.',
  import_too_long: 'A file of more than {characters} characters is not imported.',
  import_gone: 'There is nothing to import. Choose the file again.',
  no_settings_file: 'This is no file of Tessera’s settings.',
  settings_file_unread: 'Nothing was changed: these parts of the file could not be read: {parts}.',
  monitor_empty: 'Monitor {number} shows nothing at the moment. Try again.',
  salvos_full: '{most} salvos are shared, no more fit. Delete one first.',
  part_settings: 'the settings',
  part_settings_named: 'the settings {names}',
  part_of_platform: '{part} of {platform}',
  part_wall: 'the wall',
  part_wall_of_monitor: 'the wall of monitor {monitor}',
  part_chosen_platform: 'the chosen platform',
  part_shown_platform: 'the platform of the wall',
  part_platforms: 'the platforms',
  part_platform_address: 'the platform address',
  part_address_of: 'the address of {platform}',
  part_other_walls: 'the walls of other platforms',
  part_displays: 'the displays',
  part_export_folder: 'the folder of exports',
  part_camera_list: 'a list of cameras',
  part_camera_lists: 'the lists of cameras',
  part_camera_numbers: 'the numbers of cameras',
  part_imported_cameras: 'the imported cameras',
  part_newer: 'what a newer version of the program wrote',
  part_salvo: 'a salvo',
  part_salvo_time: 'a time of a salvo',
  part_saved_search: 'a saved search',
  part_saved_report: 'a saved report',
  part_alarm_rule: 'the alarm rule “{title}”',
  no_such_monitor: 'There is no monitor {number}. Monitors of this wall: {numbers}.',
  platform_said: 'It said: {sentence}',
  platform_status: 'Status {status}.',
  platform_status_unknown: 'The platform answered with status {status}, which means nothing here.',
  platform_elsewhere:
    'The platform points to {address}. Enter that address if it is right: the key is not sent there by itself.',
  request_given_up: 'The request was given up.',
  part_entrances: 'entrances and exits',
  part_zones: 'counting zones',
  part_schedules: 'schedules',
  no_dictionary: 'This platform offers no list of {what}.',
  dictionary_key_rejected:
    'The platform does not accept this wall’s credential for its list of {what}. It may want another one than the API key: it is entered on the connection page, beside the key.',
  dictionary_not_allowed:
    'This wall’s credential may not read the list of {what} of this organization. Ask an administrator of the platform.',
  sign_in_rejected: 'The platform does not accept this e-mail and password.',
  sign_in_not_allowed: 'This account may not make keys for this organization.',
  no_key_making: 'The platform knows no call that makes keys at this address, or not this organization.',
  keys_full: 'This organization has all the keys it may have. Delete one on the platform first.',
  no_key_list: 'The platform lists no keys at this address.',
  no_such_key: 'The platform has no such key, or no call that revokes one.',
  no_camera_list: 'The platform offers no list of cameras at this address.',
  new_key_without_cameras: 'The new key does not open the cameras of this wall.',
  new_key_rejected: 'The platform does not accept the new key.',
  new_key_not_allowed: 'The new key is valid but may not do what the wall needs.',
  no_local_live: 'The platform offers no local live view of this camera.',
  no_camera_or_recording:
    'The platform does not know this camera, or has nothing recorded of it at this time.',
  no_such_session: 'The platform has no such session any more, or no call that ends one.',
  no_coverage: 'The platform does not say what this camera has recorded.',
  no_event_tags: 'This platform offers no list of event tags.',
  no_event_tag_making: 'This platform offers no way to make event tags.',
  event_tags_full: 'This organization has all the event tags it may have. Delete one on the platform first.',
  no_event_tag_removal: 'This platform offers no way to remove event tags.',
  no_such_event_tag: 'The platform has no such event tag.',
  event_tag_in_use: 'Events of this tag are stored on the platform: it stays until they are gone.',
  event_refused: 'The platform refused the event.',
  event_limit_or_twin:
    'The platform says that a limit is reached there, or that it has this event already (409).',
  no_event_call_or_thing: 'The platform knows no such call, or nothing of what the event names.',
  no_event_removal: 'This platform offers no way to remove events.',
  no_such_event: 'The platform has no such event.',
  no_event_search: 'This platform offers no search of events.',
  no_event_count: 'This platform offers no count of events.',
  no_event_stream: 'This platform offers no stream of events.',
  no_event_insertion: 'The platform knows no call that inserts events at this address.',
  no_occupancy_report: 'This platform offers no occupancy report at the configured address.',
  report_refused: 'The platform refuses this report.',
  report_key_rejected:
    'The platform does not accept the credential for occupancy reports. It may want another one than the API key: it is entered on the connection page, beside the key.',
  report_not_allowed:
    'This wall’s credential may not ask for occupancy reports of this organization. Ask an administrator of the platform.',
  no_shared_salvos: 'This platform keeps no salvos.',
  platform_salvos_full: 'The platform keeps no more salvos. Delete a shared one first.',
  refused_without_organization:
    'The platform refused this, perhaps because the organization of the key is not known here: enter it beside the key on the connection page.',
  event_message_endless:
    'The platform sends a message without end in its stream of events: the connection was closed and is opened again. Tell whoever runs the platform if this stays.',
  sign_in_pause: 'The platform wants a pause before the next sign-in. Wait, then sign in again.',
  footage_address_missing: 'The platform named no address that footage can be read from.',
  footage_unencrypted:
    'The platform sends the wall to {host} for footage, which is not encrypted although the platform is.',
  footage_too_near:
    'The platform sends the wall to {host} for footage, an address inside this network that a platform outside of it cannot know.',
  footage_unknown_name:
    'The platform sends the wall to {host} for footage, a name that cannot be looked up on this computer. Check the name service of this network; behind a proxy, check HTTPS_PROXY and NO_PROXY.',
  sessions_used: '{cap} of {cap} playback sessions are in use. End one of them and try again.',
  sessions_used_by: '{cap} of {cap} playback sessions are in use: {holders}. End one of them and try again.',
  part_tile_here: 'tile {tiles} of this wall',
  part_tiles_here: 'tiles {tiles} of this wall',
  part_tile_of_monitor: 'tile {tiles} of monitor {monitor}',
  part_tiles_of_monitor: 'tiles {tiles} of monitor {monitor}',
  part_sessions_here: '{count} of this wall',
  part_sessions_of_monitor: '{count} of monitor {monitor}',
  part_more_sessions_here: '{count} more of this wall',
  part_more_sessions_of_monitor: '{count} more of monitor {monitor}',
  part_sessions_elsewhere: '{count} elsewhere',
  footage_refused_again: 'The platform has started this playback again and still refuses its footage.',
  connection_closed: 'The connection to this platform has been closed.',
  playback_closed: 'This playback has been closed.',
  ticket_late: 'The ticket was out of date when it arrived.',
  too_many_media_connections: 'Too many connections to media servers at once.',
  session_not_resumed: 'This session cannot be resumed. Joining anew.',
  footage_broken_off: 'The platform broke off in the middle of the footage.',
  camera_named_twice: 'A camera was named twice.',
  no_time_zone: '{zone} is no time zone. Choose one such as Europe/Berlin.',
  picture_other: 'What arrived is not the picture that was announced.',
  exports_running: '{most} exports are running. Wait for one of them, or cancel it.',
  time_backwards: 'The time that is asked for ends before it begins.',
  steps_too_many: 'Events are counted in {most} steps at most: ask for longer ones.',
  event_tag_unknown: 'The platform has no event tag {tag}. Choose another one.',
  event_field_unknown: 'There is no field “{field}” in {tags}. Choose another field.',
  event_operator_unknown:
    '“{field}” is of the type {type}, which knows {operators} only. Choose one of these.',
  event_stream_ended: 'The stream of events has ended. Opening it again.',
  events_left_out:
    'More than {most} events came while the wall was not listening. Those after them are left out here: search for them.',
  search_in_circles:
    'The platform gives the same page of this search again and again: what comes after it cannot be read.',
  search_without_end:
    'The platform leads from page to page of this search without end: what has been read is not all. Ask for a shorter time.',
  outbox_runtime_old:
    'Events cannot be kept here: this runtime is too old for the outbox’s database. Everything else works.',
  outbox_stopped: 'Events cannot be kept: the outbox’s database has stopped ({reason}). Start again.',
  outbox_newer: 'The outbox of events was written by a later version of this program. Update this one.',
  outbox_disk_full: 'The disk is full: the event was not kept. Make room on it.',
  outbox_denied:
    'The event outbox in the data folder cannot be written ({reason}). Give this user access to it.',
  outbox_held: 'Another program holds the event outbox. Stop it, or try again.',
  outbox_broken: 'The event outbox cannot be used ({reason}). Check the disk.',
  events_cut: 'Only the first {most} events are in the file. Narrow the search for the others.',
  organization_unknown:
    'The organization of the key is not known: enter it beside the key on the connection page.',
  mark_tag_unlisted:
    'This platform does not list its event tags. Enter “{tag}”, with a text field “{field}”, among the event tags of the connection page.',
  mark_tag_without_field:
    'The platform’s event tag “{tag}” has no text field “{field}”. Add it there, or rename the tag.',
  file_damaged: 'The file {file} was damaged. It was set aside as {copy}; starting without it.',
  file_damaged_stays: 'The file {file} is damaged and could not be set aside; starting without it.',
  file_unreadable: 'The file {file} could not be read ({reason}); starting without it.',
  parts_unread: '{file}: {parts} could not be read.',
  parts_unread_copied: '{file}: {parts} could not be read. A copy of the file is kept as {copy}.',
  stored_key_unread: 'A stored key could not be read from its file. Sign in again if one is missing.',
  settings_not_written:
    'Settings could not be written ({reason}). Check the free space and the permissions of the data folder.',
  outbox_damaged: 'The outbox of events was damaged. It was set aside as {copy}; what it held was not sent.',
  alarm_log_changed:
    'The alarm log does not hold together: {file}, line {line} is no entry, or was changed. It was left as it is; a new file goes on.',
  alarm_log_gap:
    'The alarm log does not hold together: {file}, line {line} does not follow entry {entry}. It was left as it is; a new file goes on.',
  alarm_log_half_line:
    'The alarm log ended with half a line, as after a crash or a power cut. That half was cut off; all entries before it are there.',
  alarm_log_not_written:
    'The alarm log cannot be written. Check the free space and the permissions of the data folder.',
  alarm_log_not_written_because:
    'The alarm log cannot be written ({reason}). Check the free space and the permissions of the data folder.',
  certificates_not_added: 'This runtime cannot add the certificates of ca.pem. It needs Node 24.5 or newer.',
  certificates_unreadable:
    'The file ca.pem in the data folder cannot be read as certificates and is left out. It wants PEM text, beginning with “-----BEGIN CERTIFICATE-----”.',
  proxy_not_used: 'This runtime cannot use the proxy of HTTPS_PROXY. It needs Node 24.14 or newer.',
  proxy_unreadable:
    'HTTPS_PROXY holds no address like http://proxy.example:3128, so the wall goes without a proxy. Correct it and start the wall again.',
  kiosk_file_not_roots: '{file} is not root’s alone to write. Nothing unlocks this wall.',
  kiosk_file_too_large: '{file} is too large. Nothing unlocks this wall.',
  kiosk_file_unlike: '{file} does not hold an unlockChord such as Ctrl+Shift+U. Nothing unlocks this wall.',
  kiosk_file_unreadable: '{file} cannot be read. Nothing unlocks this wall.',
  page_restarted: 'This wall was restarted after its page stopped ({reason}) at {time}.',
  part_end_crashed: 'crashed',
  part_end_ended: 'ended',
  part_end_killed: 'killed',
  part_end_memory: 'out of memory',
  part_end_not_started: 'did not start',
  part_end_damaged: 'damaged program file',
  part_end_not_loaded: 'could not be loaded',
  part_end_hung: 'did not answer',
  part_end_network: 'lost its network process',
  graphics_off:
    'Graphics acceleration is off: its process stopped {times} times, last at {time}. A start after {hours} hours tries it again.',
  list_same_id: 'The camera “{id}” is in line {line} already.',
  list_same_id_entry: 'The camera “{id}” is in entry {line} already.',
  list_same_number: 'The number {number} is in line {line} already.',
  list_same_number_entry: 'The number {number} is in entry {line} already.',
  list_no_time_zone: '“{zone}” is no time zone.',
  list_full: 'A list has at most {most} cameras.',
  list_line_too_long: 'It is longer than any camera can be: is a quote missing?',
  list_quotes: 'Its quotes do not fit together.',
  list_cells: 'It has {cells} cells, and there are {columns} columns.',
  list_no_list: 'This JSON holds no list: an array is wanted, or an object with “items”.',
  list_no_json: 'This is no JSON.',
  list_no_json_because: 'This is no JSON: {reason}.',
  list_no_object: 'It is no object.',
  list_no_id: 'It has no id.',
  list_not_utf8: 'It is not UTF-8: save the list as UTF-8 (in a spreadsheet: CSV UTF-8).',
  list_no_number: '“{text}” is no number from 1 to {most}.',
  list_no_offset: '“{text}” is no clock offset: whole milliseconds, such as -1500.',
  list_offset_too_large: 'Its clock is off by more than a day.',
  list_member_too_long: 'Its {member} is too long.',
  part_member_id: 'id',
  part_member_name: 'name',
  part_member_number: 'number',
  part_member_group: 'group',
  part_member_time_zone: 'time zone',
} as const

export type ExactCode = keyof typeof exactWords
/** A list is one of phrases (`part_…`), joined as the language does it. */
export type ExactValue = string | number | readonly Said[]

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
type ValuesOf<Code extends ExactCode> = [Names<(typeof exactWords)[Code]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<(typeof exactWords)[Code]>, ExactValue>>]

export const exactCodes = Object.keys(exactWords) as [ExactCode, ...ExactCode[]]

export interface Exact {
  readonly code: ExactCode
  readonly values: Readonly<Record<string, string | number | readonly Exact[]>>
}
export const exactSchema: z.ZodType<Exact> = z.lazy(() =>
  z.object({
    code: z.enum(exactCodes),
    values: z.record(z.string().max(40), z.union([z.string(), z.number(), z.array(exactSchema)])),
  }),
)

/** A sentence of main: as it stands in a log, and what a page makes its own of. */
export interface Said {
  readonly message: string
  readonly exact: Exact
}

/** What is told once, at start or later: a code, or words that are the page's already. */
export const noticeSchema = z.object({ message: z.string(), exact: exactSchema.optional() })
export type Notice = z.infer<typeof noticeSchema>

export function said<Code extends ExactCode>(code: Code, ...given: ValuesOf<Code>): Said {
  const values: Readonly<Record<string, ExactValue>> = given[0] ?? {}
  const message = exactWords[code].replaceAll(/\{(\w+)\}/g, (_all, name: string) => englishOf(values[name]))
  const plain = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'object' ? value.map(({ exact }) => exact) : value] as const,
  )
  return { message, exact: { code, values: Object.fromEntries(plain) } }
}

const list = new Intl.ListFormat('en-GB')

function englishOf(value: ExactValue | undefined): string {
  return typeof value === 'object' ? list.format(value.map(({ message }) => message)) : String(value)
}
