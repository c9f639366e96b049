import { type PlatformOverrides, platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { overrideFields } from './override-fields.ts'
import { isKey, t } from '../language/language.ts'

/** What is typed, by the name of its field; what is not there is as usual. */
export type TypedOverrides = Readonly<Record<string, string>>

/** What differs from the usual. */
export function typedOverrides(overrides: PlatformOverrides | undefined): TypedOverrides {
  if (overrides === undefined) return {}
  const { paths, members, ...others } = overrides
  const typed = [
    ...Object.entries(paths).map(([name, value]) => [`paths.${name}`, value] as const),
    ...Object.entries(members).map(([name, value]) => [`members.${name}`, value] as const),
    ...Object.entries(others),
  ]
  return Object.fromEntries(typed.filter(([name, value]) => isOverride(name, value)))
}

/** Whether a value differs from what counts anyway. */
export function isOverride(name: string, value: string): boolean {
  const text = value.trim()
  return text !== '' && text !== overrideFields.get(name)?.usual
}

/** As they are sent; else a sentence for each field that cannot be used. */
export function overridesFrom(typed: TypedOverrides): Result<PlatformOverrides, Record<string, string>> {
  const content: Record<string, unknown> = {}
  const groups: Record<string, Record<string, string>> = { paths: {}, members: {} }
  for (const [name, value] of Object.entries(typed)) {
    if (!isOverride(name, value)) continue
    const [group = '', member] = name.split('.')
    if (member === undefined) content[name] = value.trim()
    else (groups[group] ??= {})[member] = value.trim()
  }
  const parsed = platformOverridesSchema.safeParse({ ...content, ...groups })
  if (parsed.success) return ok(parsed.data)
  const faults = parsed.error.issues.map(
    ({ path, code, message }) =>
      [path.join('.'), code === 'too_big' ? t('platform.override.tooLong') : faultWords(message)] as const,
  )
  return fail(Object.fromEntries(faults))
}

function faultWords(code: string): string {
  const key = `platform.override.${code}`
  return isKey(key) ? t(key) : t('platform.override.notUsable')
}
