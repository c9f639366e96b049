import { useEffect, useRef } from 'react'
import { t } from '../language/language.ts'
import { liveDefaults } from '../live/defaults.ts'

const { staleAfterMs } = liveDefaults.tile
const holdDownEveryMs = 500

/**
 * Covers a page whose script hangs: its tile states are out of date, and a frozen picture would still be called LIVE.
 * It rises by itself in the browser's compositor unless the script holds it down.
 */
export function StallVeil() {
  const veil = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const rise = veil.current?.animate([{ opacity: 0 }, { opacity: 1 }], {
      delay: staleAfterMs,
      duration: 1,
      fill: 'both',
    })
    const holdDown = () => {
      if (rise) rise.currentTime = 0
    }
    const timer = setInterval(holdDown, holdDownEveryMs)
    // Timers of a hidden page are rare.
    document.addEventListener('visibilitychange', holdDown)
    return () => {
      document.removeEventListener('visibilitychange', holdDown)
      clearInterval(timer)
    }
  }, [])
  return (
    <div ref={veil} className="stall-veil" aria-hidden>
      <p>{t('wall.stalled')}</p>
    </div>
  )
}
