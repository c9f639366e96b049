import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aliases,
  assumptionNames,
  defaultPaths,
  platformOverridesSchema,
  spellingsOf,
} from '#contract/platform/assumptions.ts'
import { overrideFields, overrideFieldsOf } from '#renderer/platform/override-fields.ts'
import { isOverride, overridesFrom, typedOverrides } from '#renderer/platform/overrides.ts'

/** A member that is called as usual is no override. */
function unlessUsual(members: Record<string, string>): Record<string, string> {
  const usual: Record<string, readonly string[]> = aliases
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => usual[name]?.[0] !== value))
}

describe('overrides of a platform', () => {
  it('have a field for every path, member and unit, each beside one assumption', () => {
    const { paths: _, members: __, ...others } = platformOverridesSchema.shape
    const wanted = [
      ...Object.keys(defaultPaths).map((name) => `paths.${name}`),
      ...Object.keys(aliases).map((name) => `members.${name}`),
      ...Object.keys(others),
    ]
    expect([...overrideFields.keys()].toSorted()).toEqual(wanted.toSorted())
    const placed = assumptionNames.flatMap((name) => overrideFieldsOf(name).map((field) => field.name))
    expect(placed.toSorted()).toEqual(wanted.toSorted())
  })

  it('are only what differs from the usual', () => {
    expect(isOverride('paths.cameras', ' ')).toBe(false)
    expect(isOverride('paths.cameras', '/v1/cameras ')).toBe(false)
    expect(isOverride('keyExpiryUnit', 'seconds')).toBe(false)
    expect(isOverride('keyExpiryUnit', 'days')).toBe(true)
    expect(overridesFrom({ 'paths.cameras': '/v1/cameras', 'members.ticket': '' })).toEqual({
      ok: true,
      value: platformOverridesSchema.parse({}),
    })
  })

  it('say at the field what cannot be used', () => {
    const checked = overridesFrom({
      'paths.cameras': 'v1/cameras?all',
      'members.ticket': 'two words',
      'paths.apiKey': '/v2/keys',
      timezoneMember: '',
    })
    expect(checked.ok).toBe(false)
    if (checked.ok) return
    expect(Object.keys(checked.error)).toEqual(['paths.cameras', 'members.ticket'])
    expect(checked.error['paths.cameras']).toBe('A path begins with / and has no query.')
  })

  it('name all days of the week, or none', () => {
    expect(overridesFrom({ weekdayValues: 'SUN,MON' })).toMatchObject({
      error: { weekdayValues: 'Seven words with commas between, Sunday first.' },
    })
    expect(overridesFrom({ weekdayValues: '0,1,2,3,4,5,6', dayValue: 'day' }).ok).toBe(true)
  })

  it('never lead out of the platform’s own address', () => {
    for (const path of ['/../other/cameras', '/v1/..', '/./v1', '/v1/./cameras', '/..']) {
      const checked = overridesFrom({ 'paths.cameras': path })
      expect(checked.ok ? '' : checked.error['paths.cameras'], path).toMatch('. or ..')
    }
    for (const path of ['/v1/...', '/v1.2/cameras', '/v1/.well-known'])
      expect(overridesFrom({ 'paths.cameras': path }).ok, path).toBe(true)
  })

  it('are shown as they were given', () => {
    const path = fc
      .stringMatching(/^\/[\w\-./{}]{1,40}$/)
      .filter((text) => !/^\.{1,2}$/m.test(text.replaceAll('/', '\n')))
    const member = fc.stringMatching(/^[A-Za-z_][\w-]{0,20}$/)
    const overrides = fc
      .record({
        paths: fc.dictionary(fc.constantFrom(...Object.keys(defaultPaths)), path),
        members: fc.dictionary(fc.constantFrom(...Object.keys(aliases)), member).map(unlessUsual),
        keyExpiryUnit: fc.constantFrom('seconds', 'milliseconds', 'days'),
        rangeStartMember: member,
      })
      .map((raw) => platformOverridesSchema.parse(raw))
    fc.assert(
      fc.property(overrides, (given) => {
        expect(overridesFrom(typedOverrides(given))).toMatchObject({ ok: true })
        const again = overridesFrom(typedOverrides(given))
        if (!again.ok) return
        const usual = { paths: defaultPaths, members: {} as Record<string, string> }
        expect({ ...usual.paths, ...again.value.paths }).toEqual({ ...usual.paths, ...given.paths })
        expect(again.value.members).toEqual(given.members)
        expect(again.value.keyExpiryUnit).toBe(given.keyExpiryUnit)
      }),
    )
  })

  it('are read before the usual spellings', () => {
    expect(spellingsOf({ members: { ticket: 'pass' } }).ticket).toEqual(['pass', ...aliases.ticket])
    expect(spellingsOf({ members: {} })).toEqual(aliases)
  })
})
