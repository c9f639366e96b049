import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { OccupancyDictionaries, OccupancyReading, SavedReport } from '#contract/wall/occupancy.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { occupancyOf } from '#renderer/occupancy/occupancy-controller.ts'
import { cameraIdOf, reportIdOf } from '#renderer/wall/wall-document.ts'
import { settle } from '../fake-clock.ts'
import { camerasUpTo, connected } from '../fake-shell.ts'
import { pageParts } from '../page-parts.ts'
import { zone } from '../timeline/axis/zones.ts'
import { reportOf } from './report-of.ts'

const nowMs = Date.parse('2026-11-20T22:59:30Z')

const definition = { entrancesAndExits: ['door-1', 'hall'], timezone: 'Europe/Berlin' }
const report = (id: string, change: Partial<SavedReport> = {}) => reportOf(id, { definition, ...change })
const today = { kind: 'between', from: { day: 'today' }, until: { day: 'today' } } as const
const dictionaries: OccupancyDictionaries = {
  entrances: [{ id: 'door-1', name: 'Door', cameraIds: ['camera-3'] }],
  zones: [{ id: 'hall', name: 'Hall', cameraIds: ['camera-5', 'camera-3'] }],
  schedules: [],
}

function open(...reports: SavedReport[]) {
  const parts = pageParts({
    cameras: 16,
    nowMs,
    settings: { occupancyReports: reports },
    answers: { 'occupancy.dictionaries': () => ok(dictionaries) },
  })
  const { shell } = parts
  const played: [number, number | undefined][] = []
  const page = { isVisible: true }
  const controller = occupancyOf({
    ...parts,
    zone: () => zone('Europe/Berlin'),
    isVisible: () => page.isVisible,
    wallPlayback: { playFrom: (atMs, _, tile) => void played.push([atMs, tile]) },
  })
  const watched = () => shell.inputsOf('occupancy.watch').at(-1)
  const push = (reading: Omit<OccupancyReading, 'trend'>) =>
    shell.push('occupancy.reading', { trend: [], ...reading })
  return { ...parts, controller, played, page, watched, push }
}

describe('what main is to follow', () => {
  it('is nothing before a tile shows occupancy, and nothing is asked for then', async () => {
    const { shell, clock } = open(report('hall'))
    await settle()
    expect(shell.calls).toEqual([])
    expect(clock.pendingCount).toBe(0)
  })

  it('asks for what there is once, however often the wall changes, and after a failure with the next refresh', async () => {
    const { shell, wall, clock } = open(report('hall'))
    shell.answers['occupancy.dictionaries'] = () => fail(wallError('timeout'))
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    for (let change = 0; change < 10; change += 1) {
      wall.actions.select(change % 4)
      await settle()
    }
    expect(shell.inputsOf('occupancy.dictionaries')).toHaveLength(1)
    clock.advance(60_000)
    await settle()
    expect(shell.inputsOf('occupancy.dictionaries')).toHaveLength(2)
  })

  it('is asked for at once when the link is back, where nobody was asked', async () => {
    const { shell, wall } = open(report('hall'))
    shell.link(false)
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    await settle()
    expect(shell.inputsOf('occupancy.dictionaries')).toHaveLength(0)
    shell.link(true)
    await settle()
    expect(shell.inputsOf('occupancy.dictionaries')).toHaveLength(1)
  })

  it('is each report once that is seen', async () => {
    const { wall, watched } = open(report('hall'), report('shop'), report('unseen'))
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    wall.actions.show(2, { kind: 'occupancy', reportId: 'hall' })
    wall.actions.show(3, { kind: 'occupancy', reportId: 'shop' })
    expect(watched()?.watches.map(({ reportId, window }) => [reportId, window])).toEqual([
      ['hall', { lengthMs: 86_400_000 }],
      ['shop', { lengthMs: 86_400_000 }],
    ])
    wall.actions.toggleLarge()
    expect(watched()).toEqual({ watches: [], isVisible: true })
  })

  it('goes with the clock: today is another day after midnight', () => {
    const { wall, clock, watched } = open(report('hall', { window: today }))
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    const midnight = Date.parse('2026-11-19T23:00:00Z')
    expect(watched()?.watches[0]?.window).toEqual({ startMs: midnight, endMs: midnight + 86_400_000 })
    clock.advance(60_000)
    expect(watched()?.watches[0]?.window).toEqual({
      startMs: midnight + 86_400_000,
      endMs: midnight + 2 * 86_400_000,
    })
  })

  it('is told again with the page’s visibility, to a shell that came back, and without a report that is gone', () => {
    const { wall, session, controller, page, shell, watched } = open(report('hall'))
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    page.isVisible = false
    controller.visibilityChanged()
    expect(watched()).toMatchObject({ isVisible: false })
    const before = shell.inputsOf('occupancy.watch').length
    shell.link(false)
    shell.link(true)
    expect(shell.inputsOf('occupancy.watch')).toHaveLength(before + 1)
    session.actions.setSettings({ ...session.getState().settings, occupancyReports: [] })
    expect(watched()?.watches).toEqual([])
  })

  it('ends with the page', () => {
    const { wall, clock, shell, controller } = open(report('hall'))
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    controller.dispose()
    expect([clock.pendingCount, shell.listenerCount]).toEqual([0, 0])
  })
})

describe('the dictionaries', () => {
  it('are asked for again after an hour, and stay until they are told anew', async () => {
    const { wall, shell, controller, clock } = open(report('hall'))
    const asked = () => shell.inputsOf('occupancy.dictionaries').length
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    await settle()
    clock.advance(3_599_999)
    await settle()
    expect(asked()).toBe(1)
    clock.advance(60_000)
    expect([asked(), controller.store.getState().dictionaries]).toEqual([2, dictionaries])
    await settle()
    clock.advance(60_000)
    await settle()
    expect(asked()).toBe(2)
  })
})

describe('another platform', () => {
  it('has other dictionaries', async () => {
    const { wall, shell, controller } = open(report('hall'))
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    await settle()
    expect(controller.store.getState().dictionaries).toEqual(dictionaries)
    shell.push('connection', connected)
    shell.push('connection', { ...connected, address: { baseUrl: 'https://other.example' } })
    expect(controller.store.getState().dictionaries).toBeUndefined()
    await settle()
    expect(shell.inputsOf('occupancy.dictionaries')).toHaveLength(2)
  })
})

describe('the maximum', () => {
  const maximumAtMs = nowMs - 3_600_000
  const answer = { average: 10, maximum: 40, maximumAtMs }

  it('is played by the cameras of what is counted, the best of each first, beside the tile', async () => {
    const { wall, controller, played, push, notices } = open(report('hall'))
    wall.actions.select(1)
    wall.actions.show(1, { kind: 'occupancy', reportId: 'hall' })
    await settle()
    push({ reportId: 'hall', answer })
    controller.playMaximum()
    const { document } = wall.getState()
    expect([0, 2].map((tile) => cameraIdOf(document, tile))).toEqual(['camera-3', 'camera-5'])
    expect(reportIdOf(document, 1)).toBe('hall')
    expect(played.map(([, tile]) => tile)).toEqual([0, 2])
    for (const [atMs] of played) expect(maximumAtMs - atMs).toBeGreaterThan(0)
    expect(notices()).toEqual([])
    wall.actions.undo()
    expect([0, 2].map((tile) => cameraIdOf(wall.getState().document, tile))).toEqual(['camera-1', 'camera-3'])
  })

  it('is played by the clock of the first camera’s recorder, which all that is played follows', async () => {
    const { wall, controller, played, push } = open(report('hall'))
    wall.actions.setCameras(
      camerasUpTo(16).map((camera) =>
        camera.id === 'camera-3' ? { ...camera, clockOffsetMs: 300_000 } : camera,
      ),
    )
    wall.actions.show(0, { kind: 'occupancy', reportId: 'hall' })
    await settle()
    push({ reportId: 'hall', answer })
    controller.playMaximum()
    expect(played.map(([atMs]) => atMs - maximumAtMs)).toEqual([
      300_000 - eventDefaults.preRollMs,
      300_000 - eventDefaults.preRollMs,
    ])
  })

  it('of a large tile gives the others their place back first', async () => {
    const { wall, controller, played, push } = open(report('hall', { cameraIds: ['camera-7'] }))
    wall.actions.show(0, { kind: 'occupancy', reportId: 'hall' })
    wall.actions.toggleLarge()
    await settle()
    push({ reportId: 'hall', answer })
    controller.playMaximum()
    expect(cameraIdOf(wall.getState().document, 1)).toBe('camera-7')
    expect(wall.getState().document.large).toBeNull()
    expect(played.map(([, tile]) => tile)).toEqual([1])
  })

  it.each<[string, (stand: ReturnType<typeof open>) => void, RegExp]>([
    ['is not known yet', () => undefined, /not known yet/],
    [
      'has no instant',
      ({ push }) => push({ reportId: 'hall', answer: { average: 1, maximum: 2 } }),
      /does not say when/,
    ],
    [
      'is of a report that is gone',
      ({ session }) => session.actions.setSettings({ ...session.getState().settings, occupancyReports: [] }),
      /not kept any more/,
    ],
  ])('that %s is said to be so', async (_what, prepare, sentence) => {
    const stand = open(report('hall'))
    stand.wall.actions.show(0, { kind: 'occupancy', reportId: 'hall' })
    await settle()
    prepare(stand)
    stand.controller.playMaximum()
    expect(stand.notices()).toEqual([expect.stringMatching(sentence)])
    expect(stand.played).toEqual([])
  })
})
