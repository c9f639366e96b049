import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { decodeFrameCode, frameCodeArea, frameCodeMargin } from '#tools/demo-footage/frame-code.ts'
import type { TestSite } from '../conformance/start-site.ts'
import type { Screen } from '../electron/screen.ts'
import type { Area, Frame, FrameBuffer } from './frame-buffer.ts'

const run = promisify(execFile)

/** Each question is two programs. */
const ASK_EVERY_MS = 100

const TILES = 9
const COLUMNS = 3
/** Electron has windows of its own on a screen, a few pixels large. */
const SMALLEST_WALL_PX = 400
/** A page of text has this many bright pixels, an empty one none. */
const TEXT_PX = 300
const bright = 160

/** The picture may lie a little beside where it is looked for. */
const codeWithMargin = {
  left: frameCodeArea.left - 2 * frameCodeMargin.x,
  top: frameCodeArea.top - 2 * frameCodeMargin.y,
  width: frameCodeArea.width + 4 * frameCodeMargin.x,
  height: frameCodeArea.height + 4 * frameCodeMargin.y,
}

/** Milliseconds since the start. */
export interface StartTimes {
  readonly windowMs: number
  readonly firstPictureMs: number
  readonly allPicturesMs: number
}

/** A wall that nothing is known of but what its screen shows, and that nobody can tell anything but by keys. */
export class WallOnScreen {
  readonly #screen: Screen
  readonly #frames: FrameBuffer

  constructor(screen: Screen, frames: FrameBuffer) {
    this.#screen = screen
    this.#frames = frames
  }

  /** Where a window's content is, once it is shown. */
  async window(limitMs = 60_000): Promise<Area> {
    const env = { ...process.env, DISPLAY: this.#screen.display }
    const giveUpAt = performance.now() + limitMs
    do {
      const found = await run('xdotool', ['search', '--onlyvisible', '--class', 'tessera'], { env }).catch(
        () => ({ stdout: '' }),
      )
      for (const id of found.stdout.split('\n').filter((line) => line !== '')) {
        const { stdout } = await run('xwininfo', ['-id', id], { env }).catch(() => ({ stdout: '' }))
        const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(stdout)?.[1])
        const area = {
          left: field('Absolute upper-left X'),
          top: field('Absolute upper-left Y'),
          width: field('Width'),
          height: field('Height'),
        }
        if (area.width >= SMALLEST_WALL_PX) return area
      }
      await delay(ASK_EVERY_MS)
    } while (performance.now() < giveUpAt)
    throw new Error('no window was opened')
  }

  /** Through the first-run page, by the keys that an operator presses; the key is kept. */
  async signIn(site: Pick<TestSite, 'baseUrl' | 'liveViewUrl' | 'account'>): Promise<void> {
    const area = await this.window()
    const { email, password, orgId } = site.account
    await this.#frames.until('the first page', (frame) => frame.bright(area, bright) > TEXT_PX || undefined)
    // Signing in is the first of the ways.
    await this.#changed(area, () => this.#screen.press('Tab'))
    await this.#screen.press('Tab', 'Tab')
    for (const text of [site.baseUrl, site.liveViewUrl, email, password, orgId]) {
      await this.#screen.type(text)
      await this.#screen.press('Tab')
    }
    await this.#screen.press('Tab', 'Tab')
    // This screen has no keyring, so there is a choice; the second is to keep it all the same.
    await this.#changed(area, () => this.#screen.press('Down'))
    await this.#screen.press('Tab', 'Return')
  }

  /** Milliseconds from the start of the program (`performance.now()`) until a window shows something. */
  async windowMs(startedAtMs: number): Promise<number> {
    await this.#frames.until('a window', (frame) => isPainted(frame) || undefined)
    return performance.now() - startedAtMs
  }

  /**
   * Looks from the start of the program on, until every tile has shown a picture. Where the window will be, if that is
   * known: programs that ask for it would run beside the start.
   */
  async times(startedAtMs: number, known?: Area): Promise<StartTimes> {
    const windowMs = await this.windowMs(startedAtMs)
    const area = known ?? (await this.window())
    const since = () => performance.now() - startedAtMs
    const seen = new Set<number>()
    let firstPictureMs: number | undefined
    await this.#frames.until('nine pictures', (frame) => {
      for (const [tile, camera] of cameras(frame, area).entries()) {
        if (camera === undefined) continue
        firstPictureMs ??= since()
        seen.add(tile)
      }
      return seen.size === TILES || undefined
    })
    return { windowMs, firstPictureMs: firstPictureMs ?? Number.NaN, allPicturesMs: since() }
  }

  /** Until these are the cameras that the tiles show, from pixels. */
  async until(numbers: readonly number[]): Promise<void> {
    const area = await this.window()
    await this.#frames.until(`the cameras ${numbers.join(', ')}`, (frame) => {
      const shown = cameras(frame, area)
      return numbers.every((number, tile) => shown[tile] === number) || undefined
    })
  }

  async #changed(area: Area, act: () => Promise<void>): Promise<void> {
    const before = await this.#atRest(area)
    await act()
    await this.#frames.until('a change', (frame) => frame.fingerprint(area) !== before || undefined)
  }

  /** Fingerprint of a page that has drawn all it was told to. */
  #atRest(area: Area): Promise<string> {
    const last: string[] = []
    return this.#frames.until('the same for a moment', (frame) => {
      last.push(frame.fingerprint(area))
      const recent = last.slice(-5)
      return recent.length === 5 && new Set(recent).size === 1 ? recent[0] : undefined
    })
  }
}

/** Xvfb's empty screen is black; neither the wall nor an empty window is. Beside the middle, where the pointer is. */
function isPainted(frame: Frame): boolean {
  const { width, height } = frame.whole
  const point = { left: Math.round(width / 3), top: Math.round(height / 3), width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0] = frame.rgba(point)
  return red + green + blue > 0
}

function cameras(frame: Frame, area: Area): (number | undefined)[] {
  const width = Math.floor(area.width / COLUMNS)
  const height = Math.floor(area.height / COLUMNS)
  return Array.from({ length: TILES }, (_, tile) => {
    const left = area.left + Math.round(((tile % COLUMNS) * area.width) / COLUMNS)
    const top = area.top + Math.round((Math.floor(tile / COLUMNS) * area.height) / COLUMNS)
    const luma = frame.luma({ left, top, width, height }, codeWithMargin)
    return decodeFrameCode(luma, width, height)?.cameraNumber
  })
}
