/** @module-tag long */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WallPage } from '../stand/wall-page.ts'
import { WallStand } from '../stand/wall-stand.ts'

const folder = join(import.meta.dirname, '../../resources/languages')

function catalogue(language: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
}

const english = catalogue('en')

/** English sentences without parameters that this language has another one for. */
function englishOnly(language: string): string[] {
  const own = new Set(Object.values(catalogue(language)))
  return Object.values(english).filter((text) => !text.includes('{') && !own.has(text))
}

/** Everything that is written on the page, and said of what is on it. */
function textsOf(wall: WallPage): Promise<string[]> {
  return wall.page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const named = document.querySelectorAll(`[${name}]`)
      for (const element of named) texts.push(element.getAttribute(name)?.trim() ?? '')
    }
    return texts
  })
}

describe('the language of a wall', () => {
  let stand: WallStand
  let wall: WallPage

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
    wall = await stand.open()
    await wall.until('LIVE', 4)
  })
  afterAll(() => stand?.dispose())

  it.each([
    { language: 'de', name: 'Deutsch' },
    { language: 'es', name: 'Español' },
  ])('is chosen in the palette, and leaves no English: $name', async ({ language, name }) => {
    const own = catalogue(language)
    await wall.choose(name)
    await wall.page.locator(`html[lang=${language}]`).waitFor()
    await wall.until('LIVE', 4)

    const foreign = new Set(englishOnly(language))
    const expectNoEnglish = async () =>
      expect((await textsOf(wall)).filter((text) => foreign.has(text))).toEqual([])
    const dialog = wall.page.getByRole('dialog')
    await expectNoEnglish()

    await wall.press('?')
    await dialog.getByText(own['keyboard.actions.fullScreen'] ?? '', { exact: true }).waitFor()
    await expectNoEnglish()
    await wall.press('Escape', 'Control+,')
    await dialog.getByRole('tab', { name: own['connection.assumptions'] ?? '' }).waitFor()
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click()
      await expectNoEnglish()
    }
    await wall.press('Escape', 'Shift+A')
    await dialog.waitFor()
    await expectNoEnglish()
    await wall.press('Escape')
  })
})
