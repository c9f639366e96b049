/** Uniform in [0, 1), the same on every machine for the same words. */
export type Draw = () => number

/** A stream of numbers that belongs to these words: FNV-1a begins it, SplitMix32 goes on. */
export function seededDraw(...words: readonly (string | number)[]): Draw {
  let state = 0x811c9dc5
  for (const character of words.join('|')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }
}

/** How many things happen where `mean` are expected (Poisson, by Knuth); for small means. */
export function countOf(mean: number, draw: Draw): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = draw(); product > limit; product *= draw()) count += 1
  return count
}

/** Whole numbers, both ends included. */
export function between(least: number, most: number, draw: Draw): number {
  return least + Math.floor(draw() * (most - least + 1))
}

export function pick<Value>(values: readonly [Value, ...Value[]], draw: Draw): Value {
  return values[Math.floor(draw() * values.length)] ?? values[0]
}
