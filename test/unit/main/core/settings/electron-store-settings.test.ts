import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { platformSettingsSchema, wallSettingsSchema } from '#contract/wall/settings.ts'
import { MAX_ALARM_RULES } from '#contract/wall/alarms.ts'
import { MAX_EVENT_TAGS } from '#contract/wall/events.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { ElectronStoreSettings } from '#main/core/settings/electron-store-settings.ts'
import { type JsonStoreClass, loadElectronStore } from '#main/core/settings/json-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { UnsyncedStore } from '../support/unsynced-store.ts'

const Store = await loadElectronStore()
let folder: string
beforeEach(() => {
  folder = tempDir()
})

const path = (name = 'settings') => join(folder, `${name}.json`)
const read = (name?: string) => JSON.parse(readFileSync(path(name), 'utf8'))
/** What a version of this program has left. */
const lay = (content: object, name?: string) =>
  writeFileSync(path(name), JSON.stringify({ schemaVersion: 3, ...content }))
const document: WallDocument = {
  version: 3,
  layout: layoutOf(4),
  tiles: [{ content: { kind: 'camera', cameraId: 'cam-1' }, memory: [] }],
  selected: 0,
  large: null,
}

function open(StoreClass: JsonStoreClass = Store, where = folder, time = new FakeTime()) {
  const { logger, lines } = memoryLog()
  const settings = new ElectronStoreSettings({
    Store: StoreClass,
    folder: where,
    clock: time,
    timers: time,
    log: logger.area('settings'),
  })
  return { settings, time, lines }
}

test('starts with defaults in an empty folder and says nothing', () => {
  const { settings } = open()

  expect(settings.state).toEqual({
    settings: wallSettingsSchema.parse({}),
    documents: {},
    platforms: [],
    chosen: undefined,
    shown: undefined,
    shelves: {},
    screens: { displays: [] },
    knownCameras: [],
    cameraLists: {},
  })
  expect(settings.notices).toEqual([])
})

test('makes its folder for its owner only', () => {
  const where = join(folder, 'data', 'wall')
  open(Store, where)
  expect(statSync(where).mode & 0o777).toBe(0o700)
})

test('gives back after a restart what was saved', async () => {
  const first = open()
  const state = {
    settings: { ...first.settings.state.settings, standbyCameras: 3, keymap: { next: ['N'] } },
    documents: { 1: document, 12: { ...document, layout: layoutOf(16) } },
    screens: {
      displays: [
        { monitor: 12, id: '77', label: 'DP-1', bounds: { x: -1920, y: 0, width: 1920, height: 1080 } },
      ],
      operatorBounds: { x: 5, y: 6, width: 800, height: 600, isMaximized: false },
    },
    platforms: [
      { id: 'https://video.example', name: 'North', address: { baseUrl: 'https://video.example' } },
      {
        id: 'https://video.example org-2',
        name: '',
        address: { baseUrl: 'https://video.example' },
        orgId: 'org-2',
      },
    ],
    chosen: 'https://video.example',
    shown: 'https://video.example',
    shelves: {
      'https://video.example org-2': {
        documents: { 1: { ...document, layout: layoutOf(25) } },
        settings: platformSettingsSchema.parse({ cameraNumbers: { 'cam-1': 7 } }),
      },
    },
    knownCameras: [
      {
        platform: 'https://video.example',
        cameras: [{ id: 'a.b', name: 'A', group: '', number: 4 }],
        numbered: [{ id: 'a.b', name: 'A', group: '', number: 4 }],
      },
      { platform: 'https://video.example org-2', cameras: [], numbered: [] },
    ],
    cameraLists: { 'https://video.example': [{ id: 'z', number: 3, clockOffsetMs: -20 }] },
  }
  const saved = first.settings.save(state)
  await first.time.advance(100)

  expect(await saved).toEqual({ ok: true, value: undefined })
  expect(open().settings.state).toEqual(state)
})

test('writes once for many saves in a row, readable to its owner only', async () => {
  let writes = 0
  class Counting extends Store {
    override get store() {
      return super.store
    }
    override set store(value) {
      writes += 1
      super.store = value
    }
  }
  const { settings, time } = open(Counting)
  writes = 0
  const saves = Array.from({ length: 50 }, (_, index) =>
    settings.save({ settings: { ...settings.state.settings, standbyCameras: index } }),
  )
  await time.advance(100)
  await Promise.all(saves)

  expect(writes).toBe(1)
  expect(read().settings.standbyCameras).toBe(49)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test('writes what is pending when it is disposed', async () => {
  const { settings, time } = open()
  void settings.save({ documents: { 1: document } })
  await settings.dispose()

  expect(read().documents[1].layout).toEqual(layoutOf(4))
  expect(time.pending).toBe(0)
})

test('does not touch the list of cameras when settings are saved', async () => {
  const { settings, time } = open()
  void settings.save({ documents: { 1: document } })
  await time.advance(100)

  expect(readdirSync(folder)).toEqual(['settings.json'])
})

test('sets a damaged file aside, says so, and starts', () => {
  writeFileSync(path(), '{"settings": {"standbyC')
  const { settings } = open()

  expect(settings.state.settings).toEqual(wallSettingsSchema.parse({}))
  const [aside] = readdirSync(folder).filter((name) => name.includes('damaged'))
  expect(settings.notices).toMatchObject([{ exact: { code: 'file_damaged', values: { copy: aside } } }])
  expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe('{"settings": {"standbyC')
})

test('loses only the member that is damaged, and keeps a copy of the file', () => {
  lay({
    settings: { standbyCameras: 'many', lateAfterMs: 700 },
    documents: { 1: document },
    platforms: [{ id: 'x', address: { baseUrl: 'gopher://x' } }],
  })
  const { settings } = open()

  expect(settings.state).toMatchObject({
    settings: { standbyCameras: 12, lateAfterMs: 700 },
    documents: { 1: document },
    platforms: [],
  })
  expect(settings.notices[0]?.message).toContain('the settings standbyCameras and the platform address')
  expect(readdirSync(folder).some((name) => name.includes('damaged'))).toBe(true)
})

const damage = (lateAfterMs: number) => lay({ settings: { lateAfterMs } })
const copies = () =>
  readdirSync(folder)
    .filter((name) => name.includes('damaged'))
    .toSorted()

test('copies a file with a damaged part once, however often it is read before it is written', async () => {
  damage(1)
  for (const days of [0, 1, 2]) {
    const time = new FakeTime()
    time.sleep(days * 86_400_000)
    const { notices } = open(Store, folder, time).settings
    expect(notices).toMatchObject([{ exact: { values: { copy: copies().at(-1) } } }])
    expect(copies()).toHaveLength(days === 2 ? 2 : 1)
    if (days === 1) damage(2)
  }
})

test('copies a file with a damaged part once, also after a day on which the clock was ahead', () => {
  damage(1)
  for (const days of [9, 0, 1]) {
    if (days === 0) damage(2)
    const time = new FakeTime()
    time.sleep(days * 86_400_000)
    open(Store, folder, time)
  }
  expect(copies()).toHaveLength(2)
})

test('loses one damaged rule or salvo alone, and remembers the rule for the window of rules', () => {
  const when = { kind: 'camera', state: 'STALE', longerThanS: 30, cameraIds: [] }
  const rule = (id: string, priority: number) => ({ id, title: `Rule ${id}`, priority, when })
  const wall = { monitor: 1, layout: document.layout, tiles: [] }
  const salvo = (number: number) => ({ version: 1, number, name: '', scope: 'monitor', walls: [wall] })
  const alarms = { version: 1, rules: [rule('a', 1), rule('b', 9), rule('c', 2)] }
  const settings = { alarms, salvos: [salvo(5), salvo(-1), salvo(6)], lateAfterMs: 700 }
  lay({ settings })
  const opened = open().settings
  expect(opened.state.settings.alarms.rules.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(opened.state.settings.alarms.damagedRules).toEqual(['Rule b'])
  expect(opened.state.settings.salvos.map(({ number }) => number)).toEqual([5, 6])
  expect(opened.state.settings.lateAfterMs).toBe(700)
  expect(opened.notices[0]?.message).toContain('a salvo and the alarm rule “Rule b”')
})

test('loses a second entry of one number, id or name alone, and those that are too many', () => {
  const when = { kind: 'camera', state: 'STALE', longerThanS: 30, cameraIds: [] }
  const rule = (id: string, title: string) => ({ id, title, priority: 1, when })
  const rules = Array.from({ length: MAX_ALARM_RULES }, (_, at) => rule(`${at}`, `Rule ${at}`))
  const walls = [{ monitor: 1, layout: document.layout, tiles: [] }]
  const salvo = (number: number, name: string) => ({ version: 1, number, name, scope: 'monitor', walls })
  const layout = { version: 1, name: 'Yard', layout: layoutOf(4) }
  const definition = { entrancesAndExits: ['a'] }
  const report = { id: 'r', name: 'R', definition, window: { kind: 'last', amount: 1, unit: 'd' } }
  const tags = Array.from({ length: MAX_EVENT_TAGS + 1 }, (_, at) => ({ id: `${at}`, name: 'T', fields: [] }))
  const settings = {
    alarms: { version: 1, rules: [rule('0', 'First'), ...rules, rule('new', 'One too many')] },
    salvos: [salvo(5, 'Night'), salvo(6, ''), salvo(5, 'Day')],
    savedSearches: ['Yard', ' yard ', 'Dock'].map((name) => ({ name, text: '' })),
    layouts: [layout, layout],
    occupancyReports: [report, report],
    eventTags: tags,
  }
  lay({ settings })
  const { state, notices } = open().settings
  const read = state.settings
  expect(read.alarms.rules.map(({ title }) => title)).toEqual([
    'First',
    ...rules.slice(1).map(({ title }) => title),
  ])
  expect(read.alarms.damagedRules).toEqual(['Rule 0', 'One too many'])
  expect(read.salvos.map(({ number, name }) => `${number} ${name}`)).toEqual(['5 Night', '6 '])
  expect(read.savedSearches.map(({ name }) => name)).toEqual(['Yard', 'Dock'])
  expect([read.layouts, read.occupancyReports]).toMatchObject([[{ name: 'Yard' }], [{ id: 'r' }]])
  expect(read.eventTags).toHaveLength(MAX_EVENT_TAGS)
  expect(notices[0]?.message).toContain('a layout, an event tag')
})

test('loses one damaged camera of a list alone', () => {
  const gate = { id: 'gate', name: 'Gate', group: '', number: 4 }
  const content = {
    known: [{ platform: 'a', cameras: [gate, {}], numbered: [gate, { ...gate, id: 7 }] }, { platform: 'b' }],
    lists: { a: [{ id: 'gate', number: 4 }, { id: '' }], b: 'damaged', c: [{ id: 'dock' }] },
  }
  lay(content, 'cameras')
  const { state, notices } = open().settings
  expect(state.knownCameras).toEqual([{ platform: 'a', cameras: [gate], numbered: [gate] }])
  expect(state.cameraLists).toEqual({ a: [{ id: 'gate', number: 4 }], b: [], c: [{ id: 'dock' }] })
  expect(notices[0]?.message).toContain('a list of cameras and some cameras could not be read')
})

test('loses one damaged layout, tag or picture alone, and covers a camera whose masks cannot be read', () => {
  const mask = [0, 1, 2].map((at) => ({ x: at / 2, y: at % 2 }))
  const covered = [0, 1, 2, 3].map((at) => ({ x: at % 3 === 0 ? 0 : 1, y: at < 2 ? 0 : 1 }))
  const settings = {
    layouts: [{ version: 1, name: 'Yard', layout: layoutOf('1+5') }, { name: 7 }],
    eventTags: [{ id: 'sale', name: 'Sale', fields: [] }, {}],
    cameraPictures: {
      one: { fit: 'fill', masks: [mask] },
      'of a later version': { masks: Array.from({ length: 17 }, () => mask) },
      turned: { fit: 'turned', masks: [mask] },
      ['x'.repeat(201)]: { masks: [] },
    },
  }
  const { cameraPictures, eventTags } = settings
  const aside = { cameraPictures, eventTags, cameraNumbers: { one: 0 }, eventClockOffsetsMs: { one: 5 } }
  const shelves = { other: { documents: {}, settings: aside } }
  lay({ settings, shelves })
  const { state, notices } = open().settings
  const aspect = 16 / 9
  const pictures = {
    one: { fit: 'fill', masks: [mask], aspect },
    'of a later version': { fit: 'whole', masks: [covered], aspect },
    turned: { fit: 'whole', masks: [mask], aspect },
  }
  expect(state.settings.cameraPictures).toEqual(pictures)
  expect(state.settings.layouts.map(({ name }) => name)).toEqual(['Yard'])
  expect(state.settings.eventTags.map(({ id }) => id)).toEqual(['sale'])
  expect(state.shelves['other']?.settings).toMatchObject({
    cameraPictures: pictures,
    eventTags: [{ id: 'sale' }],
    cameraNumbers: {},
    eventClockOffsetsMs: { one: 5 },
  })
  expect(notices[0]?.message).toContain('the privacy masks of camera of a later version')
})

test('takes walls whose layouts are numbers and whose tiles remember cameras alone', () => {
  const tile = { content: { kind: 'feed' }, memory: ['camera-1'] }
  const old = { version: 2, layout: 16, selected: 0, large: null, tiles: [tile] }
  lay({ documents: { 1: old }, shelves: { other: { documents: { 2: old }, settings: {} } } })
  const { settings } = open()

  const memory = [{ kind: 'camera', cameraId: 'camera-1' }]
  const read = { ...old, version: 3, layout: layoutOf(16), tiles: [{ ...tile, memory }] }
  expect(settings.state.documents).toEqual({ 1: read })
  expect(settings.state.shelves).toMatchObject({ other: { documents: { 2: read } } })
  expect(settings.notices).toEqual([])
})

test('loses what is damaged of one platform alone', () => {
  const platform = { id: 'https://a.example', address: { baseUrl: 'https://a.example' } }
  const shelf = { documents: { 1: document }, settings: {} }
  lay({
    platforms: [platform, { id: 'b' }],
    chosen: 'https://a.example',
    shelves: { c: shelf, d: { documents: { 1: 'x' }, settings: { cameraNumbers: 4 } } },
  })
  const { settings } = open()
  expect(settings.state.platforms).toEqual([{ ...platform, name: '' }])
  expect(settings.state.shelves['c']?.documents).toEqual({ 1: document })
  expect(settings.state.shelves['d']?.documents).toEqual({})
  expect(settings.notices[0]?.message).toContain(
    'the platform address, the wall of d and the settings cameraNumbers of d',
  )
})

test('loses the wall of one monitor alone when that is damaged', () => {
  lay({ schemaVersion: 2, documents: { 1: document, 2: { layout: 7 }, x: document } })
  const { settings } = open()
  expect(settings.state.documents).toEqual({ 1: document })
  expect(settings.notices[0]?.message).toContain(
    'the wall of monitor 2 and the wall of monitor x could not be read',
  )
})

test('keeps a copy of what a newer version wrote, and takes from it what it understands', () => {
  lay({ schemaVersion: 99, settings: { lateAfterMs: 700 }, documents: { 1: { version: 9 } } })
  const { settings } = open()

  expect(settings.state.settings.lateAfterMs).toBe(700)
  expect(settings.notices[0]?.message).toContain('newer version')
})

test('keeps a copy of what no release has written', () => {
  const content = { schemaVersion: 1, document, address: { baseUrl: 'https://video.example' } }
  lay(content)
  const { settings } = open()

  expect(settings.notices[0]?.message).toContain('the wall and')
  const aside = readdirSync(folder).find((name) => name.startsWith('settings.damaged-')) ?? ''
  expect(JSON.parse(readFileSync(join(folder, aside), 'utf8'))).toEqual(content)
})

test('starts with any file whatsoever', () => {
  const content = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.json(),
    fc
      .record({
        schemaVersion: fc.jsonValue(),
        settings: fc.jsonValue(),
        documents: fc.oneof(
          fc.jsonValue(),
          fc.dictionary(fc.constantFrom('0', '1', '2', 'x'), fc.jsonValue()),
        ),
        screens: fc.jsonValue(),
        platforms: fc.jsonValue(),
        chosen: fc.jsonValue(),
        shown: fc.jsonValue(),
        shelves: fc.jsonValue(),
        known: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value)),
  )
  const stores = fc.oneof(
    { weight: 4, arbitrary: fc.constant(UnsyncedStore) },
    { weight: 1, arbitrary: fc.constant(Store) },
  )
  fc.assert(
    fc.property(content, fc.constantFrom('settings', 'cameras'), stores, (content, name, StoreClass) => {
      writeFileSync(path(name), content)
      const { settings } = open(StoreClass)
      expect(wallSettingsSchema.safeParse(settings.state.settings).success).toBe(true)
      void settings.save({ documents: {}, knownCameras: [] })
      void settings.dispose()
      expect(open().settings.notices).toEqual([])
      for (const file of readdirSync(folder)) rmSync(join(folder, file))
    }),
    { numRuns: 150 },
  )
})

test('keeps what cannot be written in memory, tells, and writes it when it can', async () => {
  let isFull = true
  class FullDisk extends Store {
    override get store() {
      return super.store
    }
    override set store(value) {
      if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      super.store = value
    }
  }
  isFull = false
  const { settings, time, lines } = open(FullDisk)
  isFull = true
  const saved = settings.save({ documents: { 1: document } })
  await time.advance(100)
  expect(await saved).toMatchObject({
    error: { code: 'storage_failed', message: expect.stringContaining('ENOSPC') },
  })
  expect(settings.state.documents).toEqual({ 1: document })

  await time.advance(10_000)
  expect(lines.filter((line) => line.includes('ENOSPC'))).toHaveLength(1)
  isFull = false
  await time.advance(60_000)
  expect(read().documents[1].layout).toEqual(layoutOf(4))
})

test('leaves what it could not read at its start as it is', async () => {
  const first = open()
  void first.settings.save({ documents: { 1: document } })
  await first.settings.dispose()
  const kept = read()
  let isBusy = true
  // A scanner of viruses, or a backup, holds the file while the system starts.
  class BusyFile extends Store {
    constructor(options: ConstructorParameters<JsonStoreClass>[0]) {
      if (isBusy) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
      super(options)
    }
  }
  const { settings, time } = open(BusyFile)
  expect(settings.notices[0]?.message).toContain('EBUSY')
  isBusy = false
  const saved = settings.save({ documents: {}, knownCameras: [] })
  await time.advance(100)

  expect(await saved).toMatchObject({
    error: { code: 'storage_failed', message: expect.stringContaining('EBUSY') },
  })
  await settings.dispose()
  expect(read()).toEqual(kept)
  expect(open().settings.state.documents).toEqual({ 1: document })
})

test('starts where the folder cannot be made', () => {
  writeFileSync(join(folder, 'file'), '')
  const { settings } = open(Store, join(folder, 'file', 'below'))

  expect(settings.state.settings).toEqual(wallSettingsSchema.parse({}))
  expect(settings.notices[0]?.message).toContain('could not be read')
})

test('does not write over what it could not read before a copy of that is made', async () => {
  const content = { schemaVersion: 3, settings: { lateAfterMs: 700 }, shelves: 4 }
  lay(content)
  const atMs = new FakeTime().wallMs()
  const copy = join(folder, `settings.damaged-${new Date(atMs).toISOString().replaceAll(':', '-')}.json`)
  // In the copy's way, as a full disk is.
  mkdirSync(copy)
  const { settings, time } = open()
  expect(settings.notices).toMatchObject([{ exact: { code: 'parts_unread' } }])
  const saved = settings.save({ documents: { 1: document } })
  await time.advance(100)
  expect(await saved).toMatchObject({ ok: false, error: { code: 'storage_failed' } })
  expect(read()).toEqual(content)
  rmSync(copy, { recursive: true })
  await time.advance(60_000)
  expect(JSON.parse(readFileSync(copy, 'utf8'))).toEqual(content)
  expect(read().documents[1].layout).toEqual(layoutOf(4))
})

test('keeps each copy under a name of its own, for its owner alone, or says why it cannot', async () => {
  const { settings, time } = open()
  const first = settings.keepCopy('one')
  await time.advance(1)
  const second = settings.keepCopy('two')
  const names = [first, second].map((copy) => (copy.ok ? copy.value : expect.fail(copy.error.message)))
  expect(names.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['one', 'two'])
  expect(statSync(join(folder, names[0] ?? '')).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  expect(settings.keepCopy('three')).toMatchObject({
    error: { code: 'storage_failed', message: expect.stringContaining('ENOTDIR') },
  })
})
