import { useLayoutEffect, useRef } from 'react'
import { TimelineMarks } from '../events/marks/timeline-marks.ts'
import { frameClockOf } from '../timeline/frame-clock.ts'
import { usePlayback, useServices } from './services.ts'
import { TimelineBarDriver } from './timeline-bar-driver.ts'

/** The timeline below the tiles, while it is wanted. */
export function TimelineBar() {
  const isShown = usePlayback(({ isTimelineShown }) => isTimelineShown)
  return isShown ? <OpenTimelineBar /> : null
}

/** Only lends it a place: it draws itself. */
function OpenTimelineBar() {
  const services = useServices()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current === null) return undefined
    const { shell, wall, session, playback, wallPlayback, previews, zone, clock, platformClock } = services
    const { events, search, shownTags } = services
    const thumbnails = previews.makePlace()
    const driver = new TimelineBarDriver(place.current, {
      shell,
      wall,
      session,
      playback,
      wallPlayback,
      thumbnails,
      zone,
      clock: frameClockOf(platformClock),
      marks: new TimelineMarks({
        shell,
        wall,
        session,
        eventController: events,
        search,
        shown: shownTags,
        clock,
      }),
    })
    return () => driver.dispose()
  }, [services])
  return <div className="timeline-place" ref={place} />
}
