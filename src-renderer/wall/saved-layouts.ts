import { wallError, type WallError } from '#contract/errors.ts'
import { parseJsonFile } from '#contract/json.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type Layout, layoutsFileSchema, MAX_SAVED_LAYOUTS, type SavedLayout } from '#contract/wall/layout.ts'
import { t } from '../language/language.ts'
import { type SavesSettings, saveSettings } from './save-settings.ts'

export type SavedLayouts = ReturnType<typeof savedLayoutsOf>

/** Grids that somebody has made and named, in the settings. Each function answers with a sentence when it could not. */
export function savedLayoutsOf(options: SavesSettings) {
  function save(change: (all: readonly SavedLayout[]) => readonly SavedLayout[] | string) {
    return saveSettings(options, (settings) => {
      const layouts = change(settings.layouts)
      if (typeof layouts === 'string') return layouts
      if (layouts.some(({ name }) => name === '')) return t('layouts.needsName')
      return { layouts: layouts.toSorted((a, b) => a.name.localeCompare(b.name)) }
    })
  }
  /** Those of the file take the place of those with the same names. */
  const take = (layouts: readonly SavedLayout[]) => save((before) => withLayouts(before, layouts))
  return {
    take,
    /** In the place of the one that has the name. */
    keep: (name: string, layout: Layout) => take([{ version: 1, name: name.trim(), layout }]),
    async rename(name: string, newName: string): Promise<string | undefined> {
      const trimmed = newName.trim()
      if (trimmed === name) return undefined
      return save((all) =>
        all.some((one) => one.name === trimmed)
          ? t('layouts.nameTaken', { name: trimmed })
          : all.map((one) => (one.name === name ? { ...one, name: trimmed } : one)),
      )
    },
    /** One that was deleted, unless another one has its name by now. */
    restore: (layout: SavedLayout) =>
      save((all) => {
        const { name } = layout
        return all.some((one) => one.name === name)
          ? t('layouts.nameTaken', { name })
          : withLayouts(all, [layout])
      }),
    remove: (name: string) => save((all) => all.filter((one) => one.name !== name)),
  }
}

function withLayouts(
  before: readonly SavedLayout[],
  layouts: readonly SavedLayout[],
): readonly SavedLayout[] | string {
  const names = new Set(layouts.map(({ name }) => name))
  const all = [...before.filter(({ name }) => !names.has(name)), ...layouts]
  return all.length > MAX_SAVED_LAYOUTS
    ? t('layouts.tooMany', { count: all.length, max: MAX_SAVED_LAYOUTS })
    : all
}

/** The layouts of a file, or why there are none. */
export function readLayoutsFile(text: string): Result<readonly SavedLayout[], WallError> {
  const content = parseJsonFile(text)
  const file = layoutsFileSchema.safeParse(content)
  if (file.success) return ok(file.data.layouts)
  if (layoutsFileSchema.pick({ format: true }).safeParse(content).success)
    return fail(wallError('layout_refused'))
  return fail(wallError('bad_request', t('layouts.noFile')))
}
