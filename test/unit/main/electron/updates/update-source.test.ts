import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Installation,
  safeAddress,
  updatedBy,
  updateSource,
  type UpdateSourceOptions,
} from '#main/electron/updates/update-source.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../../core/support/fake-time.ts'
import { memoryLog } from '../../core/support/memory-log.ts'

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

const MINUTE = 60_000

/** Of an AppImage whose desktop answers in full seconds. */
function idleStand(systemIdleSeconds: () => number) {
  const app = Object.assign(new EventEmitter(), { isPackaged: true })
  const time = new FakeTime()
  const resourcesDir = tempDir()
  writeFileSync(join(resourcesDir, 'app-update.yml'), '')
  const source = updateSource({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it is of is one of Node's
    app: app as unknown as UpdateSourceOptions['app'],
    monitor: { getSystemIdleTime: systemIdleSeconds },
    platform: 'linux',
    env: { APPIMAGE: '/home/wall/tessera.AppImage' },
    execPath: '/tmp/.mount_tesser/tessera',
    resourcesDir,
    clock: time,
  })(memoryLog().logger.area('updates'))
  if (source.by !== 'itself') throw new Error(source.by)
  const contents = new EventEmitter()
  app.emit('web-contents-created', {}, contents)
  return { time, idleMs: source.idleMs, input: () => contents.emit('input-event') }
}

test('a desktop that always answers 0 tells nothing: the input of the wall itself counts', async () => {
  const { time, idleMs, input } = idleStand(() => 0)
  await time.advance(10 * MINUTE)
  expect(idleMs()).toBe(10 * MINUTE)
  input()
  expect(idleMs()).toBe(0)
  await time.advance(MINUTE)
  expect(idleMs()).toBe(MINUTE)
})

test('a desktop that knows also knows who works in another program', async () => {
  let systemIdleSeconds = 1
  const { time, idleMs } = idleStand(() => systemIdleSeconds)
  expect(idleMs()).toBe(1_000)
  systemIdleSeconds = 0
  await time.advance(10 * MINUTE)
  expect(idleMs()).toBe(0)
})
