import { weekdays } from '#contract/time/weekdays.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type AlarmRule, alarmRuleSchema, type WatchedSearch } from '#contract/wall/alarms.ts'
import { findSearch, type SavedSearch, searchNameKey } from '#contract/wall/saved-search.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import { t } from '../language/language.ts'

/** Where the keys go when a rule cannot be kept, and why. */
export interface RuleFault {
  readonly field: string
  readonly message: string
}

/** What the form holds: texts as typed, `''` where nothing is. */
export interface TypedRule {
  readonly id: string
  readonly isOn: boolean
  /** Condition of the edited rule before the edit. */
  readonly before?: AlarmRule['when'] | undefined
  readonly kind: AlarmRule['when']['kind']
  readonly needsReason: boolean
  readonly days: readonly string[]
  /** What is ticked of `alarm`, `sound` and `hotspot`. */
  readonly does: readonly string[]
  /** `cameraIds`: shown by the alarm; `ofCameraIds`: watched by a camera rule. */
  readonly cameraIds: readonly string[]
  readonly ofCameraIds: readonly string[]
  readonly text: (name: string) => string
}

type Saved = Pick<WallSettings, 'savedSearches' | 'occupancyReports'>

/** The rule that a form describes, or what is wrong with it, at its field. */
export function readRule(
  typed: TypedRule,
  saved: Saved,
  read: (search: SavedSearch) => Result<WatchedSearch, string>,
): Result<AlarmRule, RuleFault> {
  const { text } = typed
  if (text('title') === '') return fault('title', t('alarms.fault.needsTitle'))
  const when = readWhen(typed, saved, read)
  if (!when.ok) return when
  const coolDownS = text('coolDownS')
  if (!isSeconds(coolDownS)) return fault('coolDownS', t('alarms.fault.coolDown'))
  const escalate = text('escalateAfterS')
  if (escalate !== '' && !isSeconds(escalate)) return fault('escalateAfterS', t('alarms.fault.escalates'))
  const salvo = text('salvo')
  const [alarm, sound, hotspot] = ['alarm', 'sound', 'hotspot'].map((what) => typed.does.includes(what))
  if (!alarm && !sound && !hotspot && salvo === '') return fault('does', t('alarms.fault.does'))
  const ticked = weekdays.filter((day) => typed.days.includes(day))
  // Hours of no day are those of every day.
  const days = ticked.length === 0 && text('from') !== text('until') ? weekdays : ticked
  const rule = alarmRuleSchema.safeParse({
    id: typed.id,
    isOn: typed.isOn,
    title: text('title'),
    instruction: text('instruction'),
    priority: Number(text('priority')),
    when: when.value,
    does: { alarm, sound, hotspot, ...(salvo === '' ? {} : { salvo: Number(salvo) }) },
    cameraIds: typed.cameraIds,
    coolDownS: Number(coolDownS),
    coolDownPer: text('coolDownPer'),
    needsReason: typed.needsReason,
    ...(escalate === '' ? {} : { escalateAfterS: Number(escalate) }),
    ...(days.length === 0 ? {} : { schedule: { days, from: text('from'), until: text('until') } }),
  })
  if (rule.success) return ok(rule.data)
  const path = rule.error.issues[0]?.path ?? []
  if (path[0] === 'schedule') return fault('from', t('alarms.fault.hours'))
  return fault(String(path[0] ?? 'title'), t('alarms.fault.tooLong'))
}

function readWhen(
  { kind, before, ofCameraIds, text }: TypedRule,
  saved: Saved,
  read: (search: SavedSearch) => Result<WatchedSearch, string>,
): Result<AlarmRule['when'], RuleFault> {
  if (kind === 'event') {
    const name = text('search')
    const found = findSearch(saved.savedSearches, name)
    const search = found === undefined ? fail(t('alarms.fault.chooseSearch')) : read(found)
    if (search.ok) return ok({ kind, search: search.value })
    // A search that cannot be read any more stays as it was while the rest of the rule is changed.
    const isSame = before?.kind === 'event' && searchNameKey(before.search.name) === searchNameKey(name)
    return isSame ? ok(before) : fault('search', search.error)
  }
  if (kind === 'camera') {
    const longerThanS = text('longerThanS')
    if (!isSeconds(longerThanS)) return fault('longerThanS', t('alarms.fault.longer'))
    const state = text('state') === 'OFFLINE' ? 'OFFLINE' : 'STALE'
    return ok({ kind, state, longerThanS: Number(longerThanS), cameraIds: [...ofCameraIds] })
  }
  const threshold = text('threshold')
  const reportId = text('reportId')
  if (!saved.occupancyReports.some(({ id }) => id === reportId))
    return fault('reportId', t('alarms.fault.chooseReport'))
  if (!/^\d{1,9}$/.test(threshold)) return fault('threshold', t('alarms.fault.limit'))
  return ok({ kind, reportId, threshold: Number(threshold) })
}

/** Digits alone: `1.000` is a thousand to whoever typed it. */
function isSeconds(typed: string): boolean {
  return /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 86_400
}

function fault(field: string, message: string): { readonly ok: false; readonly error: RuleFault } {
  return fail({ field, message })
}
