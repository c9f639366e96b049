import { expect, test } from 'vitest'
import { sandboxNotice } from '#main/electron/sandbox-notice.ts'
import { wordsOf } from '#main/electron/words.ts'

const appImage = '/home/wall/tessera.AppImage'

test.each([
  ['root', { isRoot: true, appImage: undefined }, /as root.*ordinary user/],
  ['root’s AppImage', { isRoot: true, appImage }, /as root.*ordinary user/],
  ['an AppImage', { isRoot: false, appImage }, /AppImage.*\.deb/],
  ['who asked for it', { isRoot: false, appImage: undefined }, /--no-sandbox/],
  ['an empty APPIMAGE', { isRoot: false, appImage: '' }, /--no-sandbox/],
])('without a sandbox, %s is told why and what to do', (_who, facts, sentence) => {
  const key = sandboxNotice({ hasNoSandbox: true, ...facts })
  expect(key && wordsOf('en')(key)).toMatch(sentence)
  expect(sandboxNotice({ hasNoSandbox: false, ...facts })).toBeUndefined()
})
