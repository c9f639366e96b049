import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantOf } from '#tools/demo-footage/frame-code.ts'
import { savePicture } from '#test/stand/saved-picture.ts'
import { WallPage } from '#test/stand/wall-page.ts'
import { WallStand } from '#test/stand/wall-stand.ts'
import { verifyExport } from '../../../scripts/verify.mjs'
import { sharedDir } from '#test/stand/temp-dir.ts'

/** Two pictures of a demo camera, and the rounding of times. */
const nearMs = 140

describe('evidence, by keys alone', () => {
  const folder = sharedDir()
  let stand: WallStand
  let wall: WallPage

  beforeAll(async () => {
    stand = await WallStand.start({
      layout: 4,
      site: { cameras: 4, withMediaServer: false },
      hostFlags: ['--evidence', folder],
    })
    wall = await stand.open()
    await wall.until('LATE', 4)
  })
  afterAll(async () => {
    await stand?.dispose()
  })

  it('saves the picture that a tile shows, and says when it was filmed', async () => {
    await wall.press('r', 'k')
    await wall.until('PAUSED', 1)
    const { name, record, png, code } = await savePicture(wall)
    expect(name).toMatch(/^tessera-pictures-.*\.zip$/)
    expect(record).toMatchObject({ camera: { id: 'cam-01', number: 1 }, mode: 'playback', state: 'PAUSED' })
    expect([png.width, png.height]).toEqual([record.widthPx, record.heightPx])
    expect(code?.cameraNumber).toBe(1)
    const { filmedMs } = record
    expect(Math.abs(instantOf(code?.frameIndex ?? 0, filmedMs) - filmedMs)).toBeLessThan(nearMs)
  })

  it('says in words what is not saved, and why', async () => {
    await wall.press('Home')
    await wall.press('[')
    await wall.page.getByText('This tile is live. R replays the last 30 s.').waitFor()
    await wall.press('Escape')
  })

  it('exports a range that was set on the timeline, and the export plays without this program', async () => {
    await wall.press('s', 'k')
    await wall.until('PAUSED', 4)
    await wall.press('Shift+ArrowLeft', ']', 'Shift+ArrowLeft', '[')
    const words = wall.page.locator('.timeline-range-words')
    await words.getByText(/^Export: .*\(10 s\)$/).waitFor()
    await wall.page.locator('.timeline-range').waitFor()
    await wall.press('Escape')
    await wall.page.locator('.timeline-range').waitFor({ state: 'hidden' })
    await wall.press('[', 'Shift+ArrowRight', ']')

    await wall.press('Shift+x')
    const window = wall.page.getByRole('dialog', { name: 'Export footage' })
    await window.waitFor()
    await window.getByRole('button', { name: 'Export 1 camera' }).waitFor()
    // From the button back to the cameras, to those in playback, and Enter.
    await wall.press('Shift+Tab', 'ArrowDown', 'Enter')
    await window.getByText('Finished and signed. No gaps.').waitFor()

    const [name = ''] = readdirSync(folder)
    const verified = await verifyExport(join(folder, name), undefined)
    expect(verified.signature).toBe('valid')
    // None that was not signed either.
    expect(new Set(verified.files.map(({ state }) => state))).toEqual(new Set(['as signed']))
    expect(readdirSync(join(folder, name)).filter((file) => file.endsWith('.mp4'))).toHaveLength(4)

    const page = await (await stand.browser.newContext()).newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(pathToFileURL(join(folder, name, 'index.html')).href)
    const exported = new WallPage(page)
    const videos = page.locator('video')
    expect(await videos.count()).toBe(4)
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('.')
    const nowMs = Number(await page.locator('#seek').inputValue())
    for (let at = 0; at < 4; at += 1) {
      await expect
        .poll(async () => {
          const code = await exported.codeOf(videos.nth(at))
          return code === undefined
            ? undefined
            : [code.cameraNumber, Math.abs(instantOf(code.frameIndex, nowMs) - nowMs) < nearMs]
        })
        .toEqual([at + 1, true])
    }
    expect(asked.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([])
  })
})
