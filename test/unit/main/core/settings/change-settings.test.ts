import { expect, it } from 'vitest'
import { changedSettings } from '#main/core/settings/change-settings.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'

it('takes a member for what it was when one of its own that was not set was lost on the way', () => {
  const tag = { id: 'till', name: 'Till', fields: [], colour: undefined }
  const settings = { ...wallSettingsSchema.parse({}), eventTags: [tag] }
  const from: { eventTags: (typeof tag)[] } = JSON.parse(JSON.stringify({ eventTags: [tag] }))
  expect(changedSettings(settings, { from, to: { eventTags: [] } })?.eventTags).toEqual([])
  expect(changedSettings(settings, { from: { eventTags: [] }, to: { eventTags: [] } })).toBeUndefined()
})

it('leaves what does not change the object that it is, and gives what was taken away its default', () => {
  const settings = wallSettingsSchema.parse({
    savedSearches: [{ name: 'Big', text: 'sale' }],
    language: 'de',
  })
  const lateAfterMs = 700
  const from = { alarmSound: true, lateAfterMs, language: 'de' } as const
  const changed = changedSettings({ ...settings, lateAfterMs }, { from, to: { alarmSound: false } })
  expect(changed).toStrictEqual(
    wallSettingsSchema.parse({ savedSearches: settings.savedSearches, alarmSound: false }),
  )
  expect(changed?.savedSearches).toBe(settings.savedSearches)
})
