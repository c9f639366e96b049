import { describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { noAlarms } from '#contract/wall/alarms.ts'
import { keepDocument } from '#renderer/wall/document-saver.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { greet, syncWithShell } from '#renderer/wall/shell-sync.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { camerasUpTo, connected, FakeShell, helloWith } from '../fake-shell.ts'

function open(begunWith: { platform: string | undefined } = { platform: 'https://a.example' }) {
  const clock = new FakeClock()
  const shell = new FakeShell()
  const live = new FakeLiveWall()
  const wall = createWallStore(emptyDocument(9))
  const session = createSessionStore({}, clock)
  const reporter = { repeat: vi.fn() }
  const holds = { repeat: vi.fn() }
  const wallPlayback = { suspend: vi.fn(), resume: vi.fn() }
  const acts = { take: vi.fn(), follow: vi.fn() }
  const enter = vi.fn()
  const act = vi.fn((action: string) => action === 'palette')
  const restart = vi.fn()
  const saver = keepDocument({ wall, shell, session, clock }, wall.getState().document)
  const sync = syncWithShell({
    shell,
    wall,
    session,
    live,
    wallPlayback,
    reporter,
    holds,
    acts,
    saver,
    enter,
    act,
    ...begunWith,
    restart,
  })
  return {
    restart,
    saver,
    clock,
    shell,
    live,
    wallPlayback,
    wall,
    session,
    reporter,
    holds,
    acts,
    enter,
    act,
    sync,
  }
}

describe('what the shell says', () => {
  it('reaches the stores', () => {
    const { shell, wall, session } = open()
    shell.push('cameras', camerasUpTo(3))
    shell.push('connection', connected)
    shell.push('notice', wallError('storage_failed'))
    expect(wall.getState().cameras).toHaveLength(3)
    expect(session.getState().connection).toEqual(connected)
    expect(session.getState().notices.map(({ text }) => text)).toEqual([wallError('storage_failed').message])
  })

  it('that another monitor has gone back from a salvo is known to what waits', () => {
    const { shell, acts } = open()
    const recall = { number: 5, isBack: true }
    shell.push('salvo', recall)
    expect(acts.follow).toHaveBeenCalledExactlyOnceWith(recall)
  })

  it('silences this monitor when a tile of another one is heard', () => {
    const { shell, wall } = open()
    wall.actions.toggleSound()
    shell.push('heard', {})
    expect(wall.getState().audibleTile).toBeUndefined()
  })

  it('puts notices aside that were put aside on another monitor', () => {
    const { shell, session } = open()
    for (const text of ['a', 'b', 'c']) session.actions.notify(text)
    const left = () => session.getState().notices.map(({ text }) => text)
    shell.push('dismissed', { text: 'b' })
    expect(left()).toEqual(['a', 'c'])
    shell.push('dismissed', {})
    expect(left()).toEqual([])
  })

  it('is typed on the keyboard when a second start asks for a camera', () => {
    const { shell, enter } = open()
    shell.push('show', { entry: '3.12', isAlarm: false })
    expect(enter).toHaveBeenCalledWith('3.12', false)
  })

  it('does what the menu of the application asks for, and logs what is no action', () => {
    const { shell, act } = open()
    for (const action of ['palette', 'nonsense', 'constructor', '']) shell.push('command', { action })
    expect(act.mock.calls).toEqual([['palette'], ['nonsense'], ['constructor'], ['']])
    expect(shell.inputsOf('log.write').map(({ message }) => message)).toEqual([
      'There is no action “nonsense”.',
      'There is no action “constructor”.',
      'There is no action “”.',
    ])
  })

  it('says which monitors there are', () => {
    const { shell, session } = open()
    const monitors = [1, 2].map((number) => ({ number, kind: 'wall' as const, label: '' }))
    shell.push('monitors', monitors)
    expect(session.getState().monitors).toEqual(monitors)
  })

  it('puts the engine to sleep and wakes it', () => {
    const { shell, live, wallPlayback } = open()
    shell.push('power', { state: 'suspend' })
    shell.push('power', { state: 'resume' })
    expect(live.power).toEqual(['suspend', 'resume'])
    expect(wallPlayback.suspend).toHaveBeenCalledTimes(1)
    expect(wallPlayback.resume).toHaveBeenCalledTimes(1)
  })

  it('reaches nobody after the end', () => {
    const { shell, sync } = open()
    sync.dispose()
    expect(shell.listenerCount).toBe(0)
  })
})

describe('a wall that goes over to another platform', () => {
  it('begins anew, and hears nothing of the other platform before', () => {
    const { shell, restart, wall } = open()
    shell.push('moved', { platform: 'https://b.example' })
    shell.push('cameras', camerasUpTo(3))
    expect(restart).toHaveBeenCalledTimes(1)
    expect(wall.getState().cameras).toEqual([])
  })

  it.each([
    ['begun with the other', 'https://a.example'],
    ['begun without any', undefined],
  ])('begins anew also when it was gone over while the link was lost, %s', async (_how, platform) => {
    const { shell, restart, wall } = open({ platform })
    shell.push('connection', { ...connected, platform: 'https://a.example' })
    shell.answers['wall.hello'] = () => ok(helloWith({ platform: 'https://b.example' }))
    shell.link(false)
    shell.link(true)
    await vi.waitFor(() => expect(restart).toHaveBeenCalledTimes(1))
    expect(wall.getState().cameras).toEqual([])
  })
})

describe('a document of before a lost link', () => {
  it('is never saved over that of the platform that the wall went over to meanwhile', async () => {
    const { clock, shell, restart, saver, wall } = open()
    shell.link(false)
    wall.actions.select(3)
    await clock.pass(1_000)
    const { promise, resolve } = Promise.withResolvers<void>()
    const hello = ok(helloWith({ platform: 'https://b.example' }))
    shell.answers['wall.hello'] = () => promise.then(() => hello) as never
    shell.link(true)
    wall.actions.select(4)
    await clock.pass(1_000)
    resolve()
    await settle()
    expect(restart).toHaveBeenCalledTimes(1)
    saver.flush()
    expect(shell.inputsOf('wall.save')).toEqual([])
  })
})

describe('a lost link', () => {
  it('is known since when, and asks for what was missed once it is back', async () => {
    const { clock, shell, session, wall, reporter, holds } = open()
    shell.link(false)
    expect(session.getState()).toMatchObject({ isLinkUp: false, linkLostAtMs: clock.nowMs() })
    const monitors = [{ number: 1, kind: 'operator' as const, label: 'DP-1' }]
    const alarms = { ...noAlarms, damagedRules: ['Door'] }
    const lock = { isLocked: true }
    const missed = { monitors, alarms, lock }
    shell.answers['wall.hello'] = () => ok(helloWith({ cameras: camerasUpTo(5), ...missed }))
    shell.link(true)
    await vi.waitFor(() => expect(wall.getState().cameras).toHaveLength(5))
    expect(session.getState()).toMatchObject({ isLinkUp: true, linkLostAtMs: undefined, ...missed })
    expect(reporter.repeat).toHaveBeenCalledOnce()
    expect(holds.repeat).toHaveBeenCalledOnce()
  })

  it('leaves the document that another page of this monitor has saved as it is, and saves what was changed meanwhile', async () => {
    const { clock, shell, wall } = open()
    shell.answers['wall.hello'] = () => ok(helloWith({ cameras: [] }))
    const reconnect = async () => {
      shell.link(false)
      await clock.pass(1_000)
      shell.link(true)
      await settle()
    }
    await reconnect()
    expect(shell.inputsOf('wall.hello')).toHaveLength(1)
    expect(shell.inputsOf('wall.save')).toEqual([])
    shell.link(false)
    wall.actions.select(3)
    await clock.pass(1_000)
    shell.link(true)
    await settle()
    expect(shell.inputsOf('wall.save')).toEqual([wall.getState().document])
    await reconnect()
    expect(shell.inputsOf('wall.save')).toHaveLength(1)
  })

  it('sends the document to whoever waits for it, also when it is kept', () => {
    const { shell, wall } = open()
    shell.push('keep', {})
    expect(shell.inputsOf('wall.save')).toEqual([wall.getState().document])
  })

  it('is not asked about at the first sign of life', () => {
    const { shell } = open()
    shell.link(true)
    expect(shell.inputsOf('wall.hello')).toEqual([])
  })
})

describe('the first greeting', () => {
  it('is repeated until somebody answers', async () => {
    const clock = new FakeClock()
    let asked = 0
    const shell = new FakeShell({
      'wall.hello': () => (++asked < 3 ? fail(wallError('shell_lost')) : ok(helloWith())),
    })
    const hello = greet(() => shell.call('wall.hello', undefined), clock, 500)
    for (const count of [1, 2, 3]) {
      await vi.waitFor(() => expect(asked).toBe(count))
      await vi.waitFor(() => expect(clock.pendingCount).toBe(count < 3 ? 1 : 0))
      clock.advance(500)
    }
    expect((await hello).version).toBe('0.1.0')
  })
})
