import { expect, it } from 'vitest'
import { isWithoutProxy } from '#main/core/network/proxy.ts'

it.each([
  ['platform.intern', 'https://platform.intern/', true],
  ['platform.intern', 'https://PLATFORM.intern:8443/', true],
  ['platform.intern', 'https://x.platform.intern/', false],
  ['.cameras.intern', 'wss://a.cameras.intern/', true],
  ['.cameras.intern', 'wss://cameras.intern/', true],
  ['.cameras.intern', 'wss://evilcameras.intern/', false],
  ['*.cameras.intern', 'wss://a.cameras.intern/', true],
  ['a.test:8443', 'https://a.test:8443/', true],
  ['a.test:443', 'wss://a.test/', true],
  ['a.test:8443', 'https://a.test/', false],
  ['x, b.test', 'https://b.test/', true],
  ['*', 'https://b.test/', true],
  ['10.0.0.1', 'https://10.0.0.1/', true],
  ['10.0.0.1-10.0.0.9', 'https://10.0.0.5/', true],
  ['10.0.0.1-10.0.0.9', 'https://10.0.1.5/', false],
  ['10.0.0.9-10.0.0.1', 'https://10.0.0.5/', false],
  ['10.0.0.0/8', 'https://10.1.2.3/', true],
  ['10.0.0.0/8', 'https://11.1.2.3/', false],
  ['10.0.0.0/', 'https://10.1.2.3/', false],
  ['10.0.0.0/33', 'https://10.1.2.3/', false],
  ['10.0.0.0/8', 'https://10.intern/', false],
  ['fd00::/8', 'https://[fd12::1]/', true],
  ['fd00::/8', 'https://10.1.2.3/', false],
  ['::1', 'https://[::1]/', true],
  ['', 'https://b.test/', false],
])('NO_PROXY “%s” and %s: %s', (noProxy, address, expected) => {
  expect(isWithoutProxy(noProxy, new URL(address))).toBe(expected)
})
