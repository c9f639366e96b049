import { Volume2, VolumeX } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { t } from '../language/language.ts'
import { useServices } from './services.ts'

/** On the tile whose sound plays: its level, or why there is none. */
export const SoundMark = memo(function SoundMark({ tile }: { readonly tile: number }) {
  const { sound } = useServices()
  const state = useStore(sound.store, ({ audible }) => (audible?.tile === tile ? audible.state : undefined))
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state !== 'playing') return undefined
    let request = 0
    function beat(): void {
      // The square root makes quiet sounds as visible as they are audible.
      bar.current?.style.setProperty('--level', Math.sqrt(sound.level).toFixed(2))
      request = requestAnimationFrame(beat)
    }
    beat()
    return () => cancelAnimationFrame(request)
  }, [sound, state])
  if (state === undefined) return null
  const isPlaying = state === 'playing'
  const Sign = isPlaying ? Volume2 : VolumeX
  return (
    <div className="sound-mark row badge" data-sound={state}>
      <Sign aria-hidden size="1.1em" />
      {isPlaying && <i className="sound-level" ref={bar} aria-hidden />}
      <span className={isPlaying ? 'unseen' : undefined}>{t(`sound.${state}`)}</span>
    </div>
  )
})
