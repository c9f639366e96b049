const secondMs = 1_000
const minuteSeconds = 60
const periodSeconds = 6 * 3_600

/**
 * A gap in a camera's footage that began some time ago, for `--gap` of the site. The gaps of the demonstration lie at
 * fixed times of the day, so that a test which looks at now would meet one by chance.
 */
export function oneGap(camera: number, { agoMs, lengthMs }: { agoMs: number; lengthMs: number }) {
  // Where a segment begins, so that the gap is as long as it says.
  const startSeconds = Math.floor((Date.now() - agoMs) / secondMs / minuteSeconds) * minuteSeconds
  const lengthSeconds = lengthMs / secondMs
  const fromSeconds = startSeconds % periodSeconds
  // The site's periods begin at fixed times, too, and a gap lies within one: a little earlier is as good.
  const tooLateSeconds = Math.max(0, fromSeconds + lengthSeconds - periodSeconds)
  const movedSeconds = Math.ceil(tooLateSeconds / minuteSeconds) * minuteSeconds
  const startMs = (startSeconds - movedSeconds) * secondMs
  return {
    flags: ['--gap', `${camera}:${lengthSeconds}@${fromSeconds - movedSeconds}/${periodSeconds}`],
    startMs,
    endMs: startMs + lengthMs,
  }
}
