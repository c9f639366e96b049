import { describe, expect, it, test } from 'vitest'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { createSessionStore, isFirstRun, noConnection } from '#renderer/wall/session-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { connected } from '../fake-shell.ts'

describe('the session', () => {
  it('has one window open at a time, and the same key closes it', () => {
    const { actions, getState } = createSessionStore()
    actions.toggleDialog('help')
    actions.toggleDialog('layout')
    expect(getState().dialog).toBe('layout')
    actions.toggleDialog('layout')
    expect(getState().dialog).toBeUndefined()
  })

  it('keeps the newest notices, a sentence once', () => {
    const { actions, getState } = createSessionStore()
    for (const text of ['a', 'b', 'c', 'd', 'b', 'e']) actions.notify(text)
    expect(getState().notices.map(({ text }) => text)).toEqual(['c', 'd', 'b', 'e'])
  })

  it('shows the answer to a key as long as it is read, and anew where it is given again', () => {
    const clock = new FakeClock()
    const { actions, getState } = createSessionStore({}, clock)
    const texts = () => getState().notices.map(({ text }) => text)
    actions.notify('The disk is full.')
    actions.answer('No later event.')
    clock.advance(5_000)
    actions.answer('No later event.')
    clock.advance(5_000)
    expect(texts()).toEqual(['The disk is full.', 'No later event.'])
    clock.advance(1_000)
    expect(texts()).toEqual(['The disk is full.'])
    expect(clock.pendingCount).toBe(0)
  })

  it('puts no notice aside for answers to keys, of which the newest stay', () => {
    const { actions, getState } = createSessionStore({}, new FakeClock())
    actions.notify('The alarm log was changed.')
    for (const text of ['a', 'b', 'c', 'd', 'e']) actions.answer(text)
    expect(getState().notices.map(({ text }) => text)).toEqual([
      'The alarm log was changed.',
      'b',
      'c',
      'd',
      'e',
    ])
  })

  it('puts what became of an alarm or a mark in the place of what was said of the one before', () => {
    const { actions, getState } = createSessionStore({}, new FakeClock())
    actions.answer('Marked. Kept here.', { about: 'mark' })
    actions.answer('Acknowledged: one', { about: 'alarm' })
    actions.answer('Marked. The platform has it.', { about: 'mark' })
    actions.answer('Acknowledged: two', { about: 'alarm' })
    expect(getState().notices.map(({ text }) => text)).toEqual([
      'Marked. The platform has it.',
      'Acknowledged: two',
    ])
  })

  it('has a place of its own for it, before all others: no answer takes it, and it takes none', () => {
    const { actions, getState } = createSessionStore({}, new FakeClock())
    actions.answer('Acknowledged: one', { about: 'alarm' })
    actions.notify('The alarm log was changed.')
    for (const text of ['a', 'b', 'c', 'd']) actions.answer(text)
    actions.answer('Marked. Kept here.', { about: 'mark' })
    expect(getState().notices.map(({ text }) => text)).toEqual([
      'Acknowledged: one',
      'Marked. Kept here.',
      'The alarm log was changed.',
      'a',
      'b',
      'c',
      'd',
    ])
  })

  it('lets notices be dismissed one by one or all', () => {
    const { actions, getState } = createSessionStore()
    actions.notify('a')
    actions.notify('b')
    actions.notify('c')
    actions.dismiss(getState().notices[0]?.id ?? -1)
    actions.dismissText('c')
    expect(getState().notices.map(({ text }) => text)).toEqual(['b'])
    actions.setConnection({ ...connected, key: { ...connected.key, daysLeft: 9 } })
    actions.setUpdates({ state: 'ready', version: '2.0.0' } as never)
    actions.dismissAll()
    expect(getState()).toMatchObject({ notices: [], keyEndAsideAt: 9, updateAside: '2.0.0' })
  })

  it('has the same objects for what a change of other settings leaves as it was', () => {
    const sent = {
      savedSearches: [{ name: 'Big', text: 'sale' }],
      eventClockOffsetsMs: { 'sale camera-1': 5 },
    }
    const settings = wallSettingsSchema.parse({ ...sent, language: 'de' })
    const { actions, getState } = createSessionStore({ settings })
    const changed = wallSettingsSchema.parse({ ...structuredClone(sent), alarmSound: false })
    actions.setSettings(changed)
    expect(getState().settings).toStrictEqual(changed)
    expect(getState().settings.savedSearches).toBe(settings.savedSearches)
    expect(getState().settings.eventClockOffsetsMs).toBe(settings.eventClockOffsetsMs)
  })
})

describe('the first run', () => {
  test.for([
    ['no platform', noConnection, true],
    ['a platform without a key', { ...connected, key: { state: 'none' } }, true],
    ['a rejected key', { ...connected, key: { state: 'rejected' } }, false],
    [
      'an embedded site that makes its key',
      { ...connected, source: 'embedded', key: { state: 'none' } },
      false,
    ],
    ['a platform and a key', connected, false],
  ] as const)('with %s: %s', ([, connection, expected]) => {
    expect(isFirstRun({ ...connection, findings: { ...connection.findings } })).toBe(expected)
  })
})
