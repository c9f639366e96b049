import {
  MAX_REPORT_NAME_CHARS,
  MAX_SAVED_REPORTS,
  type SavedReport,
  savedReportSchema,
} from '#contract/wall/occupancy.ts'
import { searchNameKey } from '#contract/wall/saved-search.ts'
import { changedElsewhere, type SavesSettings, saveSettings } from '../../wall/save-settings.ts'
import { t } from '../../language/language.ts'

/** Reports that operators keep under a name, in the settings. Each function answers with a sentence when it could not. */
export class SavedReports {
  readonly #options: SavesSettings

  constructor(options: SavesSettings) {
    this.#options = options
  }

  get all(): readonly SavedReport[] {
    return this.#options.session.getState().settings.occupancyReports
  }

  withId(id: string | undefined): SavedReport | undefined {
    return this.all.find((report) => report.id === id)
  }

  /**
   * In the place of the one with its id, or at the end.
   * @param own what its form began with and has sent, if it comes from one; only its name may have become another one
   */
  async keep(report: SavedReport, own?: readonly SavedReport[]): Promise<string | undefined> {
    const parsed = savedReportSchema.safeParse(report)
    if (!parsed.success) return whyNotKept(report)
    const key = searchNameKey(report.name)
    return saveSettings(this.#options, ({ occupancyReports: all }) => {
      const place = all.findIndex(({ id }) => id === report.id)
      const namesake = all.find(({ id, name }) => id !== report.id && searchNameKey(name) === key)
      if (namesake !== undefined) return t('occupancy.saved.namesake', { name: namesake.name })
      if (place < 0 && all.length >= MAX_SAVED_REPORTS)
        return t('occupancy.saved.full', { most: MAX_SAVED_REPORTS })
      const now = all[place]
      const refusal =
        now &&
        own &&
        changedElsewhere(
          own.map((one) => ({ ...one, name: now.name })),
          now,
        )
      if (refusal !== undefined) return refusal
      return { occupancyReports: place < 0 ? [...all, parsed.data] : all.with(place, parsed.data) }
    })
  }

  remove(id: string): Promise<string | undefined> {
    return saveSettings(this.#options, ({ occupancyReports }) => ({
      occupancyReports: occupancyReports.filter((report) => report.id !== id),
    }))
  }
}

function whyNotKept({ name }: SavedReport): string {
  if (name.trim() === '') return t('occupancy.saved.needsName')
  if (name.length > MAX_REPORT_NAME_CHARS)
    return t('occupancy.saved.nameTooLong', { most: MAX_REPORT_NAME_CHARS })
  return t('occupancy.saved.incomplete')
}
