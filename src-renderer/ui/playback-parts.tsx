import { History } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { spokenInstant } from '../timeline/axis/time-words.ts'
import { frameClockOf } from '../timeline/frame-clock.ts'
import { write } from '../timeline/playhead-driver.ts'
import { cameraIdOf } from '../wall/wall-document.ts'
import { pastTime, pastWords, type PlaybackLook, speedWords } from './playback-look.ts'
import { usePlayback, useServices } from './services.ts'
import { TileStatus } from './tile-middle.tsx'
import { coverTile } from './timeline-bar-cover.ts'
import { t } from '../language/language.ts'

/** Lends the players a place for their picture of the past. */
export const PastPicture = memo(function PastPicture({ tile }: { readonly tile: number }) {
  const { wallPlayback } = useServices()
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    return container.current === null ? undefined : wallPlayback.pictures.mount(tile, container.current)
  }, [wallPlayback, tile])
  return <div className="picture picture-past fill" ref={container} />
})

const noTime = '--:--:--'

/** Says that the picture is of the past, and of when. A live tile has nothing like it. */
export function PastBand(props: { readonly tile: number; readonly name: string; readonly labelId: string }) {
  const { tile, name, labelId } = props
  const { wallPlayback, playback, zone, platformClock, run } = useServices()
  const speed = usePlayback((state) => state.speed)
  const time = useRef<HTMLTimeElement>(null)
  const day = useRef<HTMLSpanElement>(null)
  const spoken = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (time.current === null || day.current === null || spoken.current === null) return undefined
    const parts = { time: time.current, day: day.current, spoken: spoken.current }
    return driveBand(parts, () => {
      const shownMs = wallPlayback.pictures.observe(tile)?.shownMs
      const label = t('playback.of', { name })
      if (shownMs === undefined) return { time: noTime, day: '', spoken: label }
      const isExact = playback.getState().speed === 0
      const text = pastTime(zone(), shownMs, platformClock.nowMs(), isExact)
      return { ...text, spoken: `${label}, ${spokenInstant(zone(), shownMs)}` }
    })
  }, [wallPlayback, playback, zone, platformClock, tile, name])
  return (
    <div className="past-band row">
      <span className="unseen" id={labelId} ref={spoken} />
      <History aria-hidden className="past-sign" size="1em" />
      <span className="past-day cut" aria-hidden ref={day} />
      <time className="past-time" aria-hidden ref={time} />
      <span className="past-speed strong" aria-hidden data-speed={speed === 0 ? 'paused' : undefined}>
        {speedWords(speed)}
      </span>
      <button
        type="button"
        className="past-leave"
        aria-label={t('playback.backLive')}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation()
          run({ kind: 'go-live', tile })
        }}
      >
        {t('playback.live')}
      </button>
    </div>
  )
}

/** Silent while the picture is the asked one, and the best there is. */
export function PastStatus({ look }: { readonly look: PlaybackLook }) {
  const { zone } = useServices()
  return <TileStatus words={pastWords(look, zone())} corner="tile-corner past-corner badge" />
}

/** What a tile in the past shows while a hand moves the timeline and its own player does not follow. */
export const ScrubCover = memo(function ScrubCover({ tile }: { readonly tile: number }) {
  const { wall, playback, wallPlayback, thumbnails, zone, platformClock } = useServices()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (root.current === null) return undefined
    return coverTile(root.current, {
      playback,
      place: thumbnails.makePlace(),
      zone,
      clock: frameClockOf(platformClock),
      cameraId: () => cameraIdOf(wall.getState().document, tile),
      isFollowing: () => wallPlayback.focus === tile,
      observe: () => wallPlayback.pictures.observe(tile),
    })
  }, [wall, playback, wallPlayback, thumbnails, zone, platformClock, tile])
  return <div className="fill" ref={root} aria-hidden hidden />
})

/** What a band says of the picture under it. */
interface BandText {
  readonly time: string
  readonly day: string
  /** For whoever hears the page. */
  readonly spoken: string
}

type BandParts = Readonly<Record<keyof BandText, HTMLElement>>

/**
 * Writes the time of the shown picture before each frame of the screen, past React. Returns the function that stops.
 */
function driveBand({ time, day, spoken }: BandParts, read: () => BandText): () => void {
  let request = 0
  function beat(): void {
    const text = read()
    write(time, text.time)
    write(day, text.day)
    write(spoken, text.spoken)
    request = requestAnimationFrame(beat)
  }
  beat()
  return () => cancelAnimationFrame(request)
}
