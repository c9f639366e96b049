import type { PlaybackFigures } from '#contract/wall/playback.ts'
import { useEffect, useState } from 'react'
import { useServices } from './services.ts'
import { t } from '../language/language.ts'

/** Asked for by each open panel; the figures are of the whole wall. */
const ASK_EVERY_IN_MS = 2_000

export function sessionWords({ sessions, cap }: PlaybackFigures): string {
  return cap === undefined ? t('engineer.capNotKnown', { sessions }) : t('engineer.of', { sessions, cap })
}

/** Of the whole wall, asked for again and again while somebody looks; undefined before the first answer. */
export function usePlaybackFigures(): PlaybackFigures | undefined {
  const { shell, clock } = useServices()
  const [figures, setFigures] = useState<PlaybackFigures>()
  useEffect(() => {
    let isOver = false
    let callOff = () => {}
    async function ask(): Promise<void> {
      const answer = await shell.call('playback.figures', undefined)
      if (isOver) return
      if (answer.ok) setFigures(answer.value)
      callOff = clock.after(ASK_EVERY_IN_MS, () => void ask())
    }
    void ask()
    return () => {
      isOver = true
      callOff()
    }
  }, [shell, clock])
  return figures
}
