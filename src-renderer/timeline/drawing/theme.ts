import { EVENT_HUES } from '../event-marks.ts'

export type Theme = Readonly<ReturnType<typeof themeOfPage>>

/** Colours of one row of pixels as an `ImageData` of this machine takes them, ready in steps. */
export type Palette = ReturnType<typeof paletteOf>

/** Sixteen steps are as many as an eye tells apart in a bar of ten pixels. */
export const shades = 16

type Rgb = readonly [number, number, number]

/** The page's tokens, as a worker can use them. Every one of them is written `#rrggbb`. */
export function themeOfPage(element: Element) {
  const styles = getComputedStyle(element)
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  return {
    background: token('panel'),
    lane: token('lane'),
    selectedLane: token('lane-selected'),
    coverage: token('lane-recorded'),
    future: token('lane-future'),
    line: token('line'),
    lineStrong: token('line-strong'),
    text: token('text'),
    textDim: token('text-dim'),
    hit: token('event-hit'),
    /** By type of event. */
    events: Array.from({ length: EVENT_HUES }, (_, at) => token(`event-${at + 1}`)),
  }
}

export function paletteOf(theme: Theme) {
  return {
    /** From nothing recorded to all of a pixel. */
    coverage: ramp(rgbOf(theme.lane), rgbOf(theme.coverage)),
    /** By type. */
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
