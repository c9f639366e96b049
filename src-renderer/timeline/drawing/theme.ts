/** Colours of the timeline, `#rrggbb`; the page reads them from its tokens. */
export interface Theme {
  readonly background: string
  readonly lane: string
  readonly selectedLane: string
  readonly coverage: string
  readonly future: string
  readonly line: string
  readonly lineStrong: string
  readonly text: string
  readonly textDim: string
  readonly hit: string
  /** By type of event. */
  readonly events: readonly string[]
}

/** Colours of one row of pixels as an `ImageData` of this machine takes them, ready in steps. */
export interface Palette {
  /** From nothing recorded to all of a pixel. */
  readonly coverage: Uint32Array
  /** By type. */
  readonly events: readonly number[]
  readonly unknown: number
  readonly future: number
}

/** Sixteen steps are as many as an eye tells apart in a bar of ten pixels. */
export const shades = 16

type Rgb = readonly [number, number, number]

export function paletteOf(theme: Theme): Palette {
  const empty = rgbOf(theme.lane)
  const covered = rgbOf(theme.coverage)
  return {
    coverage: ramp(empty, covered),
    events: theme.events.map((colour) => packed(rgbOf(colour))),
    unknown: packed(rgbOf(theme.line)),
    future: packed(rgbOf(theme.future)),
  }
}

function ramp(from: Rgb, to: Rgb): Uint32Array {
  return Uint32Array.from({ length: shades }, (_, at) => {
    const part = at / (shades - 1)
    return packed([mix(from[0], to[0], part), mix(from[1], to[1], part), mix(from[2], to[2], part)])
  })
}

const mix = (from: number, to: number, part: number) => Math.round(from + (to - from) * part)

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1, 7), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Every machine that Chromium runs on stores the lowest byte first. */
const packed = ([red, green, blue]: Rgb): number => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
