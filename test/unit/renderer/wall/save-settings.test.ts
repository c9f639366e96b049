import { expect, it, onTestFinished, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import {
  type SettingsChange,
  settingsChangeSchema,
  type WallSettings,
  wallSettingsSchema,
} from '#contract/wall/settings.ts'
import { createWallMain } from '#main/core/wall/create-wall-main.ts'
import { nextFit, pictureOf } from '#renderer/wall/camera-pictures.ts'
import { type ChangeSettings, saveSettings, type SavesSettings } from '#renderer/wall/save-settings.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { MemorySettings } from '#test/unit/main/core/support/memory-settings.ts'
import { wallPorts } from '#test/unit/main/core/support/wall-ports.ts'

/** Pages of one wall. What another one has changed is on its way to a page for ever. */
function pagesOfOneWall(count: number, settings = new MemorySettings()) {
  const wall = createWallMain(wallPorts({ settings }))
  onTestFinished(() => wall.dispose())
  return Array.from({ length: count }, (_, at) => {
    const page = { id: `page-${at + 1}`, monitor: at + 1 }
    wall.openPage(page, () => undefined)
    const session = createSessionStore({ settings: wallSettingsSchema.parse({}), monitor: 1, monitors: [] })
    const sent: SettingsChange[] = []
    const call = async (_name: 'settings.save', input: unknown) => {
      // As the host hears it: what is undefined is not there.
      sent.push(settingsChangeSchema.parse(JSON.parse(JSON.stringify(input))))
      return wall.handlers['settings.save'](sent.at(-1) ?? { from: {}, to: {} }, page)
    }
    const shell = { call } as { call: typeof call } & SavesSettings['shell']
    const save = (change: ChangeSettings) => saveSettings({ shell, session }, change)
    return { sent, shell, save, settings: () => session.getState().settings }
  })
}

const turn =
  (cameraId: string) =>
  ({ cameraPictures }: WallSettings) => {
    const picture = pictureOf(cameraPictures, cameraId)
    return { cameraPictures: { ...cameraPictures, [cameraId]: { ...picture, fit: nextFit(picture.fit) } } }
  }

it('counts each of three changes that are asked for at once, also after one that could not be kept', async () => {
  const [page] = pagesOfOneWall(1)
  if (page === undefined) throw new Error('no page')
  const { call } = page.shell
  vi.spyOn(page.shell, 'call')
    .mockImplementationOnce(call)
    .mockResolvedValueOnce(fail(wallError('storage_failed')))
  const problems = await Promise.all([1, 2, 3].map(() => page.save(turn('camera-1'))))
  expect(problems.map((problem) => problem === undefined)).toEqual([true, false, true])
  expect(pictureOf(page.settings().cameraPictures, 'camera-1').fit).toBe('stretch')
  // Each began with what the one before had made: none had to be sent again.
  expect(page.sent).toHaveLength(2)
})

it('keeps what two monitors change at the same time, of one member and of different ones', async () => {
  const pages = pagesOfOneWall(2)
  const [first, second] = pages
  if (first === undefined || second === undefined) throw new Error('no page')
  await Promise.all([
    first.save(turn('camera-1')),
    second.save(turn('camera-2')),
    first.save(() => ({ contrast: 'more' })),
    second.save(() => ({ language: 'de' })),
    second.save(turn('camera-1')),
  ])
  // Asked once more with nothing to say, each has what is kept.
  for (const page of pages) expect(await page.save(() => ({}))).toBeUndefined()
  for (const { settings } of pages) {
    const { cameraPictures, contrast, language } = settings()
    const fits = ['camera-1', 'camera-2'].map((id) => pictureOf(cameraPictures, id).fit)
    expect({ fits, contrast, language }).toEqual({
      fits: ['stretch', 'fill'],
      contrast: 'more',
      language: 'de',
    })
  }
})

it('has what another monitor changed while its own change was being written', async () => {
  const settings = new MemorySettings()
  const written = Promise.withResolvers<void>()
  const write = settings.save.bind(settings)
  vi.spyOn(settings, 'save').mockImplementationOnce(async (change) => {
    const saved = write(change)
    await written.promise
    return saved
  })
  const [first, second] = pagesOfOneWall(2, settings)
  const saved = first?.save(() => ({ contrast: 'more' }))
  await second?.save(() => ({ alarmSound: false }))
  written.resolve()
  await saved
  expect(first?.settings()).toMatchObject({ contrast: 'more', alarmSound: false })
})

it('sends the members that change and no others, and takes back what need not be set', async () => {
  const [page] = pagesOfOneWall(1)
  if (page === undefined) throw new Error('no page')
  await page.save(() => ({ language: 'es', timeZone: 'UTC' }))
  await page.save(() => ({ language: undefined }))
  expect(page.sent).toEqual([
    { from: {}, to: { language: 'es', timeZone: 'UTC' } },
    { from: { language: 'es' }, to: {} },
  ])
  expect(page.settings().language).toBeUndefined()
  expect(page.settings().timeZone).toBe('UTC')
})

it('says why a change cannot be made of the settings as they are, and sends nothing', async () => {
  const [page] = pagesOfOneWall(1)
  expect(await page?.save(() => 'no more fit')).toBe('no more fit')
  expect(page?.sent).toEqual([])
})
