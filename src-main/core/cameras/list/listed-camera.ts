import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
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

/** A camera of what an entry of a list says: cells or members, as they are. */
export function listedCamera(values: ReadonlyMap<Member, unknown>): Result<ListedCamera, ExactMessage> {
  const text = (member: Member): string => textOf(values.get(member))
  const id = text('id')
  if (id === '') return fail(exactMessage('list_no_id'))
  // What a page puts in place of bytes that are no UTF-8.
  if ([id, text('name'), text('group')].some((one) => one.includes('\uFFFD')))
    return fail(exactMessage('list_not_utf8'))
  const number = text('number')
  if (number !== '' && !(/^\d{1,6}$/.test(number) && Number(number) > 0))
    return fail(exactMessage('list_no_number', { text: shortened(number), most: MAX_CAMERA_NUMBER }))
  const offset = text('clockOffsetMs')
  if (offset !== '' && !/^[+-]?\d{1,8}$/.test(offset))
    return fail(exactMessage('list_no_offset', { text: shortened(offset) }))
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
    member === 'clockOffsetMs'
      ? exactMessage('list_offset_too_large')
      : exactMessage('list_member_too_long', {
          member: [exactMessage(phrases[member as keyof typeof phrases])],
        }),
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

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

const phrases = {
  id: 'part_member_id',
  name: 'part_member_name',
  number: 'part_member_number',
  group: 'part_member_group',
  timeZone: 'part_member_time_zone',
} as const
