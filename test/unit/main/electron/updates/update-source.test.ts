import { expect, test } from 'vitest'
import { type Installation, safeAddress, updatedBy } from '#main/electron/updates/update-source.ts'

const installed: Installation = {
  isPackaged: true,
  platform: 'linux',
  appImage: '/home/wall/tessera.AppImage',
  hasAddress: true,
}

test.each<[string, Partial<Installation>, string]>([
  ['an AppImage', {}, 'itself'],
  ['Windows', { platform: 'win32', appImage: undefined }, 'itself'],
  ['macOS', { platform: 'darwin', appImage: undefined }, 'itself'],
  ['a .deb', { appImage: undefined }, 'package-manager'],
  ['a checkout', { isPackaged: false }, 'source'],
  ['a checkout that an AppImage has started', { isPackaged: false, hasAddress: false }, 'source'],
  ['a package made without an address', { hasAddress: false }, 'no-address'],
])('%s is updated by %s', (_, change, by) => {
  expect(updatedBy({ ...installed, ...change })).toBe(by)
})

test.each([
  ['https://updates.example/tessera', 'https://updates.example/tessera'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ['http://updates.example/', undefined],
  ['https://name:password@updates.example/', undefined],
  ['file:///srv/updates', undefined],
  ['updates.example', undefined],
  [undefined, undefined],
])('an update may come from %s: %s', (named, address) => {
  expect(safeAddress(named)).toBe(address)
})
