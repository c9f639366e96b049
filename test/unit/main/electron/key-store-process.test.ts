import { expect, it } from 'vitest'
import { isKeyStoreProcess } from '#main/electron/key-store-process.ts'

const asked = (platform: NodeJS.Platform, ...words: string[]) =>
  isKeyStoreProcess({ platform, argv: ['tessera', ...words] })

it('answers for the key store on Linux alone, whoever asks', () => {
  expect(asked('linux', '--ask-key-store')).toBe(true)
  expect(asked('linux', '--kiosk')).toBe(false)
  expect(asked('darwin', '--ask-key-store')).toBe(false)
  expect(asked('win32', '--ask-key-store')).toBe(false)
})
