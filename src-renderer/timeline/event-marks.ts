/** As many as `tokens.css` has and an organization may have tags. Beyond them hues repeat; shapes differ, too. */
export const EVENT_HUES = 10

/** Corners in a square of 1, clockwise from the top left. All are convex, and as wide and high as the square. */
const shapes = [
  [0.1, 0, 0.9, 0, 0.9, 1, 0.1, 1],
  [0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5],
  [0.5, 0, 1, 1, 0, 1],
  [0, 0, 1, 0, 0.5, 1],
  [0.25, 0, 0.75, 0, 1, 0.5, 0.75, 1, 0.25, 1, 0, 0.5],
] as const satisfies readonly (readonly number[])[]

export type EventShape = (typeof shapes)[number]

/** The shape of a tag, by its place in the platform's list: who sees hues badly tells tags by it. */
export const shapeOf = (tagIndex: number): EventShape => shapes[tagIndex % shapes.length] ?? shapes[0]

export function isInShape(shape: EventShape, x: number, y: number): boolean {
  for (let at = 0; at < shape.length; at += 2) {
    const [x1 = 0, y1 = 0] = [shape[at], shape[at + 1]]
    const [x2 = 0, y2 = 0] = [shape[(at + 2) % shape.length], shape[(at + 3) % shape.length]]
    if ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) < 0) return false
  }
  return true
}

/** A value of CSS `clip-path`. */
export function clipPathOf(shape: EventShape): string {
  const corners = Array.from(
    { length: shape.length / 2 },
    (_, at) => `${(shape[2 * at] ?? 0) * 100}% ${(shape[2 * at + 1] ?? 0) * 100}%`,
  )
  return `polygon(${corners.join()})`
}
