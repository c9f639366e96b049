import { setTimeout as delay } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { decode } from 'fast-png'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { type FrameCode, instantOf } from '#tools/demo-footage/frame-code.ts'
import { codeOfStrip, codeStripOf, type PageArea } from './code-strip.ts'

/** States of a tile whose picture runs; a busy machine may show it late for a moment. */
export const plays: ReadonlySet<string> = new Set(['LIVE', 'LATE'])

/** Each look is a screenshot: without a pause they would take from the page the time in which it comes to be. */
const lookEveryMs = 50

/** A wall in a browser page, driven by keys and read from pixels. Tiles go by the operator's numbers, from 1. */
export class WallPage {
  readonly page: Page
  #devtools: Promise<CDPSession> | undefined

  constructor(page: Page) {
    this.page = page
  }

  tile(number: number) {
    return this.page.locator(`[data-tile="${number}"]`)
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
    await this.page.locator('[data-tile]').first().waitFor()
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Puts a camera into a tile, as an operator types it. */
  async show(tile: number, cameraNumber: number): Promise<void> {
    await this.page.keyboard.type(`${tile}.${cameraNumber}`)
    await this.press('Enter')
  }

  /** Has the platform asked for its cameras; gives back the button, in its open window. */
  async askForCameras(): Promise<Locator> {
    await this.press('Control+,')
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Cameras', exact: true }).click()
    const button = dialog.getByRole('button', { name: 'Ask the platform again' })
    await button.click()
    return button
  }

  /** Types these words into the palette, and chooses once it offers this. */
  async choose(words: string, offered: string | RegExp = words): Promise<void> {
    await this.press('Control+k')
    await this.page.keyboard.type(words)
    await this.page.getByRole('option', { name: offered }).first().waitFor()
    await this.press('Enter')
  }

  /** Marks the picture of the selected tile with a note. */
  async mark(note: string): Promise<void> {
    await this.press('m')
    await this.page.locator('dialog.window').waitFor()
    await this.page.keyboard.type(note)
    await this.press('Enter')
    await this.page.locator('dialog').waitFor({ state: 'detached' })
  }

  /** Keeps the search of the panel under a name. */
  async saveSearch(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Saved searches' }).click()
    await this.page.getByRole('textbox', { name: 'Save this search as' }).fill(name)
    await this.press('Enter')
    await this.page.locator('.saved-list').filter({ hasText: name }).waitFor()
  }

  /** Waits until so many tiles are in this state; a wall that does not come to it says what its tiles say instead. */
  async until(state: string | readonly string[], count: number, limitMs = 60_000): Promise<void> {
    const states = [state].flat()
    const tiles = states.map((one) => `[data-tile][data-state="${one}"]`)
    const reached = this.page.waitForFunction(
      ([wanted, n]) => document.querySelectorAll(wanted).length >= n,
      [tiles.join(), count] as const,
      { timeout: limitMs },
    )
    await reached.catch(async (cause: unknown) => {
      throw new Error(`not ${count} tiles ${states.join(' or ')}:\n${(await this.said()).join('\n')}`, {
        cause,
      })
    })
  }

  /** Waits until the picture of so many tiles runs. */
  untilPlaying(count: number, limitMs?: number): Promise<void> {
    return this.until([...plays], count, limitMs)
  }

  /** What a screen reader or a keyboard cannot pass. */
  async barriers(): Promise<string[]> {
    // What fades in has the contrast of neither end; the script's own animations are no styles.
    await this.page.evaluate(() => {
      for (const fade of document.getAnimations()) {
        const isStyle = fade instanceof CSSTransition || fade instanceof CSSAnimation
        if (isStyle && fade.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) fade.finish()
      }
    })
    // In the page itself: what else is opened for it are frames, of which the wall has none, and a window for each look.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }

  /** The state and the words of each tile, for whoever has waited in vain. */
  said(): Promise<string[]> {
    return this.page
      .locator('[data-tile]')
      .evaluateAll((tiles) =>
        tiles.map((tile) => `${(tile as HTMLElement).dataset['state']}: ${(tile as HTMLElement).innerText}`),
      )
  }

  states(): Promise<string[]> {
    return this.page
      .locator('[data-tile]')
      .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset['state'] ?? ''))
  }

  /** The states of those tiles whose picture does not run. */
  async statesNotPlaying(): Promise<string[]> {
    return (await this.states()).filter((state) => !plays.has(state))
  }

  /** Camera and frame that a tile shows, read from a screenshot of what is composited on the screen. */
  code(tile: number): Promise<FrameCode | undefined> {
    return this.codeOf(this.tile(tile).locator('video:visible'))
  }

  /** The same of any picture on the page, a video's or a canvas's; undefined when it is not there or has no code. */
  async codeOf(picture: Locator): Promise<FrameCode | undefined> {
    // Asked of whatever is there: it may go at any moment.
    const area = await picture.evaluateAll(pictureArea)
    return area === undefined ? undefined : this.codeIn(area)
  }

  /** The same of a picture that lies there. */
  async codeIn(picture: PageArea): Promise<FrameCode | undefined> {
    this.#devtools ??= this.page.context().newCDPSession(this.page)
    const strip = codeStripOf(picture)
    // Half of what Playwright's own screenshot takes, which also hides carets and waits for fonts.
    const { data } = await (await this.#devtools).send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      clip: { ...strip, scale: 1 },
    })
    return codeOfStrip(decode(Buffer.from(data, 'base64')), strip, picture)
  }

  /** Waits until the pixels of a tile say that it shows this camera; gives back what it read. */
  async untilCamera(tile: number, cameraNumber: number, limitMs = 20_000): Promise<FrameCode> {
    const giveUpAt = Date.now() + limitMs
    let seen: FrameCode | undefined
    do {
      seen = await this.code(tile)
      if (seen?.cameraNumber === cameraNumber) return seen
      await delay(lookEveryMs)
    } while (Date.now() < giveUpAt)
    throw new Error(`tile ${tile} shows camera ${seen?.cameraNumber}, not ${cameraNumber}`)
  }

  /** Waits until each of the first `count` tiles shows a frame that was filmed after this instant. */
  async untilFramesAfter(epochMs: number, count: number, limitMs = 60_000): Promise<void> {
    const giveUpAt = Date.now() + limitMs
    for (let tile = 1; tile <= count; tile += 1) {
      let filmedAt = 0
      // A picture that stands reads as one of the next loop of the clips once half a loop has passed.
      let before = (await this.code(tile))?.frameIndex
      do {
        await delay(lookEveryMs)
        const code = await this.code(tile)
        if (code && code.frameIndex !== before) {
          before = code.frameIndex
          filmedAt = instantOf(before, Date.now())
        }
        if (Date.now() > giveUpAt)
          throw new Error(`tile ${tile} shows no frame after ${new Date(epochMs).toISOString()}`)
      } while (filmedAt <= epochMs)
    }
  }

  /** Waits until the first tiles show these cameras, from pixels. */
  async untilCameras(cameraNumbers: readonly number[]): Promise<void> {
    for (const [at, cameraNumber] of cameraNumbers.entries()) await this.untilCamera(at + 1, cameraNumber)
  }
}

/** In the page: where the picture itself is; what lies beside it belongs to the tile. */
function pictureArea(elements: readonly Element[]) {
  // One that is still on its way has no size, and is seen through.
  const element = elements.find(
    (one) => (one instanceof HTMLVideoElement ? one.videoWidth : (one as HTMLCanvasElement).width) > 0,
  )
  if (element === undefined) return undefined
  const isVideo = element instanceof HTMLVideoElement
  const canvas = element as HTMLCanvasElement
  const width = isVideo ? element.videoWidth : canvas.width
  const height = isVideo ? element.videoHeight : canvas.height
  const box = element.getBoundingClientRect()
  if (box.width === 0) return undefined
  const scale = Math.min(box.width / width, box.height / height)
  const area = { width: width * scale, height: height * scale }
  return { ...area, x: box.x + (box.width - area.width) / 2, y: box.y + (box.height - area.height) / 2 }
}
