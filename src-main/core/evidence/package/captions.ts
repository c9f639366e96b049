import type { WallEvent } from '#contract/wall/events.ts'
import type { FileSpan } from '../remux/remux.ts'
import type { ShownEvent } from './export-events.ts'

/** How long a caption stays over the picture. */
const SHOWN_FOR_MS = 5_000

/** Events of one camera over its file (WebVTT), at the file's own time. */
export function captionsOf(
  spans: readonly FileSpan[],
  events: readonly ShownEvent[],
  tagName: (tagId: string) => string,
): string {
  const cues = events.flatMap((event) => {
    const { pictureMs } = event
    const span = spans.find(({ startMs, endMs }) => pictureMs >= startMs && pictureMs < endMs)
    if (span === undefined) return []
    const fromMs = span.fileMs + pictureMs - span.startMs
    const untilMs = Math.min(fromMs + SHOWN_FOR_MS, span.fileMs + span.endMs - span.startMs)
    return [
      `${cueTime(fromMs)} --> ${cueTime(untilMs)}\n${eventWords(event, tagName).map(cueText).join('\n')}\n`,
    ]
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** The tag's name, and each field on a line of its own. */
export function eventWords(event: WallEvent, tagName: (tagId: string) => string): string[] {
  const fields = Object.entries(event.fields).map(([name, value]) => `${name}: ${value}`)
  return [tagName(event.eventTypeId), ...fields]
}

/** Markup would be read as such, an arrow or an empty line would end the cue. */
function cueText(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function cueTime(ms: number): string {
  const hours = ms / 3_600_000
  return `${two(hours)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(Math.floor(ms % 1_000)).padStart(3, '0')}`
}

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, '0')
}
