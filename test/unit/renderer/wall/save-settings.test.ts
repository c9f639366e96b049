import { expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { nextFit, pictureOf } from '#renderer/wall/camera-pictures.ts'
import { saveSettings } from '#renderer/wall/save-settings.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { FakeShell } from '../fake-shell.ts'

it('counts each of three changes that are asked for at once, also after one that could not be kept', async () => {
  const session = createSessionStore({ settings: wallSettingsSchema.parse({}), monitor: 1, monitors: [] })
  let answers = 0
  const shell = new FakeShell({
    'settings.save': (changed) => {
      answers += 1
      return answers === 2 ? fail(wallError('storage_failed')) : ok(wallSettingsSchema.parse(changed))
    },
  })
  const turn = () =>
    saveSettings({ shell, session }, ({ cameraPictures }) => {
      const picture = pictureOf(cameraPictures, 'camera-1')
      return { cameraPictures: { 'camera-1': { ...picture, fit: nextFit(picture.fit) } } }
    })
  const problems = await Promise.all([turn(), turn(), turn()])
  expect(problems.map((problem) => problem === undefined)).toEqual([true, false, true])
  expect(pictureOf(session.getState().settings.cameraPictures, 'camera-1').fit).toBe('stretch')
})
