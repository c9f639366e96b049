import { describe, expect, it } from 'vitest'
import type { WallDocument } from '#contract/wall/document.ts'
import { type LayoutName, layoutOf } from '#contract/wall/layout.ts'
import type { Monitor } from '#contract/wall/monitors.ts'
import { pushedActSchema } from '#contract/wall/salvo.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { WallMainOptions } from '#main/core/wall/wall-main-options.ts'
import { MemoryVault } from '../support/memory-vault.ts'
import { MemorySettings } from '../support/memory-settings.ts'
import { FakeTime } from '../support/fake-time.ts'
import { wallStand } from '../support/wall-stand.ts'

const monitorsOf = (...numbers: readonly number[]): Monitor[] =>
  numbers.map((number) => ({ number, kind: number === 1 ? 'operator' : 'wall', label: `DP-${number}` }))

const documentWith = (layout: LayoutName): WallDocument => ({
  version: 3,
  layout: layoutOf(layout),
  tiles: [],
  selected: 0,
  large: null,
})

/** A wall that has no platform and needs none. */
const start = (overrides: Partial<WallMainOptions> = {}) => wallStand({ shell: 'electron', ...overrides })

describe('the monitors', () => {
  it('are one until the shell says otherwise', async () => {
    const { open } = start()
    expect(await open(1).hello()).toMatchObject({
      monitor: 1,
      monitors: [{ number: 1, kind: 'operator', label: '' }],
      tilesBefore: 0,
    })
  })

  it('are told to every page when they change, in order, and only then', async () => {
    const { wall, open } = start()
    const first = open(1)
    const second = open(2)
    wall.setMonitors(monitorsOf(2, 1))
    wall.setMonitors(monitorsOf(1, 2))
    expect(first.pushes).toEqual([{ name: 'monitors', payload: monitorsOf(1, 2) }])
    expect(second.pushes).toEqual(first.pushes)
    expect(await second.hello()).toMatchObject({ monitor: 2, monitors: monitorsOf(1, 2) })
  })

  it('have a document each, kept also while a display is unplugged', async () => {
    const { wall, settings, open } = start()
    const second = open(2)
    await open(1).call('wall.save', documentWith(4))
    await second.call('wall.save', documentWith(16))
    second.close()
    wall.setMonitors(monitorsOf(1))

    expect(settings.state.documents).toEqual({ 1: documentWith(4), 2: documentWith(16) })
    expect((await open(2).hello()).document).toEqual(documentWith(16))
    expect((await open(3).hello()).document).toBeUndefined()
  })

  it('begin with the cameras after those of the monitors before them', async () => {
    const { wall, open } = start()
    wall.setMonitors(monitorsOf(1, 2, 4, 5))
    await open(2).call('wall.save', documentWith(16))
    const hellos = await Promise.all([1, 2, 4, 5].map((number) => open(number).hello()))
    expect(hellos.map(({ tilesBefore }) => tilesBefore)).toEqual([0, 9, 25, 34])
  })

  it('count as many tiles as the command line gives all of them', async () => {
    const { wall, open } = start({ launch: { layout: 4 } })
    wall.setMonitors(monitorsOf(1, 2, 3))
    expect((await open(3).hello()).tilesBefore).toBe(8)
    await open(1).call('wall.save', documentWith(16))
    expect((await open(3).hello()).tilesBefore).toBe(20)
  })

  it('take the layout of the command line at the start, and keep another one that was chosen since', async () => {
    const settings = new MemorySettings({ documents: { 1: documentWith(9), 2: documentWith(9) } })
    const { open } = start({ settings, launch: { layout: 4 } })
    const layoutsGiven = async () =>
      Promise.all([1, 2].map(async (number) => (await open(number).hello()).layout))
    expect(await layoutsGiven()).toEqual([4, 4])
    // Its answer may not have arrived.
    expect(await layoutsGiven()).toEqual([4, 4])
    await open(1).call('wall.save', documentWith(16))
    expect(await layoutsGiven()).toEqual([undefined, 4])
  })
})

describe('a second page of a monitor in a browser', () => {
  it('says so as it begins, and a page that was loaded anew does not', async () => {
    const { open } = start({ shell: 'host' })
    const noticesOf = async ({ hello }: ReturnType<typeof open>) => (await hello()).notices
    const first = open(1)
    await first.report()
    first.close()
    const again = open(1)
    expect(await noticesOf(again)).toEqual([])
    await again.report()
    expect(await noticesOf(open(2))).toEqual([])
    expect(await noticesOf(open(1))).toMatchObject([
      { exact: { code: 'monitor_twice', values: { number: 1 } } },
    ])
  })

  it('is not asked for its wall by the other one, which it would overwrite', async () => {
    const { open } = start({ shell: 'host' })
    const [first, twin] = [open(1), open(1)]
    await first.call('salvos.walls', undefined)
    expect(twin.pushed('keep')).toEqual([])
  })
})

describe('an entry for another monitor', () => {
  it('is typed there, and nowhere else', async () => {
    const { wall, open } = start()
    const [first, second] = [open(1), open(2)]
    await second.report()
    wall.setMonitors(monitorsOf(1, 2))
    const entered = await first.call('monitors.enter', { monitor: 2, entry: '3.12' })
    expect(entered).toEqual({ ok: true, value: undefined })
    expect(second.pushed('show')).toEqual([{ entry: '3.12', isAlarm: false }])
    expect(first.pushed('show')).toEqual([])
  })

  it('is refused in words when that monitor is not there, or shows no page', async () => {
    const { wall, open } = start()
    const { call } = open(1)
    wall.setMonitors(monitorsOf(1, 2, 3))
    const enter = (monitor: number) => call('monitors.enter', { monitor, entry: '7' })
    expect(await enter(4)).toMatchObject({
      error: {
        code: 'no_monitor',
        exact: { code: 'no_such_monitor', values: { number: 4, numbers: '1, 2, 3' } },
      },
    })
    // A page that is loading hears nothing yet.
    const loading = open(3)
    for (const number of [2, 3]) {
      expect(await enter(number)).toMatchObject({
        error: { code: 'no_monitor', exact: { code: 'monitor_empty', values: { number } } },
      })
    }
    expect(loading.pushed('show')).toEqual([])
  })
})

describe('notices', () => {
  it('are put aside on all monitors together, those of the start for good', async () => {
    const notices = ['of the start', 'another'].map((message) => ({ message }))
    const { open } = start({ vault: Object.assign(new MemoryVault(), { notices }) })
    const [first, second] = [open(1), open(2)]
    expect((await first.hello()).notices).toEqual(notices)
    const dismiss = (which: { text?: string; message?: string }) => second.call('notices.dismiss', which)
    const ofStart = { text: 'vom Start', message: 'of the start' }
    await dismiss(ofStart)
    await dismiss({ text: 'of this page alone' })
    expect(first.pushed('dismissed')).toEqual([ofStart, { text: 'of this page alone' }])
    expect(second.pushed('dismissed')).toEqual([])
    expect((await first.hello()).notices).toEqual([{ message: 'another' }])
    await dismiss({})
    expect((await first.hello()).notices).toEqual([])
  })
})

it('a tile that is heard silences the other monitors', async () => {
  const { open } = start()
  const [first, second] = [open(1), open(2)]
  await second.call('monitors.heard', undefined)
  expect([first, second].map((page) => page.pushed('heard'))).toEqual([[{}], []])
})

it('a page that comes up has the camera selected last, where its platform has it', async () => {
  const { settings, open } = start()
  const first = open(1)
  await first.call('monitors.select', { cameraId: 'cam-1' })
  await first.call('monitors.select', { cameraId: 'cam-2' })
  const second = open(2)
  for (const _ of ['first', 'second']) await second.report()
  expect(second.pushed('selected')).toEqual([{ cameraId: 'cam-2' }])
  await settings.save({ shown: 'other' })
  const late = open(3)
  await late.hello()
  await late.report()
  expect(late.pushed('selected')).toEqual([])
})

describe('the keyboard', () => {
  it('goes to another monitor where the shell has its window, and is refused in words elsewhere', async () => {
    const focused: number[] = []
    const focusMonitor = (monitor: number) => void focused.push(monitor)
    const [electron, browser] = [start({ focusMonitor }), start({ shell: 'host' })]
    for (const { wall } of [electron, browser]) wall.setMonitors(monitorsOf(1, 2))
    const focus = ({ open }: typeof electron, monitor: number) => open(1).call('monitors.focus', { monitor })
    expect(await focus(electron, 2)).toEqual({ ok: true, value: undefined })
    expect(await focus(electron, 3)).toMatchObject({ error: { exact: { code: 'no_such_monitor' } } })
    expect(await focus(browser, 2)).toMatchObject({ error: { exact: { code: 'monitor_elsewhere' } } })
    expect(focused).toEqual([2])
  })
})

describe('a salvo of all monitors', () => {
  it('is saved from documents that are sent when they are asked for', async () => {
    const { wall, open } = start()
    const [first, second] = [open(1), open(2)]
    wall.setMonitors(monitorsOf(1, 2, 3))
    await first.call('wall.save', documentWith(9))
    await second.call('wall.save', documentWith(4))
    const asked = first.call('salvos.walls', undefined)
    expect(second.pushed('keep')).toEqual([{}])
    await second.call('wall.save', documentWith(16))
    expect(await asked).toEqual({
      ok: true,
      value: [
        { monitor: 1, layout: layoutOf(9), tiles: [] },
        { monitor: 2, layout: layoutOf(16), tiles: [] },
      ],
    })
  })

  it('is told to the others, and not to the one that recalls it', async () => {
    const { open } = start()
    const [first, second, third] = [open(1), open(2), open(3)]
    for (const { report } of [first, third]) await report()
    await second.call('salvos.recall', { number: 5, isBack: true })
    const received = [first, second, third].map((page) => page.pushed('salvo'))
    expect(received).toEqual([[{ number: 5, isBack: true }], [], [{ number: 5, isBack: true }]])
  })

  it('is said not to be shown where the page is loading, which hears nothing yet', async () => {
    const { open } = start()
    const [first, second] = [open(1), open(2)]
    await second.report()
    const recall = () => first.call('salvos.recall', { number: 5, isBack: false })
    expect(await recall()).toMatchObject({ ok: true })
    open(3)
    expect(await recall()).toMatchObject({
      error: { exact: { code: 'monitor_empty', values: { number: 3 } } },
    })
    expect(second.pushed('salvo')).toHaveLength(2)
  })
})

const salvo = (number: number, monitor: number, scope: 'monitor' | 'all' = 'monitor') => ({
  version: 1 as const,
  number,
  name: '',
  scope,
  walls: [{ monitor, layout: layoutOf(4), tiles: [] }],
})

describe('a salvo that the clock recalls', () => {
  it('comes to its monitor, or to monitor 1 where that one is not there, also to a page that comes up a little later', async () => {
    const time = new FakeTime()
    const { wall, settings, open } = start({ clock: time, timers: time })
    const at = (number: number, pattern: string) => ({
      id: `time-${number}`,
      isOn: true,
      salvo: number,
      pattern,
      sinceMs: time.wallMs(),
    })
    const salvos = [salvo(5, 2), salvo(6, 9), salvo(7, 1, 'all')]
    const salvoTimes = [at(5, '1 * * * *'), at(6, '2 * * * *'), at(7, '3 * * * *')]
    await settings.save({ settings: wallSettingsSchema.parse({ timeZone: 'UTC', salvos, salvoTimes }) })
    wall.setMonitors(monitorsOf(1, 2))
    const [first, second] = [open(1), open(2)]
    await first.report()
    await time.advance(190_000)
    await second.report()
    const recalled = [first, second].map((page) => page.pushed('act'))
    const by = { kind: 'schedule' }
    expect(recalled[0]).toMatchObject([
      { by, salvo: 6 },
      { by, salvo: 7 },
    ])
    expect(recalled[1]).toMatchObject([{ by, salvo: 7 }])

    // A page that has done them begins anew, and one whose operator was busy.
    for (const act of first.pushed('act')) await first.call('salvos.acted', pushedActSchema.parse(act))
    for (const { close } of [first, second]) close()
    const [again, still] = [open(1), open(2)]
    for (const { report } of [again, still]) await report()
    expect([again, still].map((page) => page.pushed('act'))).toEqual([[], recalled[1]])
    await still.report()
    expect(still.pushed('act')).toHaveLength(1)

    // The wall goes over to another platform.
    const late = open(3)
    await settings.save({ shown: 'other', settings: wallSettingsSchema.parse({ salvos }) })
    await late.hello()
    await late.report()
    expect(late.pushed('act')).toEqual([])
  })
})

describe('where monitor 1 is not there', () => {
  it('the lowest one takes its notices, its salvos and its place in reports', async () => {
    const time = new FakeTime()
    const { wall, settings, open } = start({ clock: time, timers: time })
    const salvoTimes = [{ id: 'time', isOn: true, salvo: 5, pattern: '1 * * * *', sinceMs: time.wallMs() }]
    await settings.save({
      settings: wallSettingsSchema.parse({ timeZone: 'UTC', salvos: [salvo(5, 1)], salvoTimes }),
    })
    wall.leaveNotice(1, { message: 'of the start' })
    wall.setMonitors(monitorsOf(3, 2))
    const reports: unknown[] = []
    wall.onReport((report) => reports.push(report))
    const [third, second] = [open(3), open(2)]
    const noticesOf = async ({ hello }: typeof third) => (await hello()).notices
    expect([await noticesOf(third), await noticesOf(second), await noticesOf(second)]).toEqual([
      [],
      [{ message: 'of the start' }],
      [],
    ])
    for (const { report } of [third, second]) await report()
    expect(reports).toHaveLength(1)
    await time.advance(70_000)
    expect([third, second].map((page) => page.pushed('act'))).toMatchObject([[], [{ salvo: 5 }]])
  })
})

describe('what a second start asks for', () => {
  it.each([
    ['3.12', 1, '3.12'],
    ['2/3.12', 2, '3.12'],
    ['2/5', 2, '5'],
    // Refused in words on the first monitor that is there.
    ['7/3.12', 1, '7/3.12'],
    ['2/', 1, '2/'],
    ['0/1', 1, '0/1'],
  ])('is shown where it belongs: %s', async (text, monitor, entry) => {
    const { wall, open } = start()
    const pages = [open(1), open(2)]
    for (const { report } of pages) await report()
    wall.setMonitors(monitorsOf(1, 2))
    wall.show(text)
    expect(pages.map((page) => page.pushed('show'))).toEqual(
      pages.map(({ page }) => (page.monitor === monitor ? [{ entry, isAlarm: false }] : [])),
    )
  })

  it('is not done on another monitor because the first one is unplugged', async () => {
    const { wall, open } = start()
    const second = open(2)
    await second.report()
    wall.setMonitors(monitorsOf(2))
    wall.show('3.12')
    expect(second.pushed('show')).toEqual([{ entry: '1/3.12', isAlarm: false }])
  })
})

it('runs a command of the menu on the monitor that it is for', async () => {
  const { wall, open } = start()
  const [first, second] = [open(1), open(2)]
  for (const { report } of [first, second]) await report()
  wall.command(1, 'palette')
  const commands = [first, second].map((page) => page.pushed('command'))
  expect(commands).toEqual([[{ action: 'palette' }], []])
})

describe('reports', () => {
  it('are those of monitor 1, and gone with its page', async () => {
    const { wall, open } = start()
    const [first, second] = [open(1), open(2)]
    const report = { tiles: [{ tile: 0, cameraId: 'cam-1', state: 'LIVE' as const }] }
    const seen: unknown[] = []
    const stop = wall.onReport((report) => seen.push(report))
    await second.report()
    await first.call('wall.report', report)
    stop()
    await first.report()
    wall.onReport((report) => seen.push(report))()
    expect(seen).toEqual([report, { tiles: [] }])

    first.close()
    wall.onReport((report) => seen.push(report))
    expect(seen).toHaveLength(2)
  })
})

describe('the screens mode', () => {
  it('is that of the settings, and tells when it is changed', async () => {
    const { wall, open } = start()
    const { call, hello } = open(1)
    const modes: string[] = []
    const stop = wall.screens.onMode((mode) => modes.push(mode))
    await hello()
    await call('settings.save', { from: { screens: 'window' }, to: { screens: 'walls' } })
    await call('settings.save', { from: { standbyCameras: 12 }, to: { standbyCameras: 3 } })
    stop()
    await call('settings.save', { from: { screens: 'walls' }, to: { screens: 'kiosk' } })
    expect(modes).toEqual(['walls'])
    expect(wall.screens.mode).toBe('kiosk')
  })

  it('is that of the command line where it names one, and then nobody is offered another', async () => {
    const { wall, open } = start({ launch: { screens: 'kiosk' } })
    const { call, hello } = open(1)
    expect((await hello()).canChooseScreens).toBe(false)
    await call('settings.save', { from: { screens: 'window' }, to: { screens: 'walls' } })
    expect(wall.screens.mode).toBe('kiosk')
  })

  it('can be chosen only where the shell places windows', async () => {
    expect((await start().open(1).hello()).canChooseScreens).toBe(true)
    expect((await start({ shell: 'host' }).open(1).hello()).canChooseScreens).toBe(false)
  })

  it('remembers displays and windows', () => {
    const { wall, settings } = start()
    const bounds = { x: 0, y: 0, width: 1920, height: 1080 }
    const stored = {
      displays: [{ monitor: 1, id: '7', label: 'DP-1', bounds }],
      operatorBounds: { ...bounds, isMaximized: true },
    }
    wall.screens.keep(stored)
    expect(wall.screens.stored).toEqual(stored)
    expect(settings.state.screens).toEqual(stored)
  })
})
