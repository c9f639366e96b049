// @vitest-environment happy-dom
import { setImmediate } from 'node:timers/promises'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok } from '#contract/result.ts'
import { noAlarms } from '#contract/wall/alarms.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import * as temporal from '#renderer/timeline/axis/temporal.ts'
import { Timeline } from '#renderer/timeline/timeline.ts'
import { openWall } from '#renderer/ui/open-wall.tsx'
import { noConnection } from '#renderer/wall/session-store.ts'
import { emptyDocument, restoreDocument, withRunning } from '#renderer/wall/wall-document.ts'
import { eventOf } from '../events/event-of.ts'
import { FakeClock } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { camerasUpTo, connected, FakeShell, helloWith } from '../fake-shell.ts'
import { salvoOf } from '../wall/salvo-of.ts'
import { alarm } from './alarms/alarm.ts'
import { openPage, openPageWith } from './page.ts'

const twoMonitors = [
  { number: 1, kind: 'operator' as const, label: '' },
  { number: 2, kind: 'wall' as const, label: 'DP-1' },
]

/** Each first key begins a use of the page, which the second one ends. */
async function isUsedBetween(
  { isInUse, press }: Awaited<ReturnType<typeof openPage>>,
  ...uses: readonly (readonly [begin: string, end: string | KeyboardEventInit])[]
) {
  for (const [begin, end] of uses) {
    expect([begin, isInUse()]).toEqual([begin, false])
    await press(begin)
    expect([begin, isInUse()]).toEqual([begin, true])
    await press(end)
  }
  expect(isInUse()).toBe(false)
}

describe('the wall', () => {
  it('opens with the cameras by number, and names them', async () => {
    const { container, tile } = await openPage()
    expect(container.querySelectorAll('[data-tile]')).toHaveLength(9)
    expect(tile(3)?.dataset).toMatchObject({ state: 'LIVE', camera: '3', shown: '3' })
    expect(tile(3)?.querySelector('.caption')?.textContent).toBe('3Till 1')
  })

  it('that its host does not let in says which address does, before its first answer and after it', async () => {
    const sentence =
      'This page does not belong to this start of the wall. Open the address that the start printed.'
    const shell = new FakeShell()
    const { change, find } = await openPage(shell)
    await change(() => shell.link(false))
    await change(() => shell.link(false, true))
    expect(find('[role="alert"]')?.textContent).toBe(sentence)
    await change(() => shell.link(true))
    expect(find('[role="alert"]')).toBeNull()

    const unanswered = new FakeShell()
    unanswered.isUp = false
    const container = document.createElement('div')
    const root = createRoot(container)
    void openWall({
      window,
      root,
      marked: container,
      shell: unanswered,
      clock: new FakeClock(),
      makeLive: () => new FakeLiveWall(),
    })
    await change(() => unanswered.link(false, true))
    expect(container.textContent).toBe(sentence)
    await change(() => root.unmount())
  })

  it('misses nothing that the shell says right after its first answer', async () => {
    let pushed: Promise<void> | undefined
    const shell: FakeShell = new FakeShell({
      'wall.hello': () => {
        pushed = setImmediate().then(() => shell.push('cameras', camerasUpTo(9)))
        return ok(helloWith({ cameras: [] }))
      },
    })
    // As in a first page: loaded before, it would leave no moment in between.
    const loaded = await temporal.loadTemporal()
    vi.spyOn(temporal, 'loadTemporal').mockImplementation(() => setImmediate(loaded))
    const { change, tile } = await openPage(shell)
    await change(() => pushed)
    expect(tile(3)?.dataset).toMatchObject({ state: 'LIVE', camera: '3' })
  })

  it('restores the kept wall, and lets the command line choose the layout', async () => {
    const first = await openPage()
    await first.press('3', '.', '1', '2', 'Enter')
    first.clock.advance(500)
    const document = restoreDocument(first.shell.inputsOf('wall.save').at(-1))
    expect(document).toBeDefined()
    const shell = new FakeShell({
      'wall.hello': () => ok(helloWith({ document, layout: 16 })),
    })
    const second = await openPage(shell)
    expect(second.container.querySelectorAll('[data-tile]')).toHaveLength(16)
    expect(second.tile(3)?.dataset['camera']).toBe('12')
  })

  it('makes the camera ready whose number is typed, and the one that is chosen in the palette', async () => {
    const { live, press, typeInto } = await openPage()
    await press('1', '2')
    expect(live.expected.at(-1)).toEqual({ tile: 0, cameraId: 'camera-12', isUnambiguous: true })
    await press('Enter')
    expect(live.expected.at(-1)).toBeUndefined()
    await press({ key: 'k', ctrlKey: true })
    await typeInto('[data-first-focus]', 'Till 1')
    expect(live.expected.at(-1)).toEqual({ tile: 0, cameraId: 'camera-3', isUnambiguous: false })
    await press({ key: 'k', ctrlKey: true })
    expect(live.expected.at(-1)).toBeUndefined()
  })

  it('puts camera 7 into the selected tile for “7 Enter”', async () => {
    const { press, tile } = await openPage()
    await press('7', 'Enter')
    expect(tile(1)?.dataset).toMatchObject({ camera: '7', state: 'LIVE' })
  })

  it('says on the tile what Enter will do, and why not', async () => {
    const { press, find } = await openPage()
    await press('3', '.', '1', '2')
    const preview = find('[role="status"] .entry-preview')
    expect(preview?.querySelector('.entry-preview-entry')?.getAttribute('aria-label')).toBe('3.12')
    expect(preview?.querySelector('.entry-preview-meaning')?.textContent).toContain('Tile 3: Archive')
    await press('Escape', '4', '7', 'Enter')
    expect(find('.entry-preview')?.dataset['outcome']).toBe('refused')
    expect(find('.entry-preview')?.textContent).toContain('No camera 47')
  })

  it('calls its tiles as they are typed where there are several monitors', async () => {
    const { tile, change, shell } = await openPage()
    expect(tile(3)?.querySelector('.tile-index')?.textContent).toBe('3')
    await change(() => shell.push('monitors', twoMonitors))
    expect(tile(3)?.querySelector('.tile-index')?.textContent).toBe('1/3')
  })

  it('hands an entry for another monitor over, and says when it is not there any more', async () => {
    const shell = new FakeShell({
      'wall.hello': () => ok(helloWith({ monitors: twoMonitors })),
      'monitors.enter': () => fail(wallError('no_monitor', 'No monitor 2: this wall has 1 monitor')),
    })
    const { press, find, container } = await openPage(shell)
    await press('2', '/', '3', '.', '1', '2')
    expect(find('.entry-preview-meaning')?.textContent).toContain('Monitor 2 · tile 3: Archive')
    await press('Enter')
    expect(shell.inputsOf('monitors.enter')).toEqual([{ monitor: 2, entry: '3.12' }])
    expect(container.textContent).toContain('No monitor 2: this wall has 1 monitor')
  })

  it('shows the camera of an alarm that is forwarded to it live, and not behind a large tile', async () => {
    vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
    const shell = new FakeShell({ 'playback.open': () => fail(wallError('unreachable')) })
    const { press, tile, change } = await openPage(shell)
    await press('r')
    await change(() => shell.push('show', { entry: '1.12', isAlarm: false }))
    expect(tile(1)?.dataset).toMatchObject({ mode: 'playback', camera: '12' })
    await press('ArrowRight', 'Enter')
    expect(tile(1)).toBeNull()
    await change(() => shell.push('show', { entry: '1.12', isAlarm: true }))
    expect(tile(1)?.dataset).toMatchObject({ state: 'LIVE', camera: '12' })
    expect(tile(1)?.dataset).not.toHaveProperty('mode')
  })

  it('begins with the cameras after those of the monitors before it', async () => {
    const { tile } = await openPageWith({ monitor: 2, monitors: twoMonitors, tilesBefore: 9 })
    expect(tile(1)?.dataset['camera']).toBe('10')
  })

  it.each([
    ['confirmed', 'This platform lists no cameras. Give the wall a list'],
    ['absent', 'This platform lists no cameras. Give the wall a list'],
    // An empty page of several.
    ['contradicted', 'This platform lists no cameras. Give the wall a list'],
    [undefined, 'Waiting for the cameras of the platform'],
  ] as const)('without cameras says what to do once a list of them is %s', async (verdict, words) => {
    const findings = verdict === undefined ? {} : { cameraList: { verdict, atMs: 1_000 } }
    const connection = { ...connected, findings }
    const { tile } = await openPageWith({ cameras: [], connection })
    expect(tile(1)?.querySelector('.vacancy')?.textContent).toContain(words)
    expect(tile(2)?.querySelector('.vacancy')?.textContent).toBe('')
  })

  it.each(['absent', 'confirmed'] as const)(
    'without cameras says why the list failed, on the connection page too, whatever the list before was: %s',
    async (verdict) => {
      const cameraListError = wallError('rate_limited')
      const connection = { ...connected, cameraListError, findings: { cameraList: { verdict, atMs: 1_000 } } }
      const { tile, press, openTab, find } = await openPageWith({ cameras: [], connection })
      const words = 'The platform gave no list of cameras. The platform asks to slow down.'
      expect(tile(1)?.querySelector('.vacancy')?.textContent).toContain(words)
      await press({ key: ',', ctrlKey: true })
      await openTab('Cameras')
      expect(find('dialog')?.textContent).toContain(words)
    },
  )

  it('names its keys as they are bound', async () => {
    const { shell, change, press, find, tile } = await openPage()
    await press('Delete')
    expect(tile(1)?.querySelector('.vacancy')?.textContent).toBe('Type a camera number, then Enter')
    const keymap = { confirm: ['Q'], saveSalvo: ['Shift+Q'], leave: ['X'], gridEditor: ['Shift+Y'] }
    await change(() => shell.push('settings', wallSettingsSchema.parse({ keymap })))
    expect(tile(1)?.querySelector('.vacancy')?.textContent).toBe('Type a camera number, then Q')
    await press('1')
    expect(find('.entry-preview-meaning')?.textContent).toMatch(/Q$/)
    await press('x', '?')
    expect(find('.help')?.textContent).toContain('12QCamera 12 into the selected tile')
    expect(find('dialog')?.textContent).toContain('An entry ends with Q, X or after four seconds')
    await press({ key: 'Escape' }, { key: 'S', shiftKey: true })
    expect(find('dialog')?.textContent).toContain('type * 5 ShiftQ on the wall to save it, * 5 Q to')
    await press({ key: 'Escape' }, 'c')
    expect(find('dialog')?.textContent).toContain('its number, then Q.')
    await press({ key: 'Escape' }, 'g')
    expect(find('dialog')?.textContent).toMatch(/ ShiftY/)
  })

  it('does what the menu of the application says', async () => {
    const { shell, change, find } = await openPage()
    await change(() => shell.push('command', { action: 'engineer' }))
    expect(find('.engineer')).not.toBeNull()
  })

  it('lets an entry go after four seconds of silence', async () => {
    const { press, find, clock, change } = await openPage()
    await press('1')
    await change(() => clock.advance(4_000))
    expect(find('.entry-preview')).toBeNull()
  })

  it('shows one tile large without tearing its picture down, and all again', async () => {
    const { press, live, container } = await openPage()
    const mounted = live.mounted.get(4)
    await press('ArrowRight', 'ArrowDown', 'Enter')
    expect(container.querySelectorAll('[data-tile]')).toHaveLength(1)
    expect(live.mounted.get(4)).toBe(mounted)
    await press('Escape')
    expect(container.querySelectorAll('[data-tile]')).toHaveLength(9)
    expect(live.mounted.get(4)).toBe(mounted)
  })

  it('keeps pictures over a change of layout', async () => {
    const { press, live } = await openPage()
    const mounted = live.mounted.get(0)
    await press('g')
    await press({ key: 'ArrowRight' })
    await openLayout(16)
    expect(live.mounted.size).toBe(16)
    expect(live.mounted.get(0)).toBe(mounted)
  })

  it('names the picture that is there while another camera is on its way', async () => {
    const { change, live, tile } = await openPage()
    await change(() => live.set(0, { state: 'CONNECTING', shownCameraId: 'camera-5' }))
    expect(tile(1)?.dataset).toMatchObject({ camera: '1', shown: '5', held: 'true' })
    expect(tile(1)?.querySelector('.caption')?.textContent).toBe('5Corridor B→ 1 Main entrance')
  })

  it('says in words what is not live, on the tile and for the whole wall', async () => {
    const { change, live, tile, find, clock } = await openPage()
    const lastFrameAtMs = clock.nowMs() - 12_000
    await change(() => live.set(4, { state: 'STALE', lastFrameAtMs, stateSinceMs: lastFrameAtMs + 3_000 }))
    expect(tile(5)?.dataset['state']).toBe('STALE')
    expect(tile(5)?.querySelector('.chip')?.textContent).toBe('STALE · 12 s')
    expect(find('.banner[data-tone="attention"]')?.textContent).toBe('1 of 9 is not live: tile 5 STALE')
    await change(() => clock.advance(1_000))
    expect(tile(5)?.querySelector('.chip')?.textContent).toBe('STALE · 13 s')
    await change(() => live.set(4, { state: 'LIVE' }))
    expect(find('.banner[data-tone="attention"]')).toBeNull()
  })

  it('selects by click and shows large by double click', async () => {
    const { tile, change, container } = await openPage()
    await change(() => tile(5)?.click())
    expect(tile(5)?.getAttribute('aria-current')).toBe('true')
    await change(() => tile(5)?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })))
    expect(container.querySelectorAll('[data-tile]')).toHaveLength(1)
  })

  it('tells a screen reader what a key has done to the selected tile, and nothing that changes by itself', async () => {
    vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
    const { press, change, live, find } = await openPage(
      new FakeShell({ 'playback.open': () => fail(wallError('unreachable')) }),
    )
    const said = () => find('.wall > p[role="status"]')?.textContent
    await change(() => live.set(4, { state: 'STALE' }))
    await press('ArrowRight')
    expect(said()).toBe('Tile 2: camera 2 Loading dock, live')
    await change(() => live.set(1, { state: 'STALE' }))
    expect(said()).toBe('Tile 2: camera 2 Loading dock, live')
    await press('ArrowDown')
    expect(said()).toBe('Tile 5: camera 5 Corridor B, stale')
    await press('+')
    expect(said()).toBe('Tile 5: camera 6 Car park north')
    await press('Enter')
    expect(said()).toBe('Tile 5: camera 6 Car park north, large')
    await press('Enter', 'r')
    expect(said()).toBe('Tile 5: camera 6 Car park north, playback')
    await press(' ')
    expect(said()).toBe('Tile 5: camera 6 Car park north, playback, Paused')
  })

  it('does not tell a screen reader each camera of a sequence that goes on, or of a hotspot', async () => {
    const steps = ['camera-2', 'camera-3'].map((cameraId) => ({ cameraId, dwellInMs: 5_000 }))
    const sequence = withRunning(emptyDocument(4), 1, { kind: 'sequence', steps })
    const document = withRunning(sequence, 2, { kind: 'hotspot', scope: 'all', cameraId: 'camera-4' })
    const { press, change, clock, shell, find, tile } = await openPageWith({ document })
    const said = () => find('.wall > p[role="status"]')?.textContent
    await press('ArrowRight', '+')
    expect(said()).toContain('Tile 2: camera 3')
    await press(' ')
    await change(() => clock.advance(5_000))
    expect(tile(2)?.dataset['camera']).toBe('2')
    expect(said()).toContain('Tile 2: camera 3')
    await press('Enter')
    expect(said()).toMatch(/^Tile 2: camera 2 .*, large$/)
    await press('Enter', 'ArrowLeft', 'ArrowDown')
    expect(said()).toContain('Tile 3: camera')
    const before = said()
    await change(() => shell.push('selected', { cameraId: 'camera-7' }))
    expect(tile(3)?.dataset['camera']).toBe('7')
    expect(said()).toBe(before)
  })

  it('zooms and moves a picture by two fingers, and moves it by one', async () => {
    const { tile } = await openPage()
    const place = tile(1) as HTMLElement
    vi.spyOn(place, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 200))
    Object.assign(place, { setPointerCapture: () => undefined })
    const finger = (type: string, pointerId: number, clientX: number) =>
      act(async () => {
        place.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId, clientX, clientY: 100 }))
      })
    const zoom = () => place.style.getPropertyValue('--zoom')
    await finger('pointerdown', 1, 150)
    await finger('pointermove', 1, 100)
    expect(zoom()).toBe('')
    await finger('pointerdown', 2, 300)
    await finger('pointermove', 2, 500)
    await finger('pointerup', 2, 500)
    expect(zoom()).toContain('scale(2)')
    const before = zoom()
    await finger('pointermove', 1, 60)
    expect(zoom()).not.toBe(before)
    const moved = zoom()
    await finger('pointerup', 1, 60)
    await finger('pointermove', 1, 20)
    expect(zoom()).toBe(moved)
  })

  it('gives the keys of a window that has no field to what scrolls in it', async () => {
    const { press, find } = await openPage()
    await press('?')
    expect(document.activeElement).toBe(find('.window-body'))
  })

  it('says that the application in the background is gone, since when', async () => {
    const { change, shell, find } = await openPage()
    await change(() => shell.link(false))
    expect(find('[role="alert"].banner')?.textContent).toContain('since 14:32:07')
    await change(() => shell.link(true))
    expect(find('[role="alert"].banner')).toBeNull()
  })

  it('tells its timeline of another zone, and of nothing else that the shell says', async () => {
    const calls: string[] = []
    const members = new Map<unknown, unknown>([
      ['bar', document.createElement('div')],
      // Awaited, it is what it is.
      ['then', undefined],
    ])
    const timeline = new Proxy({} as Timeline, {
      get: (_, name) => (members.has(name) ? members.get(name) : () => void calls.push(String(name))),
    })
    vi.spyOn(Timeline, 'open').mockResolvedValue(timeline)
    const { change, shell, press } = await openPage()
    await press('t')
    expect(calls).toContain('setLanes')
    const { settings, connection } = helloWith()
    await change(() => shell.push('connection', { ...connection, ticketsPerMinute: 7 }))
    expect(calls).not.toContain('setTimeZone')
    await change(() => shell.push('settings', { ...settings, timeZone: 'Asia/Tokyo' }))
    expect(calls.filter((name) => name === 'setTimeZone')).toHaveLength(1)
  })

  it('shows the notices of the start', async () => {
    const shell = new FakeShell({
      'wall.hello': () =>
        ok(
          helloWith({
            notices: [exactMessage('file_damaged', { file: 'settings.json', copy: 'settings.aside.json' })],
          }),
        ),
    })
    const { find } = await openPage(shell)
    expect(find('.banners')?.textContent).toContain('set aside as settings.aside.json')
  })

  it('says which keys contradict each other', async () => {
    const shell = new FakeShell({
      'wall.hello': () => {
        const hello = helloWith()
        return ok({ ...hello, settings: { ...hello.settings, keymap: { layout: ['F'] } } })
      },
    })
    const { find } = await openPage(shell)
    expect(find('.banners')?.textContent).toContain('F is “Layout” now')
  })

  it('says that the key ends soon, until that is put aside for the day, and which key renews it', async () => {
    const { change, shell, find, press } = await openPage()
    const keyWith = (daysLeft: number) =>
      change(() =>
        shell.push('connection', {
          ...connected,
          key: { ...connected.key, expiresAt: '2026-11-25T12:00:00Z', daysLeft },
        }),
      )
    const banners = () => find('.banners')?.textContent
    await keyWith(5)
    expect(banners()).toContain('ends on 25 November 2026, in 5 days')
    await change(() => find('[aria-label="Dismiss"]')?.click())
    expect(banners()).not.toContain('25 November')
    await keyWith(4)
    expect(banners()).toContain('in 4 days')
    await keyWith(0)
    expect(find('[role="alert"].banner')?.textContent).toContain('in less than a day')
    expect(find('[aria-label="Dismiss"]')).toBeNull()
    await press({ key: 'K', shiftKey: true })
    expect(find('[role="tab"][data-state="active"]')?.textContent).toBe('Key')
    expect(document.body.textContent).toContain('Renew by signing in')
  })

  it('begins anew when the wall goes over to another platform, and shows nothing more of either', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
    const { change, shell, container } = await openPage()
    const before = container.textContent
    await change(() => {
      shell.push('moved', { platform: 'https://other.example' })
      shell.push('cameras', [{ id: 'camera-1', number: 1, name: 'Of the other platform', group: '' }])
    })
    expect(reload).toHaveBeenCalledTimes(1)
    expect(container.textContent).toBe(before)
  })

  it('is in use while somebody types, has a window open or looks at the past, so that nothing of it is lost', async () => {
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage() {}
        terminate() {}
      },
    )
    const failed = fail(wallError('not_found'))
    const page = await openPage(
      new FakeShell({ 'playback.open': () => failed, 'playback.coverage': () => failed }),
    )
    const { isInUse, press, change, find } = page
    await isUsedBetween(page, ['1', 'Escape'], ['r', 'Home'])
    await press('r', '[', 'Home')
    expect(isInUse()).toBe(true)
    await press('Escape')
    expect(isInUse()).toBe(false)
    await press({ key: 'S', shiftKey: true })
    expect(isInUse()).toBe(true)
    await change(() => find('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(isInUse()).toBe(false)
  })

  it('is in use while it has a sound, a zoom or a held sequence, which no page keeps', async () => {
    const steps = ['camera-1', 'camera-2'].map((cameraId) => ({ cameraId, dwellInMs: 5_000 }))
    const document = withRunning(emptyDocument(4), 0, { kind: 'sequence', steps })
    const page = await openPageWith({ document })
    await isUsedBetween(page, ['u', 'u'], ['z', { key: 'Z', shiftKey: true }], [' ', ' '])
  })

  it.each([
    [3, true],
    [4, false],
  ])('with four tiles and a sequence that is held at place %i is in use: %s', async (place, isSo) => {
    const steps = [{ cameraId: 'camera-1', dwellInMs: 5_000 }]
    const document = withRunning(emptyDocument(4), place, { kind: 'sequence', steps, pausedBy: 'operator' })
    const { isInUse } = await openPageWith({ document })
    expect(isInUse()).toBe(isSo)
  })

  it('says what keeps it from its platform, and which key leads there', async () => {
    const { change, shell, find } = await openPage()
    await change(() =>
      shell.push('connection', { ...connected, key: { state: 'rejected', fault: 'expired' } }),
    )
    expect(find('[role="alert"].banner')?.textContent).toBe(
      'API key: it has ended. Sign in for a new one, or paste oneShiftK',
    )
    await change(() => shell.push('connection', connected))
    expect(find('[role="alert"].banner')).toBeNull()
  })

  it('says since when the platform is away, by its own clock, and that alarms may be missing where rules need it', async () => {
    const { change, shell, find } = await openPage()
    const banner = () => find('[data-banner="connection"]')?.textContent
    const [skewMs, failingSinceMs] = [-600_000, Date.parse('2026-11-20T14:30:00')]
    const away = { ...connected, reach: 'failing' as const, skewMs, failingSinceMs }
    await change(() => shell.push('connection', away))
    expect(banner()).toBe('Does not answersince 14:20:00Ctrl,')
    const rule = {
      id: 'full',
      isOn: true,
      title: 'Full',
      priority: 2,
      when: { kind: 'occupancy', reportId: 'hall', threshold: 3 },
    }
    const settings = wallSettingsSchema.parse({ alarms: { rules: [rule] } })
    await change(() => shell.push('settings', settings))
    expect(banner()).toContain('alarms by events and occupancy may be missing')
  })

  it('says of which day a time is by the clock of the platform, which may be a day ahead', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    document.documentElement.style.fontSize = '16px'
    const settings = wallSettingsSchema.parse({ timeZone: 'UTC' })
    const connection = { ...connected, skewMs: 86_400_000 }
    const timestampMs = Date.parse('2026-11-21T13:10:00Z')
    const letter = { ...eventOf('sale-2', timestampMs), why: { error: wallError('refused') } }
    const shell = new FakeShell({
      'wall.hello': () => ok(helloWith({ settings, connection })),
      'events.search': () => ok({ events: [eventOf('sale-1', timestampMs)] }),
      'events.outbox': () => ok({ depth: 0, held: 0, deadLetters: [letter], deadLetterCount: 1 }),
    })
    const { press, find, change } = await openPage(shell)
    await press('/')
    expect(find('.result time')?.textContent).toBe('13:10:00')
    await press('Escape')
    await press({ key: 'M', shiftKey: true })
    expect(find('.outbox-letters time')?.textContent.trim()).toBe('13:10:00')
    await change(() => find('dialog')?.dispatchEvent(new Event('cancel')))
    await press('m')
    expect(find('.mark-what time')?.textContent.trim()).toMatch(/^\d\d:\d\d:\d\d\.\d$/)
  })

  it('reads its texts in another language once no window with a note is open', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
    const { change, shell, press, find } = await openPage()
    await press('m')
    await change(() => shell.push('settings', wallSettingsSchema.parse({ language: 'de' })))
    expect(reload).not.toHaveBeenCalled()
    await change(() => find('dialog')?.dispatchEvent(new Event('cancel')))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('does what the keys of its banners do also where they are pressed by a mouse', async () => {
    const { change, shell, find, saying } = await openPage()
    await change(() => shell.push('alarms', { ...noAlarms, alarms: [alarm('one')] }))
    await change(() => saying('.alarm-banner button', 'A')?.click())
    expect(shell.inputsOf('alarms.acknowledge')).toMatchObject([{ id: 'one' }])
    await change(() => saying('.alarm-banner button', 'Shift')?.click())
    expect(find('dialog .alarm-queue')).not.toBeNull()
  })

  it('measures only while somebody looks', async () => {
    const { press, live, tile, change } = await openPage()
    await press('i')
    await change(() =>
      live.measure(0, {
        receivedFps: 15,
        presentedFps: 14.8,
        widthPx: 640,
        heightPx: 360,
        layer: 'high',
        lossPercent: 0,
        jitterBufferMs: 40,
        decodeMs: 1,
        bitsPerSecond: 800_000,
        delayMs: undefined,
        history: [{ atMs: 0, state: 'LIVE', why: 'first picture' }],
      }),
    )
    expect(tile(1)?.querySelector('.engineer')?.textContent).toContain('15.0 in, 14.8 shown')
    expect(tile(1)?.querySelector('.engineer')?.textContent).toContain('3 of 4 cameras, 12 a minute of 3000')
    await press('i')
    expect(tile(1)?.querySelector('.engineer')).toBeNull()
  })

  it('leaves nothing behind', async () => {
    const { close, live, shell, clock, press } = await openPage()
    vi.spyOn(live, 'dispose').mockImplementationOnce(() => {
      // What uses the engine ends before it.
      expect([live.listenerCount, live.mounted.size]).toEqual([0, 0])
      live.dispose()
    })
    await press('1', '2')
    await close()
    expect(live.isDisposed).toBe(true)
    expect(live.listenerCount).toBe(0)
    expect(live.mounted.size).toBe(0)
    expect(shell.listenerCount).toBe(0)
    expect(clock.pendingCount).toBe(0)
  })
})

async function openLayout(size: number): Promise<void> {
  const { act } = await import('react')
  const choice = [...document.querySelectorAll<HTMLElement>('.layout-choice')].find(
    (button) => button.querySelector('b')?.textContent === String(size),
  )
  await act(async () => choice?.click())
}

describe('a window', () => {
  it('is opened and closed by its key, and keeps the grammar out of itself', async () => {
    const { press, find, tile } = await openPage()
    await press('?')
    expect(find('dialog h2')?.textContent).toBe('Keyboard')
    await press('7', 'Enter')
    expect(tile(1)?.dataset['camera']).toBe('1')
    await press('?')
    expect(find('dialog')).toBeNull()
  })

  it('gives the keys back to whoever had them before', async () => {
    // A browser does so where a modal window is closed, not where it is only taken away.
    const wereThere: boolean[] = []
    vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
      wereThere.push(this.isConnected)
    })
    const { press } = await openPage()
    await press({ key: '?' })
    await press({ key: '?' })
    expect(wereThere).toEqual([true])
  })

  it('is not closed by a selection that ends beside it', async () => {
    const { press, find, change } = await openPage()
    await press('?')
    const dialog = () => find('dialog')
    const pointer = (from: HTMLElement | null) =>
      change(() => {
        from?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        dialog()?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      })
    await pointer(find('dialog h2'))
    expect(dialog()).not.toBeNull()
    await pointer(dialog())
    expect(dialog()).toBeNull()
  })

  it('says what is said while it lies over the banners', async () => {
    const { press, find, change, shell, clock } = await openPage()
    await change(() => shell.push('notice', wallError('storage_failed', 'The disk is full.')))
    clock.advance(1)
    await press('?')
    expect(find('.window-said')).toBeNull()
    await change(() => shell.push('notice', wallError('storage_failed', 'The log holds together.')))
    expect(find('.window-said')?.textContent).toContain('The log holds together.')
  })

  it('of the key clears it only when that is pressed twice', async () => {
    const { press, change, saying, shell } = await openPage()
    await press({ key: 'K', shiftKey: true })
    const clear = () => change(() => saying('dialog button', 'Clear')?.click())
    await clear()
    expect(shell.inputsOf('keys.clear')).toHaveLength(0)
    await clear()
    expect(shell.inputsOf('keys.clear')).toHaveLength(1)
  })

  it('is not closed by a late answer that another one has waited for', async () => {
    const { promise, resolve } = Promise.withResolvers<never>()
    const { press, find, change } = await openPage(new FakeShell({ 'settings.save': () => promise as never }))
    await press('p')
    await press('Enter')
    await press({ key: 'k', ctrlKey: true })
    await change(() => resolve(ok({ isKept: true, settings: helloWith().settings }) as never))
    expect(find('dialog h2')?.textContent).toBe('Command palette')
  })

  it('of help names the monitors', async () => {
    const { press, change, shell, find } = await openPage()
    await press('?')
    expect(find('.help')?.textContent).toMatch(/Next tile.*Full screen/)
    expect(find('.help')?.textContent).not.toMatch(/Meta|monitor 2/)
    await change(() => shell.push('monitors', twoMonitors))
    expect(find('.help')?.textContent).toContain('Camera 12 into tile 3 of monitor 2')
    expect(find('dialog')?.textContent).toContain('Monitors: 1 (this one) · 2 DP-1')
  })

  it('of the palette keeps the choice of screens', async () => {
    const hello = helloWith({ canChooseScreens: true })
    const shell = new FakeShell({ 'wall.hello': () => ok(hello) })
    const { press, change, saying } = await openPage(shell)
    await press({ key: 'k', ctrlKey: true })
    await change(() => saying('[cmdk-item]', 'Screens: kiosk')?.click())
    expect(shell.inputsOf('settings.save')).toEqual([
      { from: { screens: 'window' }, to: { screens: 'kiosk' } },
    ])
  })

  it('of salvos says on which day a shared one was saved, unless that is today, and keeps of two what is chosen', async () => {
    const { shell, press, find, saying, change, clock } = await openPage()
    const salvo = salvoOf(5)
    const now = clock.nowMs()
    const today = { salvo: { ...salvo, number: 6 }, version: 1, savedBy: 'Tower', savedAtMs: now }
    const old = { ...today, salvo, savedAtMs: now - 3 * 86_400_000 }
    const conflicts = [{ number: 5, theirs: old, mine: old.salvo }]
    await press({ key: 'S', shiftKey: true })
    await change(() => shell.push('sharedSalvos', { reach: 'on', salvos: [old, today], conflicts: [] }))
    const said = () => find('dialog')?.textContent
    expect(said()).toContain('shared by Tower, Tue 17 Nov 14:32')
    expect(said()).toContain('shared by Tower, 14:32')
    await change(() => shell.push('sharedSalvos', { reach: 'on', salvos: [old], conflicts }))
    expect(said()).toContain('Tower saved it (Tue 17 Nov 14:32), before your change arrived.')
    for (const words of ['Keep theirs', 'Keep yours', 'Keep both'])
      await change(() => saying('.salvo-conflict button', words)?.click())
    expect(shell.inputsOf('salvos.resolve')).toEqual(
      ['theirs', 'mine', 'both'].map((keep) => ({ number: 5, keep })),
    )
  })

  it('of the connection tells what is only assumed', async () => {
    const { press, find, openTab } = await openPage()
    await press({ key: ',', ctrlKey: true })
    await openTab('Assumptions')
    expect(find('[data-assumption="cameraList"]')?.textContent).toMatch(/confirmedsince 1 Jan 1970 \d\d:00$/)
    expect(find('[data-assumption="rateLimits"]')?.textContent).toContain('untested')
  })
})

const unconnected = () =>
  new FakeShell({
    'wall.hello': () => ok(helloWith({ cameras: [], connection: noConnection })),
    'connection.set': () => ok(connected),
    'keys.create': () => fail(wallError('not_allowed')),
  })

describe('the first run', () => {
  it('offers four ways, and no wall', async () => {
    const { container, find } = await openPage(unconnected())
    expect([...container.querySelectorAll('.way b')].map(({ textContent }) => textContent)).toEqual([
      'Sign in and make a key',
      'Paste a key',
      'Take over settings',
      'Try it with demo cameras',
    ])
    expect(find('[data-tile]')).toBeNull()
  })

  it('gives way to the wall as soon as there is a platform and a key', async () => {
    const { shell, change, tile } = await openPage(unconnected())
    await change(() => {
      shell.push('connection', connected)
      shell.push('cameras', camerasUpTo(4))
    })
    expect(tile(1)?.dataset['camera']).toBe('1')
  })
})

describe('the numbers of cameras', () => {
  it('are of what the platform lists, and of what is kept though it lists it no longer: it says how many', async () => {
    const cameras = camerasUpTo(12).map((one) => (one.number > 8 ? { ...one, unlistedSinceMs: 5 } : one))
    const page = await openPage(new FakeShell({ 'cameras.refresh': () => ok(cameras) }))
    await page.press({ key: ',', ctrlKey: true })
    await page.openTab('Cameras')
    await page.change(() => page.saying('button', 'Ask the platform again')?.click())
    const words = 'The platform lists 8 cameras. 4 that it listed before are kept.'
    expect(page.container.textContent).toContain(words)
  })

  it('are the operators’ to choose', async () => {
    const { press, openTab, container, shell, submit } = await openPage()
    await press({ key: ',', ctrlKey: true })
    await openTab('Cameras')
    const input = container.querySelector<HTMLInputElement>('input[name="camera-3"]')
    if (input !== null) input.value = '77'
    await submit('.camera-numbers')
    expect(shell.inputsOf('settings.save')).toEqual([
      { from: { cameraNumbers: {} }, to: { cameraNumbers: { 'camera-3': 77 } } },
    ])
  })

  it('are found by a few letters where there are many, and kept while others are looked for', async () => {
    const { press, openTab, container, find, typeInto, submit, shell } = await openPageWith({
      cameras: camerasUpTo(150),
    })
    await press({ key: ',', ctrlKey: true })
    await openTab('Cameras')
    const numbers = () => container.querySelectorAll('.camera-numbers li input')
    expect(numbers()).toHaveLength(100)
    await typeInto('.camera-find', '149')
    await typeInto('input[name="camera-149"]', '777')
    await typeInto('.camera-find', 'Main entrance')
    expect(find('input[name="camera-149"]')).toBeNull()
    await submit('.camera-numbers')
    expect(shell.inputsOf('settings.save')).toEqual([
      { from: { cameraNumbers: {} }, to: { cameraNumbers: { 'camera-149': 777 } } },
    ])
  })
})
