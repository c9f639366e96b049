import { weekdays } from '#contract/platform/weekdays.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type AlarmRule, alarmRuleSchema, type WatchedSearch } from '#contract/wall/alarms.ts'
import { type SavedSearch, searchNameKey } from '#contract/wall/saved-search.ts'

/** Where the keys go when a rule cannot be kept, and why. */
export interface RuleFault {
  readonly field: string
  readonly says: string
}

/** What the form holds: texts as typed, `''` where nothing is. */
export interface TypedRule {
  readonly id: string
  readonly isOn: boolean
  readonly kind: AlarmRule['when']['kind']
  readonly needsReason: boolean
  readonly days: readonly string[]
  /** Those that are shown, and those that a camera rule is about. */
  readonly cameraIds: readonly string[]
  readonly ofCameraIds: readonly string[]
  readonly text: (name: string) => string
}

/** The rule that a form describes, or what is wrong with it, at its field. */
export function readRule(
  typed: TypedRule,
  searches: readonly SavedSearch[],
  read: (search: SavedSearch) => Result<WatchedSearch, string>,
): Result<AlarmRule, RuleFault> {
  const { text } = typed
  if (text('title') === '') return fault('title', 'A rule needs a title: it is what the alarm is called.')
  const when = readWhen(typed, searches, read)
  if (!when.ok) return when
  const coolDownS = Number(text('coolDownS'))
  if (!isSeconds(coolDownS)) return fault('coolDownS', 'The cool-down is 1 to 86 400 seconds.')
  const escalate = text('escalateAfterS')
  if (escalate !== '' && !isSeconds(Number(escalate)))
    return fault('escalateAfterS', 'It escalates after 1 to 86 400 seconds, or never: then leave it empty.')
  const days = weekdays.filter((day) => typed.days.includes(day))
  const rule = alarmRuleSchema.safeParse({
    id: typed.id,
    isOn: typed.isOn,
    title: text('title'),
    instruction: text('instruction'),
    priority: Number(text('priority')),
    when: when.value,
    cameraIds: typed.cameraIds,
    coolDownS,
    coolDownPer: text('coolDownPer'),
    needsReason: typed.needsReason,
    ...(escalate === '' ? {} : { escalateAfterS: Number(escalate) }),
    ...(days.length === 0 ? {} : { schedule: { days, from: text('from'), until: text('until') } }),
  })
  if (rule.success) return ok(rule.data)
  const path = rule.error.issues[0]?.path ?? []
  if (path[0] === 'schedule') return fault('from', 'The hours of a schedule go from a time until a time.')
  return fault(String(path[0] ?? 'title'), 'This is longer than a rule can keep. Shorten it.')
}

function readWhen(
  { kind, ofCameraIds, text }: TypedRule,
  searches: readonly SavedSearch[],
  read: (search: SavedSearch) => Result<WatchedSearch, string>,
): Result<AlarmRule['when'], RuleFault> {
  if (kind === 'event') {
    const key = searchNameKey(text('search'))
    const saved = searches.find(({ name }) => searchNameKey(name) === key)
    if (saved === undefined)
      return fault('search', 'Choose a saved search. Searches are saved in the panel that / opens.')
    const search = read(saved)
    return search.ok ? ok({ kind, search: search.value }) : fault('search', search.error)
  }
  if (kind === 'camera') {
    const longerThanS = Number(text('longerThanS'))
    if (!isSeconds(longerThanS)) return fault('longerThanS', 'Longer than 1 to 86 400 seconds.')
    const state = text('state') === 'OFFLINE' ? 'OFFLINE' : 'STALE'
    return ok({ kind, state, longerThanS, cameraIds: [...ofCameraIds] })
  }
  const threshold = text('threshold')
  if (text('reportId') === '')
    return fault('reportId', 'Choose a saved occupancy report. Reports are saved in the window that O opens.')
  if (!/^\d{1,9}$/.test(threshold)) return fault('threshold', 'The limit is a whole number of people.')
  return ok({ kind, reportId: text('reportId'), threshold: Number(threshold) })
}

function isSeconds(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 86_400
}

function fault(field: string, says: string): { readonly ok: false; readonly error: RuleFault } {
  return fail({ field, says })
}
