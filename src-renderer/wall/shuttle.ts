/** Speeds of the shuttle, in the order of its keys. There is no 0: that is the pause. */
const ladder = [-16, -8, -4, -2, -1, 0.25, 0.5, 1, 2, 4, 8, 16]

/** One rung faster (1) or slower and then backwards (−1); from a standstill at the plain speed of that direction. */
export function shuttled(speed: number, by: 1 | -1): number {
  if (speed === 0) return by
  const beyond = ladder.filter((rung) => (by === 1 ? rung > speed : rung < speed))
  return (by === 1 ? beyond[0] : beyond.at(-1)) ?? speed
}
