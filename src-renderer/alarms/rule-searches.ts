import type { AlarmRule, WatchedSearch } from '#contract/wall/alarms.ts'
import { MAX_ALARM_CAMERAS } from '#contract/wall/alarms.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { findSearch, type SavedSearch } from '#contract/wall/saved-search.ts'
import type { EventController } from '../events/event-controller.ts'
import { QueryReader } from '../events/query/reading/read-query.ts'
import { toSearchBody } from '../events/query/search-body.ts'
import type { AreaOptions } from '../wall/area-options.ts'
import { type SavesSettings, saveSettings } from '../wall/save-settings.ts'
import { isFirstMonitor } from '../wall/session-store.ts'
import { t } from '../language/language.ts'
import { onChangeOf } from '../wall/on-change-of.ts'

export interface RuleSearchesOptions extends SavesSettings, Pick<AreaOptions, 'wall' | 'clock' | 'zone'> {
  readonly eventController: Pick<EventController, 'store'>
}

/** Reads saved searches for main, which knows ids and conditions alone, and again when they or what they name change. */
export function ruleSearchesOf(options: RuleSearchesOptions) {
  const { clock, eventController, session, wall, zone } = options
  const reader = new QueryReader()

  /** Fails with a sentence when a rule cannot use it. Its time is ignored: only new events count. */
  function read({ name, text }: SavedSearch): Result<WatchedSearch, string> {
    const { tags } = eventController.store.getState()
    const catalogue = { tags, cameras: wall.getState().cameras, isOfNow: true }
    const query = reader.parse(text, catalogue, zone(), clock.nowMs())
    if (!query.ok) return fail(t('events.feed.unreadable', { name, why: query.error[0]?.message ?? '' }))
    const body = toSearchBody({ ...query.value, time: { kind: 'all' } }, catalogue, zone(), clock.nowMs())
    if (!body.ok) return body
    const { cameraIds, eventTypeIds, match } = body.value
    if (Math.max(cameraIds.length, eventTypeIds.length) > MAX_ALARM_CAMERAS)
      return fail(t('alarms.search.tooMany', { name, most: MAX_ALARM_CAMERAS }))
    return ok({ name, text, cameraIds, eventTypeIds, match })
  }

  /** One page is enough; what cannot be read now stays as it was. */
  async function follow(): Promise<void> {
    const state = session.getState()
    const { settings } = state
    if (!isFirstMonitor(state) || eventController.store.getState().tags.length === 0) return
    const rules = settings.alarms.rules.map((rule) => reread(rule, settings.savedSearches))
    if (rules.every((rule, at) => rule === settings.alarms.rules[at])) return
    await saveSettings(options, ({ alarms, savedSearches }) => ({
      alarms: { ...alarms, rules: alarms.rules.map((rule) => reread(rule, savedSearches)) },
    }))
  }

  function reread(rule: AlarmRule, searches: readonly SavedSearch[]): AlarmRule {
    if (rule.when.kind !== 'event') return rule
    const saved = findSearch(searches, rule.when.search.name)
    const now = saved === undefined ? undefined : read(saved)
    if (now?.ok !== true || JSON.stringify(now.value) === JSON.stringify(rule.when.search)) return rule
    return { ...rule, when: { kind: 'event', search: now.value } }
  }

  const stops = [
    session.subscribe(({ settings }, before) => {
      if (settings.savedSearches !== before.settings.savedSearches) void follow()
    }),
    onChangeOf(wall, 'cameras', () => void follow()),
    onChangeOf(eventController.store, 'tags', () => void follow()),
  ]
  return {
    read,
    /** Why a rule uses an earlier reading of its search, or cameras that have left. */
    problemOf({ name }: WatchedSearch): string | undefined {
      const saved = findSearch(session.getState().settings.savedSearches, name)
      if (saved === undefined) return t('alarms.problem.noSearch', { name })
      if (eventController.store.getState().tags.length === 0) return undefined
      const now = read(saved)
      if (!now.ok) return t('alarms.problem.unread', { why: now.error })
      const cameras = now.value.cameraIds.map((id) => wall.getState().cameraById.get(id))
      const haveLeft = cameras.length > 0 && cameras.every((camera) => camera?.unlistedSinceMs !== undefined)
      return haveLeft ? t('alarms.problem.camerasLeft', { name }) : undefined
    },
    dispose(): void {
      for (const stop of stops) stop()
    },
  }
}
