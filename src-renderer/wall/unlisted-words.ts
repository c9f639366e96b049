import type { WallCamera } from '#contract/wall/camera.ts'
import { minuteText } from '../timeline/axis/time-words.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { PlatformClock } from './platform-clock.ts'
import { t } from '../language/language.ts'

/** `not in the platform’s list since 14:05`; with the day when that is not today. Undefined: it is listed. */
export function unlistedWords(
  { unlistedSinceMs }: Pick<WallCamera, 'unlistedSinceMs'>,
  zone: Zone,
  platformClock: Pick<PlatformClock, 'nowMs' | 'ofComputer'>,
): string | undefined {
  if (unlistedSinceMs === undefined) return undefined
  const since = minuteText(zone, platformClock.ofComputer(unlistedSinceMs), platformClock.nowMs())
  return t('tile.unlisted', { since })
}
