import { isDeepStrictEqual } from 'node:util'
import { type SettingsChange, type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'

/** The settings as they become; undefined when a member is not any more what the change began with. */
export function changedSettings(settings: WallSettings, change: SettingsChange): WallSettings | undefined {
  const names = changedMembers(change)
  if (names.some((name) => !isDeepStrictEqual(asSent(settings[name]), asSent(change.from[name]))))
    return undefined
  const others = Object.entries(settings).filter(([name]) => names.every((changed) => changed !== name))
  return { ...wallSettingsSchema.parse(change.to), ...Object.fromEntries(others) }
}

export function changedMembers({ from, to }: SettingsChange): readonly (keyof WallSettings)[] {
  return wallSettingsSchema.keyof().options.filter((name) => name in from || name in to)
}

/** On its way to a page and back a member that is undefined gets lost. */
function asSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
