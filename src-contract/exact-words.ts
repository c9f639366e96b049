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
} as const

export type ExactCode = keyof typeof exactWords
export type ExactValue = string | number

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
type ValuesOf<Code extends ExactCode> = [Names<(typeof exactWords)[Code]>] extends [never]
  ? []
  : [values: Readonly<Record<Names<(typeof exactWords)[Code]>, ExactValue>>]

export const exactCodes = Object.keys(exactWords) as [ExactCode, ...ExactCode[]]

export const exactSchema = z.object({
  code: z.enum(exactCodes),
  values: z.record(z.string().max(40), z.union([z.string(), z.number()])),
})
export type Exact = z.infer<typeof exactSchema>

/** A sentence of main: as it stands in a log, and what a page makes its own of. */
export interface Said {
  readonly message: string
  readonly exact: Exact
}

export function said<Code extends ExactCode>(code: Code, ...given: ValuesOf<Code>): Said {
  const values: Readonly<Record<string, ExactValue>> = given[0] ?? {}
  const message = exactWords[code].replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]))
  return { message, exact: { code, values: { ...values } } }
}
