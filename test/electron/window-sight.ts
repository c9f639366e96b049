import { decode } from 'fast-png'
import type { ElectronApplication } from 'playwright-core'
import { decodeFrameCode, type FrameCode } from '../../src-site/footage/frame-code.ts'

/** Ways in which a test ends or stops a process of the application. */
export type Blow = 'kill' | 'crash' | 'hang'

interface Tile {
  readonly state: string
  /** Of its picture, window coordinates; absent while there is none. */
  readonly box?: { x: number; y: number; width: number; height: number }
}

type Rectangle = [left: number, top: number, wide: number, high: number]

/** A guard against waiting for ever, not a measure. */
const GIVE_UP_AFTER_MS = 60_000

/** Reads every tile's state and where its picture is; runs as text in a page. */
const readTiles = `[...document.querySelectorAll('[data-tile]')].map((tile) => {
  const video = [...tile.querySelectorAll('video')].find((one) =>
    one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
  const { x, y, width, height } = video?.getBoundingClientRect() ?? {}
  return { state: tile.dataset.state, ...(video ? { box: { x, y, width, height } } : {}) }
})`

/**
 * A window seen from main. The driver's own page is lost for good once its renderer has died; what comes back can
 * only be read here: pixels by `capturePage`, words by script.
 */
export class WindowSight {
  readonly #electron: ElectronApplication

  constructor(electron: ElectronApplication) {
    this.#electron = electron
  }

  /** Strikes the page and waits until another one has been loaded in the same window. Milliseconds in between. */
  async struck(blow: Blow): Promise<number> {
    return this.#electron.evaluate(async ({ BrowserWindow }, how) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined) throw new Error('no window')
      const loaded = new Promise((resolve) => {
        contents.once('did-finish-load', resolve)
      })
      const struckAt = Date.now()
      if (how === 'kill') process.kill(contents.getOSProcessId(), 'SIGKILL')
      else if (how === 'crash') contents.forcefullyCrashRenderer()
      else void contents.executeJavaScript('while (true) {}').catch(() => undefined)
      await loaded
      return Date.now() - struckAt
    }, blow)
  }

  /** Kills another process and waits until the page has been loaded again for it. Milliseconds in between. */
  async loadedAfter(killedPid: number): Promise<number> {
    return this.#electron.evaluate(async ({ BrowserWindow }, pid) => {
      const loaded = new Promise((resolve) => {
        BrowserWindow.getAllWindows()[0]?.webContents.once('did-finish-load', resolve)
      })
      const struckAt = Date.now()
      process.kill(pid, 'SIGKILL')
      await loaded
      return Date.now() - struckAt
    }, killedPid)
  }

  /** Milliseconds from now until so many tiles of the page that is loaded are in this state. */
  until(state: string, count: number): Promise<number> {
    return this.#electron.evaluate(
      async ({ BrowserWindow }, [wanted, tiles]) => {
        const startedAt = Date.now()
        await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          `new Promise((done) => {
            const look = () => document.querySelectorAll('[data-tile][data-state="${wanted}"]').length >= ${tiles}
              ? done()
              : requestAnimationFrame(look)
            look()
          })`,
        )
        return Date.now() - startedAt
      },
      [state, count] as const,
    )
  }

  /** The words of the page. */
  text(): Promise<string> {
    return this.#inPage('document.body.innerText')
  }

  async states(): Promise<string[]> {
    return (await this.#inPage<Tile[]>(readTiles)).map(({ state }) => state)
  }

  /** The camera that each tile shows, from pixels. */
  async cameras(): Promise<(number | undefined)[]> {
    return (await this.#codes()).map((code) => code?.cameraNumber)
  }

  /** Waits until the pixels of the tiles say that they show these cameras. */
  async untilCameras(wanted: readonly number[]): Promise<void> {
    await this.#untilCodes((codes) => wanted.every((camera, tile) => codes[tile]?.cameraNumber === camera))
  }

  async #untilCodes(accept: (codes: readonly (FrameCode | undefined)[]) => boolean): Promise<void> {
    const giveUpAt = Date.now() + GIVE_UP_AFTER_MS
    for (;;) {
      const codes = await this.#codes()
      if (accept(codes)) return
      if (Date.now() > giveUpAt) throw new Error(`the tiles show ${JSON.stringify(codes)}`)
    }
  }

  /** Each tile's code in what is on the screen now. */
  async #codes(): Promise<(FrameCode | undefined)[]> {
    const tiles = await this.#inPage<Tile[]>(readTiles)
    const base64 = await this.#electron.evaluate(async ({ BrowserWindow }) => {
      const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage()
      return image?.toPNG().toString('base64') ?? ''
    })
    const { data, width, channels } = decode(Buffer.from(base64, 'base64'))
    if (channels !== 4) throw new Error(`a picture of ${channels} channels`)
    return tiles.map(({ box }) => {
      if (box === undefined) return undefined
      const [left, top, wide, high] = [box.x, box.y, box.width, box.height].map(Math.round) as Rectangle
      const pixels = new Uint8Array(wide * high * 4)
      for (let row = 0; row < high; row += 1) {
        const from = ((top + row) * width + left) * 4
        pixels.set(data.subarray(from, from + wide * 4), row * wide * 4)
      }
      return decodeFrameCode(pixels, wide, high)
    })
  }

  async #inPage<Value>(script: string): Promise<Value> {
    const read: unknown = await this.#electron.evaluate(
      ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
      script,
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what crosses two processes has lost its type
    return read as Value
  }
}
