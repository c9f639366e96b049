import { memo, useLayoutEffect, useRef } from 'react'
import { frameClockOf } from '../timeline/frame-clock.ts'
import { cameraIdOf } from '../wall/wall-document.ts'
import { useServices } from './services.ts'
import { TileCover } from './timeline-bar-cover.ts'

/** What a tile in the past shows while a hand moves the timeline and its own player does not follow. */
export const ScrubCover = memo(function ScrubCover({ tile }: { readonly tile: number }) {
  const { wall, playback, wallPlayback, thumbnails, zone, platformClock } = useServices()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (root.current === null) return undefined
    const cover = new TileCover(root.current, {
      playback,
      place: thumbnails.makePlace(),
      zone,
      clock: frameClockOf(platformClock),
      cameraId: () => cameraIdOf(wall.getState().document, tile),
      isFollowing: () => wallPlayback.focus === tile,
      observe: () => wallPlayback.pictures.observe(tile),
    })
    return () => cover.dispose()
  }, [wall, playback, wallPlayback, thumbnails, zone, platformClock, tile])
  return <div className="scrub-cover" ref={root} aria-hidden hidden />
})
