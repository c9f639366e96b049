import { footageDefaults } from '#tools/demo-footage/footage-defaults.ts'
import { type FrameCode, instantOf } from '#tools/demo-footage/frame-code.ts'
import { codeOfStrip, codeStripOf } from '#test/stand/code-strip.ts'

/** The state of a tile contradicted its picture. */
export interface Lie {
  readonly tile: number
  readonly claimed: string
  readonly shown: string
}

export interface TileWatch {
  /** The longest time without a new picture. */
  readonly longestStallMs: number
  /** When each state was first seen, after the last `begin`. */
  readonly statesMs: Readonly<Record<string, number>>
}

export interface Watched {
  readonly tiles: Readonly<Record<number, TileWatch>>
  readonly lies: readonly Lie[]
  /** For how long all tiles have been as they should; 0 while one is not. */
  readonly wellForMs: number
}

/** What each tile has to show, by its number: a camera's number. */
export type Wished = Readonly<Record<number, number>>

/** The state in which every tile is as it should be. */
export type Mode = 'LIVE' | 'PAUSED'

declare global {
  interface Window {
    faultWatch: {
      readonly begin: (wished: Wished, mode: Mode) => void
      readonly look: () => Watched
    }
  }
}

const everyMs = 100
/** Of a picture that is said to be LIVE: STALE is said within three seconds of it, and it took a moment to come. */
const liveAgeMs = 4_000
/** Words and pixels reach the screen in different frames: what is seen once may be the change itself. */
const looksToBelieve = 3
const dayMs = 86_400_000
const frameMs = 1_000 / footageDefaults.framesPerSecond
const strip = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

interface Seen {
  longestStallMs: number
  statesMs: Record<string, number>
  frameIndex: number | undefined
  frameAtMs: number
  /** Looks in a row at which it said something else than it showed. */
  doubts: number
}

let wished: Wished = {}
let wellState: Mode = 'LIVE'
let beganAtMs = 0
let wellSinceMs: number | undefined
const seen = new Map<number, Seen>()
const lies: Lie[] = []

function seenOf(tile: number): Seen {
  const known = seen.get(tile)
  if (known !== undefined) return known
  const fresh = {
    longestStallMs: 0,
    statesMs: {},
    frameIndex: undefined,
    frameAtMs: performance.now(),
    doubts: 0,
  }
  seen.set(tile, fresh)
  return fresh
}

/** What is in front of a tile, and big enough to be a picture. */
function pictureOf(tile: Element): HTMLVideoElement | HTMLCanvasElement | undefined {
  const { left, top, width, height } = tile.getBoundingClientRect()
  const front = document.elementsFromPoint(left + width / 2, top + height / 2)
  const inTile = tile.querySelectorAll<HTMLVideoElement | HTMLCanvasElement>('video, canvas')
  const visible = [...inTile].filter((one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  )
  const candidates = [
    ...front.filter((one) => visible.includes(one as HTMLVideoElement)),
    ...visible.toReversed(),
  ]
  return candidates.find(
    (one): one is HTMLVideoElement | HTMLCanvasElement => sizeOf(one).width > 2 && isPainted(one),
  )
}

/** A video without a current frame is transparent: what lies below is seen. */
function isPainted(one: Element): boolean {
  return !(one instanceof HTMLVideoElement) || one.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
}

function sizeOf(one: Element): { width: number; height: number } {
  if (one instanceof HTMLVideoElement) return { width: one.videoWidth, height: one.videoHeight }
  return one instanceof HTMLCanvasElement ? { width: one.width, height: one.height } : { width: 0, height: 0 }
}

function codeOf(source: HTMLVideoElement | HTMLCanvasElement): FrameCode | undefined {
  const { width, height } = sizeOf(source)
  const picture = { x: 0, y: 0, width, height }
  const area = codeStripOf(picture)
  if (strip === null) return undefined
  strip.canvas.width = area.width
  strip.canvas.height = area.height
  strip.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, area.width, area.height)
  const { data } = strip.getImageData(0, 0, area.width, area.height)
  return codeOfStrip({ data, width: area.width, height: area.height, channels: 4 }, area, picture)
}

/** The instant that a tile of the past says it shows; undefined where it says none. */
function bandMs(tile: Element): number | undefined {
  const [hours, minutes, seconds] = (tile.querySelector('.past-time')?.textContent ?? '')
    .split(':')
    .map(Number)
  if (hours === undefined || minutes === undefined || seconds === undefined || Number.isNaN(seconds))
    return undefined
  const band = new Date()
  band.setHours(hours, minutes, 0, Math.round(seconds * 1_000))
  return band.getTime() > Date.now() ? band.getTime() - dayMs : band.getTime()
}

/** Why what a tile says is not what it shows; undefined where it is, or says nothing of a picture. */
function doubtOf(tile: HTMLElement, state: string, code: FrameCode | undefined): string | undefined {
  const { shown, camera } = tile.dataset
  const named = Number(shown ?? camera)
  if (!['LIVE', 'LATE', 'PAUSED'].includes(state)) return undefined
  if (code === undefined) return state === 'LATE' ? undefined : 'no picture'
  if (code.cameraNumber !== named) return `camera ${code.cameraNumber}, named ${named}`
  if (state === 'LIVE') {
    const ageMs = Date.now() - instantOf(code.frameIndex, Date.now())
    return ageMs > liveAgeMs ? `a picture of ${Math.round(ageMs)} ms ago` : undefined
  }
  const bandInstantMs = state === 'PAUSED' ? bandMs(tile) : undefined
  if (bandInstantMs === undefined) return undefined
  const offMs = instantOf(code.frameIndex, bandInstantMs) - bandInstantMs
  return Math.abs(offMs) > frameMs + 1
    ? `a picture ${Math.round(offMs)} ms beside the time that is said`
    : undefined
}

function lookAt(tile: HTMLElement, number: number, nowMs: number): boolean {
  const one = seenOf(number)
  const state = tile.dataset['state'] ?? ''
  one.statesMs[state] ??= nowMs - beganAtMs
  const source = pictureOf(tile)
  const code = source === undefined ? undefined : codeOf(source)
  if (code !== undefined && code.frameIndex !== one.frameIndex) {
    one.frameIndex = code.frameIndex
    one.frameAtMs = nowMs
  }
  one.longestStallMs = Math.max(one.longestStallMs, nowMs - one.frameAtMs)
  const doubt = doubtOf(tile, state, code)
  one.doubts = doubt === undefined ? 0 : one.doubts + 1
  if (doubt !== undefined && one.doubts === looksToBelieve)
    lies.push({ tile: number, claimed: state, shown: doubt })
  const isMoving = wellState !== 'LIVE' || nowMs - one.frameAtMs < 1_000
  return state === wellState && doubt === undefined && code?.cameraNumber === wished[number] && isMoving
}

setInterval(() => {
  const nowMs = performance.now()
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-tile]')]
  const well = tiles.map((tile) => lookAt(tile, Number(tile.dataset['tile']), nowMs))
  const isWell = well.length === Object.keys(wished).length && well.every(Boolean)
  wellSinceMs = isWell ? (wellSinceMs ?? nowMs) : undefined
}, everyMs)

window.faultWatch = {
  begin(wish, mode) {
    wished = wish
    wellState = mode
    beganAtMs = performance.now()
    wellSinceMs = undefined
    seen.clear()
    lies.length = 0
  },
  look: () => ({
    tiles: Object.fromEntries(
      [...seen].map(([tile, { longestStallMs, statesMs }]) => [tile, { longestStallMs, statesMs }]),
    ),
    lies,
    wellForMs: wellSinceMs === undefined ? 0 : performance.now() - wellSinceMs,
  }),
}
