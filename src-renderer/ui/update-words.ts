import { never } from '#contract/result.ts'
import type { UpdateSettings, UpdateState } from '#contract/wall/updates.ts'
import { t } from '../language/language.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import { timeOfDay } from './words.ts'
import { errorWords } from '../language/error-words.ts'

/** What the operator reads about updates, one or two sentences. */
export function updateWords(state: UpdateState, settings: UpdateSettings, nowMs: number, zone: Zone): string {
  switch (state.state) {
    case 'elsewhere':
      return t(`update.elsewhere.${state.by}`)
    case 'none':
      if (state.failure !== undefined) {
        const why = errorWords(state.failure)
        return settings.mode === 'off' ? why : `${why} ${t('update.triedAgain')}`
      }
      if (state.checkedAtMs === undefined) return t('update.notLookedYet')
      return t('update.newestVersionAs', { timeOfDay: timeOfDay(zone, state.checkedAtMs, nowMs) })
    case 'loading':
      return t('update.versionBeingLoadedBackground', { version: state.version })
    case 'ready':
      return t('update.versionReady', { version: state.version, when: whenWords(settings) })
    case 'installing':
      return t('update.versionBeingInstalledWallComes', { version: state.version })
    default:
      return never(state)
  }
}

function whenWords({ mode, hour }: UpdateSettings): string {
  if (mode !== 'at-hour') return t('update.byHand')
  return t('update.atHour', { from: clock(hour), to: clock((hour + 1) % 24) })
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
