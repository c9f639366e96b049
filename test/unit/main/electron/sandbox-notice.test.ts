import { expect, test } from 'vitest'
import { sandboxNotice } from '#main/electron/sandbox-notice.ts'

test.each([
  [true, '/home/wall/tessera.AppImage', true],
  [false, '/home/wall/tessera.AppImage', false],
  [true, undefined, false],
  [true, '', false],
])('without a sandbox: %s, AppImage: %s, is told: %s', (hasNoSandbox, appImage, isTold) => {
  expect(sandboxNotice(hasNoSandbox, appImage) !== undefined).toBe(isTold)
})
