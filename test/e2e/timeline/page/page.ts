import { browserFrameClock } from '#renderer/timeline/frame-clock.ts'
import { Thumbnails } from '#renderer/timeline/thumbnails/thumbnails.ts'
import { Timeline } from '#renderer/timeline/timeline.ts'
import { demoCoverage, demoEvents, demoLanes, eventTypes } from './demo-lanes.ts'

/**
 * The timeline with neither wall nor shell, to look at it and to test it:
 * `?lanes=6&zone=Europe/Berlin&now=2026-11-20T13:32:07Z&events=4000&types=1&days=1&unknown&thumbnails`.
 */
const options = new URLSearchParams(location.search)
const parent = document.getElementById('timeline')
if (parent === null) throw new Error('no #timeline')

const lanes = demoLanes(Number(options.get('lanes') ?? 6))
const start = options.get('now')
const shiftMs = start === null ? 0 : Date.parse(start) - Date.now()
const clock = { ...browserFrameClock, nowMs: () => Date.now() + shiftMs }
const nowMs = clock.nowMs()
const asked: { readonly kind: 'scrub' | 'release' | 'live'; readonly atMs: number }[] = []

/** The last window of each camera of which it was said what is recorded. */
const answered = new Map<string, { readonly startMs: number; readonly endMs: number }>()

/** The longest window that a playback may have. */
const hourMs = 3_600_000
const thumbnails = options.has('thumbnails')
  ? new Thumbnails({
      manifestAt: async (cameraId, atMs) => {
        const startMs = Math.floor(atMs / hourMs) * hourMs
        const endMs = Math.min(startMs + hourMs, Math.floor(clock.nowMs()))
        return { url: `/media/${cameraId}/${startMs}-${endMs}/manifest.m3u8`, startMs, endMs }
      },
    })
  : undefined

const timeline = await Timeline.open({
  parent,
  ...(thumbnails && { thumbnails: thumbnails.makePlace() }),
  timeZone: options.get('zone') ?? 'Europe/Berlin',
  clock,
  scrub: {
    scrubTo: (atMs) => asked.push({ kind: 'scrub', atMs }),
    release: (atMs) => asked.push({ kind: 'release', atMs }),
  },
  coverage: {
    coverage: async (cameraId, startMs, endMs) => {
      answered.set(cameraId, { startMs, endMs })
      return {
        ranges: demoCoverage(Number(cameraId.slice(4)), startMs, endMs),
        source: options.has('unknown') && cameraId === 'cam-2' ? 'unknown' : 'platform',
      }
    },
  },
})
timeline.setLanes(lanes, lanes[2]?.id)
// The key is the wall's, wherever the focus is.
addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key !== 'Home' || defaultPrevented) return
  asked.push({ kind: 'live', atMs: clock.nowMs() })
  timeline.setPlayhead({ mode: 'live' })
})
timeline.setEventTypes(eventTypes)

const events = Number(options.get('events') ?? 0)
const fromMs = nowMs - Number(options.get('days') ?? 1) * 86_400_000
/** Types of events in each lane. */
const types = Number(options.get('types') ?? 1)
for (const [at, lane] of lanes.entries()) {
  const count = Math.floor(events / lanes.length / types)
  for (let type = 0; type < types; type++) {
    const chunk = demoEvents(at * types + type + 1, count, fromMs, nowMs)
    timeline.addEvents(lane.id, { typeId: (at + type) % eventTypes.length, layer: 'events', chunk })
  }
}
if (options.has('hits')) {
  const chunk = demoEvents(99, 37, fromMs, nowMs)
  const lane = lanes[1]
  if (lane) timeline.addEvents(lane.id, { typeId: 1, layer: 'hits', chunk })
}

export interface TimelinePage {
  readonly timeline: Timeline
  readonly asked: typeof asked
  readonly nowMs: () => number
  /** Whether it is known of every lane what is recorded in this range. */
  readonly isCovered: (fromMs: number, untilMs: number) => boolean
}

const page: TimelinePage = {
  timeline,
  asked,
  nowMs: () => clock.nowMs(),
  isCovered: (seenFromMs, untilMs) =>
    lanes.every(({ id }) => {
      const window = answered.get(id)
      return window !== undefined && window.startMs <= seenFromMs && window.endMs >= untilMs
    }),
}
Object.assign(window, { timelinePage: page })
