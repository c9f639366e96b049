import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { layoutOf, layoutsFileSchema } from '#contract/wall/layout.ts'
import { MAX_SALVOS_BYTES, MAX_SALVOS_FILE_BYTES, type Salvo } from '#contract/wall/salvo.ts'
import { platformSettingsSchema, wallSettingsSchema } from '#contract/wall/settings.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { largestSettings } from '#test/unit/main/core/support/largest-settings.ts'
import { MemorySettings } from '#test/unit/main/core/support/memory-settings.ts'
import {
  mediaRedirects,
  readSettingsFile,
  takenOver,
  unencryptedPlatforms,
  writeLayoutsFile,
  writeSalvosFile,
  writeSettingsFile,
} from '#main/core/settings/portable-files.ts'
import type { StoredState } from '#main/core/settings/settings-store.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const north = { id: 'https://north.example', name: 'North', address: { baseUrl: 'https://north.example' } }
const south = {
  id: 'https://south.example org-2',
  name: '',
  orgId: 'org-2',
  address: {
    baseUrl: 'https://south.example',
    overrides: platformOverridesSchema.parse({
      paths: { cameras: '/v2/cameras' },
      members: { ticket: 'pass' },
    }),
  },
}
const own = { id: 'https://own.example', name: '', address: { baseUrl: 'https://own.example' } }
const document = { version: 3 as const, layout: layoutOf(4), selected: 0, large: null, tiles: [] }

function stateWith(change: Partial<StoredState> = {}): StoredState {
  return new MemorySettings({
    settings: wallSettingsSchema.parse({ standbyCameras: 3, cameraNumbers: { 'cam-1': 7 } }),
    platforms: [north, south],
    chosen: north.id,
    shown: north.id,
    shelves: {
      [south.id]: { documents: {}, settings: platformSettingsSchema.parse({ cameraNumbers: { x: 1 } }) },
    },
    evidenceFolder: '/exports/of/this/machine',
    screens: {
      displays: [{ monitor: 2, id: '77', label: 'DP-1', bounds: { x: 0, y: 0, width: 9, height: 9 } }],
    },
    knownCameras: [
      {
        platform: north.id,
        cameras: [{ id: 'cam-1', name: 'Door', group: '' }],
        numbered: [
          { id: 'cam-0', name: 'Gate', group: '', number: 1, unlistedSinceMs: 9 },
          { id: 'cam-1', name: 'Door', group: '', number: 7 },
        ],
      },
    ],
    cameraLists: { [north.id]: [{ id: 'cam-9', number: 9 }] },
    ...change,
  }).state
}

function write(state: StoredState, secrets: readonly string[] = []): string {
  const redactor = new Redactor()
  for (const secret of secrets) redactor.add(secret)
  return writeSettingsFile(state, { atMs: 0, redactor })
}

describe('a file of all settings', () => {
  it('brings another workstation everything but displays and folders', () => {
    const state = stateWith()
    const read = readSettingsFile(write(state))
    const { screens: _, evidenceFolder: _folder, ...portable } = state
    expect(read).toEqual({ ok: true, value: portable })
  })

  it('carries a wall over to another address of its platform, which is replaced throughout the text', () => {
    const moved = 'https://moved.example'
    const state = stateWith()
    const read = unwrap(readSettingsFile(write(state).replaceAll(north.id, moved)))
    const after = takenOver(state, read, moved)
    expect(after).toMatchObject({
      shown: moved,
      settings: { cameraNumbers: { 'cam-1': 7 } },
      cameraLists: { [moved]: [{ id: 'cam-9' }] },
    })
    expect(after.knownCameras?.map(({ platform }) => platform)).toContain(moved)
    expect(after.platforms?.map(({ id }) => id)).toEqual([moved, south.id, north.id])
  })

  it('names no folder of this machine, and none that another one says', () => {
    const text = write(stateWith())
    expect(text).not.toContain('/exports/of/this/machine')
    const elsewhere = JSON.stringify({ ...JSON.parse(text), evidenceFolder: '/somewhere/else' })
    const read = readSettingsFile(elsewhere)
    expect(read.ok && takenOver(stateWith(), read.value, north.id)).not.toHaveProperty('evidenceFolder')
    expect(read.ok && read.value).not.toHaveProperty('evidenceFolder')
  })

  it('that was kept before another one was taken over brings all of it back, what was not set, too', () => {
    const [known] = stateWith().knownCameras
    const before = stateWith({
      cameraLists: {},
      knownCameras: known === undefined ? [] : [known],
      shelves: {},
    })
    const copy = writeSettingsFile(before, { atMs: 0, redactor: new Redactor(), isWhole: true })
    const other = stateWith({
      settings: wallSettingsSchema.parse({ timeZone: 'Asia/Tokyo', language: 'es', lateAfterMs: 700 }),
      cameraLists: { [north.id]: [{ id: 'cam-1', clockOffsetMs: 3_600_000 }] },
      knownCameras: [{ platform: south.id, cameras: [], numbered: [] }],
      platforms: [north, south, own],
    })
    const taking = (state: StoredState, text: string): StoredState => {
      const read = unwrap(readSettingsFile(text))
      return { ...state, ...takenOver(state, read, north.id) }
    }
    const imported = taking(before, write(other))
    expect(imported).toMatchObject({ settings: { timeZone: 'Asia/Tokyo' }, cameraLists: other.cameraLists })
    // Its key is kept, and somebody may want to remove it.
    expect(taking(imported, copy)).toEqual({ ...before, platforms: [north, south, own] })
  })

  it('keeps what only looks like a credential: another search would find something else', () => {
    const texts = ['gate token=12', 'text~"password=" last:1h', 'note~"Bearer 12345" api_key=7']
    const savedSearches = texts.map((text, at) => ({ name: `search ${at}`, text }))
    const read = readSettingsFile(write(stateWith({ settings: wallSettingsSchema.parse({ savedSearches }) })))
    expect(read).toMatchObject({ ok: true, value: { settings: { savedSearches } } })
  })

  it('holds no secret, wherever somebody may have typed it', () => {
    const secret = fc.string({
      unit: fc.constantFrom(...'abcdefXYZ0189-_.~+/='.split('')),
      minLength: 12,
      maxLength: 60,
    })
    fc.assert(
      fc.property(fc.uniqueArray(secret, { minLength: 1, maxLength: 3 }), fc.string(), (secrets, beside) => {
        const [one = ''] = secrets
        const typed = `${beside}${one}${beside}`
        const text = write(
          stateWith({
            platforms: [{ ...north, name: typed.slice(0, 60) }, south],
            settings: wallSettingsSchema.parse({
              cameraNumbers: { [typed]: 1 },
              eventClockOffsetsMs: { [one]: 5 },
              eventTags: [{ id: typed.slice(0, 200), name: one, fields: [] }],
            }),
            cameraLists: { [north.id]: secrets.map((name, at) => ({ id: `cam-${at}`, name, group: typed })) },
          }),
          secrets,
        )
        for (const leak of secrets) expect(text).not.toContain(leak)
        expect(JSON.parse(text)).toHaveProperty('format', 'tessera-settings')
      }),
    )
  })

  it.each([
    ['nothing', '', 'This is not a file of Tessera’s settings.'],
    ['another file', '{"items":[]}', 'This is not a file of Tessera’s settings.'],
    [
      'a damaged setting',
      write(stateWith()).replace('"standbyCameras": 3', '"standbyCameras": "many"'),
      'standbyCameras',
    ],
    ['a damaged list', write(stateWith()).replace('"number": 9', '"number": -9'), 'the lists of cameras'],
    [
      'a newer version',
      write(stateWith()).replace(/"schemaVersion": \d+/, '"schemaVersion": 99'),
      'newer version',
    ],
    [
      'a platform whose key would go elsewhere',
      write(stateWith()).replace('"baseUrl": "https://north.example"', '"baseUrl": "https://thief.example"'),
      'the address of https://north.example',
    ],
    [
      'an address with a password',
      write(stateWith()).replaceAll('https://north.example', 'https://a:b@north.example'),
      'the address of',
    ],
  ])('is refused whole: %s', (_, text, words) => {
    const read = readSettingsFile(text)
    expect(read).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect(read.ok ? '' : read.error.message).toContain(words)
  })

  it('with any one value in the place of another, is refused in words or can be written again', () => {
    const places: (readonly string[])[] = []
    const walk = (value: unknown, path: readonly string[]): void => {
      places.push(path)
      if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    }
    const text = write(stateWith())
    walk(JSON.parse(text), [])
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (path, value) => {
        const read = readSettingsFile(JSON.stringify(replaced(JSON.parse(text), path, value)))
        const here = stateWith()
        if (read.ok)
          expect(JSON.parse(write({ ...here, ...takenOver(here, read.value, north.id) }))).toBeTypeOf(
            'object',
          )
        else expect(read.error.message).not.toBe('')
      }),
      fuzzRuns,
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readSettingsFile(text).ok).toBe(false)
      }),
    )
  })
})

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return by
  return Array.isArray(value)
    ? value.map((one, at) => (String(at) === name ? replaced(one, rest, by) : (one as unknown)))
    : { ...value, [name]: replaced(Object.entries(value).find(([own]) => own === name)?.[1], rest, by) }
}

/** A file or a workstation with one platform. */
const listing = (liveViewUrl?: string) => ({
  platforms: [{ ...north, address: { ...north.address, ...(liveViewUrl && { liveViewUrl }) } }],
})

describe('where a file sends live view tickets', () => {
  const media = 'wss://media.example:7880'
  it.each([
    ['another host', listing(media), listing(), true],
    ['another host than the configured one', listing(media), listing('wss://other.example'), true],
    ['another host of a platform that is new here', listing(media), { platforms: [] }, true],
    ['what is configured here', listing(media), listing(media), false],
    ['the platform’s own machine', listing('wss://north.example:7880'), listing(media), false],
    ['nowhere in particular', listing(), listing(media), false],
  ])('%s', (_, file, here, isRedirect) => {
    const asked = [{ platform: north.address.baseUrl, leadsTo: media }]
    expect(mediaRedirects(file, here)).toEqual(isRedirect ? asked : [])
  })
})

const at = (baseUrl: string) => ({ platforms: [{ ...north, id: baseUrl, address: { baseUrl } }] })

describe('platforms of a file that are not encrypted', () => {
  it.each([
    ['a platform across the network', at('http://10.0.0.5'), { platforms: [] }, ['http://10.0.0.5']],
    ['one that is used here', at('http://10.0.0.5'), at('http://10.0.0.5'), []],
    ['this machine', at('http://127.0.0.1:8080'), { platforms: [] }, []],
    ['an encrypted one', at('https://10.0.0.5'), { platforms: [] }, []],
  ])('%s', (_, file, here, asked) => {
    expect(unencryptedPlatforms(file, here).map(({ leadsTo }) => leadsTo)).toEqual(asked)
  })
})

describe('a wall that takes settings over', () => {
  const file = (() => {
    return unwrap(readSettingsFile(write(stateWith({ documents: { 1: document } }))))
  })()

  it('is as the file says, with its own displays and folder', () => {
    const here = stateWith({
      platforms: [],
      shelves: {},
      shown: undefined,
      chosen: undefined,
      cameraLists: {},
    })
    const after = { ...here, ...takenOver(here, file, north.id) }
    expect(after).toMatchObject({
      platforms: [north, south],
      shown: north.id,
      documents: { 1: document },
      settings: { standbyCameras: 3, cameraNumbers: { 'cam-1': 7 } },
      cameraLists: { [north.id]: [{ id: 'cam-9', number: 9 }] },
      screens: here.screens,
      evidenceFolder: here.evidenceFolder,
    })
    expect(after.knownCameras).toEqual(file.knownCameras)
    expect(Object.keys(after.shelves)).toEqual([south.id])
  })

  it('keeps the platforms that the file does not know, and puts their wall aside', () => {
    const here = stateWith({
      platforms: [own],
      shelves: {},
      shown: own.id,
      chosen: own.id,
      documents: { 2: document },
    })
    const after = { ...here, ...takenOver(here, file, north.id) }
    expect(after.platforms.map(({ id }) => id)).toEqual([north.id, south.id, own.id])
    expect(after.shelves[own.id]).toMatchObject({ documents: { 2: document } })
    expect(after.documents).toEqual({ 1: document })
  })

  const rule = {
    id: 'rule-1',
    title: 'Door',
    priority: 1,
    when: { kind: 'camera', state: 'STALE', longerThanS: 30, cameraIds: [] },
  }
  const picture = { masks: [[0, 1, 2].map((at) => ({ x: at / 2, y: at % 2 }))] }

  it.each([north.id, undefined])('keeps what the file does not name (shown: %s)', (shown) => {
    const kept = { cameraPictures: { 'cam-1': picture }, alarms: { rules: [rule] } }
    const layouts = [{ version: 1, name: 'Yard', layout: layoutOf('1+5') }]
    const here = stateWith({
      settings: wallSettingsSchema.parse({ ...kept, layouts, timeZone: 'Europe/Berlin' }),
      documents: { 1: document },
      shelves: { [south.id]: { documents: { 2: document }, settings: platformSettingsSchema.parse(kept) } },
      shown,
    })
    const shelves = { [south.id]: { settings: { cameraNumbers: { x: 1 } } } }
    const old = { format: 'tessera-settings', schemaVersion: 3, settings: { lateAfterMs: 700 }, shelves }
    const read = unwrap(readSettingsFile(JSON.stringify(old)))
    const after = { ...here, ...takenOver(here, read, shown) }
    const aside = here.shelves[south.id]
    expect(after).toEqual({
      ...here,
      settings: { ...here.settings, lateAfterMs: 700 },
      shelves: { [south.id]: { ...aside, settings: { ...aside?.settings, cameraNumbers: { x: 1 } } } },
    })
  })

  it('that shows a platform of its own goes on showing it', () => {
    const here = stateWith({
      platforms: [],
      shelves: {},
      shown: 'embedded',
      chosen: undefined,
      documents: { 1: document },
    })
    const after = { ...here, ...takenOver(here, file, 'embedded') }
    expect(after).toMatchObject({ shown: 'embedded', documents: { 1: document } })
    expect(after.shelves[north.id]).toMatchObject({ settings: { cameraNumbers: { 'cam-1': 7 } } })
  })
})

it('writes layouts as a file that is read again', () => {
  const layouts = [{ version: 1 as const, name: 'Yard', layout: layoutOf('1+5') }]
  const text = writeLayoutsFile(layouts, new Redactor())
  expect(layoutsFileSchema.parse(JSON.parse(text)).layouts).toEqual(layouts)
})

it('writes the most salvos as a file that is not too large to be read again', () => {
  const { salvos } = largestSettings()
  const small = { kind: 'empty' as const }
  const empty: Salvo[] = salvos.map((salvo) => ({
    ...salvo,
    walls: salvo.walls.map((wall) => ({ ...wall, tiles: wall.tiles.map(() => small) })),
  }))
  for (const most of [salvos, empty]) {
    const share = JSON.stringify(most).length / MAX_SALVOS_BYTES
    expect(writeSalvosFile({ salvos: most, shared: [] }, new Redactor()).length / share).toBeLessThan(
      MAX_SALVOS_FILE_BYTES,
    )
  }
})
