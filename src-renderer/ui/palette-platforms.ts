import type { ListedPlatform } from '#contract/wall/connection.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { hostOf, platformName } from './platform-words.ts'

/** Each platform of this workstation but the one that the wall shows. */
export function platformEntries(
  platforms: readonly ListedPlatform[],
  shown: string | undefined,
): PaletteEntry[] {
  return platforms.flatMap((platform): PaletteEntry[] => {
    if (platform.id === shown) return []
    return [
      {
        id: `platform ${platform.id}`,
        group: 'Platforms',
        words: `Platform: show ${platformName(platform)}`,
        detail: platform.hasKey ? hostOf(platform.baseUrl) : `${hostOf(platform.baseUrl)}, no key yet`,
        command: { kind: 'use-platform', platform: platform.id },
      },
    ]
  })
}
