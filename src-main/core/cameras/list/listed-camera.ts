import { type ListedCamera, listedCameraSchema, MAX_CAMERA_NUMBER } from '#contract/wall/camera-list.ts'
import { fail, ok, type Result } from '#contract/result.ts'

export type Member = keyof ListedCamera

/** In the order of columns that nobody named, each with its spellings: without case, blanks, `_` and `-`. */
const spellings: Readonly<Record<Member, readonly string[]>> = {
  id: ['id', 'cameraid'],
  name: ['name', 'cameraname'],
  number: ['number', 'no', 'nr'],
  group: ['group'],
  timeZone: ['timezone', 'zone'],
  clockOffsetMs: ['offsetms', 'clockoffsetms', 'offset', 'clockoffset'],
}
export const members = Object.keys(spellings) as readonly Member[]

/** What a column or a member of this name holds. */
export function memberOf(name: string): Member | undefined {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return members.find((member) => spellings[member].includes(plain))
}

/** A camera of what an entry of a list says: cells or members, as they are. Failures are sentences. */
export function listedCamera(values: ReadonlyMap<Member, unknown>): Result<ListedCamera, string> {
  const text = (member: Member): string => textOf(values.get(member))
  const id = text('id')
  if (id === '') return fail('It has no id.')
  // What a page puts in place of bytes that are no UTF-8.
  if ([id, text('name'), text('group')].some((one) => one.includes('\uFFFD')))
    return fail('It is not UTF-8: save the list as UTF-8 (in a spreadsheet: CSV UTF-8).')
  const number = text('number')
  if (number !== '' && !(/^\d{1,6}$/.test(number) && Number(number) > 0))
    return fail(`${quoted(number)} is no number from 1 to ${MAX_CAMERA_NUMBER}.`)
  const offset = text('clockOffsetMs')
  if (offset !== '' && !/^[+-]?\d{1,8}$/.test(offset))
    return fail(`${quoted(offset)} is no clock offset: whole milliseconds, such as -1500.`)
  const camera = {
    id,
    ...given('name', text('name')),
    ...(number === '' ? {} : { number: Number(number) }),
    ...given('group', text('group')),
    ...given('timeZone', text('timeZone')),
    // Without the sign of a zero.
    ...(offset === '' ? {} : { clockOffsetMs: Number(offset) + 0 }),
  }
  const parsed = listedCameraSchema.safeParse(camera)
  if (parsed.success) return ok(parsed.data)
  const [member] = parsed.error.issues[0]?.path ?? []
  return fail(
    member === 'clockOffsetMs' ? 'Its clock is off by more than a day.' : `Its ${words(member)} is too long.`,
  )
}

function given(member: Member, text: string): { [Name in Member]?: string } {
  return text === '' ? {} : { [member]: text }
}

/** Of a cell or a member; what is no text or number is as good as absent. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : ''
}

export function quoted(text: string): string {
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
}

function words(member: PropertyKey | undefined): string {
  return member === 'timeZone' ? 'time zone' : String(member)
}
