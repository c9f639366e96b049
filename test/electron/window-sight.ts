import { decode } from 'fast-png'
import type { ElectronApplication } from 'playwright-core'
import type { FrameCode } from '#tools/demo-footage/frame-code.ts'
import { codeOfStrip, codeStripOf } from '../stand/code-strip.ts'

/** Ways in which a page is ended; the last one is what a hand does. */
export type Blow = 'kill' | 'crash' | 'hang' | 'stop' | 'reload'

interface Tile {
  readonly state: string
  /** Of its picture, window coordinates; absent while there is none. */
  readonly box?: { x: number; y: number; width: number; height: number }
}

/** A guard against waiting for ever, not a measure. */
const GIVE_UP_AFTER_MS = 60_000

/** Reads every tile's state and where its picture is; runs as text in a page. */
const readTiles = `[...document.querySelectorAll('[data-tile]')].map((tile) => {
  const video = [...tile.querySelectorAll('video')].find((one) =>
    one.videoWidth > 0 && one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
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

  /** Strikes the page and waits until one has been loaded in its place. Milliseconds in between. */
  async struck(blow: Blow): Promise<number> {
    return this.#loadedAfter(({ BrowserWindow }, how) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined) throw new Error('no window')
      if (how === 'kill') process.kill(contents.getOSProcessId(), 'SIGKILL')
      else if (how === 'stop') process.kill(contents.getOSProcessId(), 'SIGSTOP')
      else if (how === 'crash') contents.forcefullyCrashRenderer()
      else if (how === 'reload') contents.reload()
      else void contents.executeJavaScript('while (true) {}').catch(() => undefined)
    }, blow)
  }

  /** Kills another process and waits until the page has been loaded again for it. Milliseconds in between. */
  async loadedAfterKill(pid: number): Promise<number> {
    return this.#loadedAfter((_electron, killed) => void process.kill(killed, 'SIGKILL'), pid)
  }

  /** The page may come back in the same window or in another. */
  async #loadedAfter<Value>(
    strike: (electron: typeof import('electron'), value: Value) => void,
    value: Value,
  ): Promise<number> {
    const loaded = this.#electron.evaluate(
      ({ app, BrowserWindow }) =>
        new Promise<number>((resolve) => {
          const follow = (_event: unknown, contents: Electron.WebContents) => {
            contents.once('did-finish-load', () => {
              app.off('web-contents-created', follow)
              resolve(Date.now())
            })
          }
          app.on('web-contents-created', follow)
          for (const { webContents } of BrowserWindow.getAllWindows()) follow(undefined, webContents)
        }),
    )
    const struckAt = Date.now()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's own types are narrower than what it does
    await this.#electron.evaluate(strike as never, value as never)
    return (await loaded) - struckAt
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
    const strips = tiles.map(({ box }) => box && codeStripOf(box))
    const pngs = await this.#electron.evaluate(async ({ BrowserWindow }, areas) => {
      const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage()
      // While a graphics process is being replaced, nothing is on the screen.
      if (image === undefined || image.isEmpty()) return []
      return areas.map((area) => area && image.crop(area).toPNG().toString('base64'))
    }, strips)
    return tiles.map(({ box }, tile) => {
      const [strip, png] = [strips[tile], pngs[tile]]
      return box && strip && png ? codeOfStrip(decode(Buffer.from(png, 'base64')), strip, box) : undefined
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
