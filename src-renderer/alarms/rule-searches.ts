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
export class RuleSearches {
  readonly #options: RuleSearchesOptions
  readonly #unsubscribe: readonly (() => void)[]
  readonly #reader = new QueryReader()

  constructor(options: RuleSearchesOptions) {
    this.#options = options
    this.#unsubscribe = [
      options.session.subscribe(({ settings }, before) => {
        if (settings.savedSearches !== before.settings.savedSearches) void this.#follow()
      }),
      onChangeOf(options.wall, 'cameras', () => void this.#follow()),
      onChangeOf(options.eventController.store, 'tags', () => void this.#follow()),
    ]
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** Fails with a sentence when a rule cannot use it. Its time is ignored: only new events count. */
  read({ name, text }: SavedSearch): Result<WatchedSearch, string> {
    const { wall, eventController, zone, clock } = this.#options
    const { tags } = eventController.store.getState()
    const catalogue = { tags, cameras: wall.getState().cameras, isOfNow: true }
    const query = this.#reader.parse(text, catalogue, zone(), clock.nowMs())
    if (!query.ok) return fail(t('events.feed.unreadable', { name, why: query.error[0]?.message ?? '' }))
    const body = toSearchBody({ ...query.value, time: { kind: 'all' } }, catalogue, zone(), clock.nowMs())
    if (!body.ok) return body
    const { cameraIds, eventTypeIds, match } = body.value
    if (Math.max(cameraIds.length, eventTypeIds.length) > MAX_ALARM_CAMERAS)
      return fail(t('alarms.search.tooMany', { name, most: MAX_ALARM_CAMERAS }))
    return ok({ name, text, cameraIds, eventTypeIds, match })
  }

  /** Why a rule uses an earlier reading of its search, or cameras that have left. */
  problemOf({ name }: WatchedSearch): string | undefined {
    const { session, wall, eventController } = this.#options
    const saved = findSearch(session.getState().settings.savedSearches, name)
    if (saved === undefined) return t('alarms.problem.noSearch', { name })
    if (eventController.store.getState().tags.length === 0) return undefined
    const read = this.read(saved)
    if (!read.ok) return t('alarms.problem.unread', { why: read.error })
    const cameras = read.value.cameraIds.map((id) => wall.getState().cameraById.get(id))
    const haveLeft = cameras.length > 0 && cameras.every((camera) => camera?.unlistedSinceMs !== undefined)
    return haveLeft ? t('alarms.problem.camerasLeft', { name }) : undefined
  }

  /** One page is enough; what cannot be read now stays as it was. */
  async #follow(): Promise<void> {
    const { eventController } = this.#options
    const session = this.#options.session.getState()
    const { settings } = session
    if (!isFirstMonitor(session) || eventController.store.getState().tags.length === 0) return
    const rules = settings.alarms.rules.map((rule) => this.#reread(rule, settings.savedSearches))
    if (rules.every((rule, at) => rule === settings.alarms.rules[at])) return
    await saveSettings(this.#options, ({ alarms, savedSearches }) => ({
      alarms: { ...alarms, rules: alarms.rules.map((rule) => this.#reread(rule, savedSearches)) },
    }))
  }

  #reread(rule: AlarmRule, searches: readonly SavedSearch[]): AlarmRule {
    if (rule.when.kind !== 'event') return rule
    const saved = findSearch(searches, rule.when.search.name)
    const read = saved === undefined ? undefined : this.read(saved)
    if (read?.ok !== true || JSON.stringify(read.value) === JSON.stringify(rule.when.search)) return rule
    return { ...rule, when: { kind: 'event', search: read.value } }
  }
}
