import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '../defaults.ts'

type Value = string | number | boolean
/** Longer ones are no names that somebody would want to choose from a list. */
const longestText = 40

/** Values that were seen lately, by the name of their field, newest first: what completion offers. */
export class RecentValues {
  readonly byField = new Map<string, Value[]>()

  see(events: readonly WallEvent[]): void {
    for (const { fields } of events.toReversed()) {
      for (const [field, value] of Object.entries(fields)) this.#add(field, value)
    }
  }

  #add(field: string, value: Value): void {
    if (typeof value === 'boolean') return
    if (typeof value === 'string' && (value.length > longestText || value.includes('\n'))) return
    const known = this.byField.get(field) ?? []
    if (known[0] === value) return
    const others = known.filter((other) => other !== value)
    this.byField.set(field, [value, ...others].slice(0, eventDefaults.results.recentValues))
  }
}
