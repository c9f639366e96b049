/** How far apart two times of day are, `HH:MM:SS` with whatever stands around it, on a clock that goes round. */
export function secondsApart(one: string, other: string): number {
  const distance = Math.abs(secondOfDay(one) - secondOfDay(other))
  return Math.min(distance, 86_400 - distance)
}

function secondOfDay(text: string): number {
  const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec(text) ?? []
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}
