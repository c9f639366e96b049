/* oxlint-disable typescript/no-unsafe-type-assertion -- a double is only as wide as what is used of the real thing */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CrashRecovery, type WatchedWindow } from '#main/electron/crash-recovery.ts'
import { type PageEndReason, recoveryDefaults } from '#main/electron/recovery-policy.ts'
import { FakeTime } from '../core/support/fake-time.ts'
import { memoryLog } from '../core/support/memory-log.ts'

const { backoff, askEveryMs, hangGraceInMs, killAfterMs, loadGraceInMs } = recoveryDefaults
const firstMs = backoff.firstDelayInMs

/** A window whose page answers, hangs, or has died, as the test says. */
class WindowDouble extends EventEmitter {
  readonly did: string[] = []
  asked = 0
  isHung = false
  isStopped = false
  pid = 4_242
  hasDevTools = false
  destroyed = false

  isDestroyed = () => this.destroyed
  isDevToolsOpened = () => this.hasDevTools
  reload = () => this.did.push('reload')
  executeJavaScript(): Promise<unknown> {
    this.asked += 1
    return this.isHung ? new Promise(() => {}) : Promise.resolve(0)
  }
  getOSProcessId = () => this.pid
  forcefullyCrashRenderer() {
    this.did.push('crash')
    if (!this.isStopped) this.die('crashed')
  }
  die(reason: PageEndReason) {
    this.emit('render-process-gone', {}, { reason, exitCode: 1 })
  }
  close() {
    this.destroyed = true
    this.emit('destroyed')
  }
  get asWindow(): WatchedWindow {
    return { webContents: this, isDestroyed: this.isDestroyed } as unknown as WatchedWindow
  }
  get listenersLeft(): number {
    return this.eventNames().reduce((sum, name) => sum + this.listenerCount(name), 0)
  }
}

let time: FakeTime
let recovery: CrashRecovery
let window: WindowDouble
let notices: { monitor: number; sentence: string }[]
let lines: string[]
let killed: number[]
let stop: () => void

beforeEach(() => {
  time = new FakeTime()
  notices = []
  killed = []
  const log = memoryLog()
  lines = log.lines
  recovery = new CrashRecovery({
    clock: time,
    timers: time,
    log: log.logger.area('electron'),
    kill: (pid) => killed.push(pid),
    leaveNotice: (monitor, { message }) => notices.push({ monitor, sentence: message }),
  })
  window = new WindowDouble()
  stop = watch(window)
})
afterEach(() => {
  recovery.dispose()
  expect(time.pending).toBe(0)
})

function watch(one: WindowDouble, monitor = 2): () => void {
  return recovery.watch({ monitor, window: one.asWindow, recreate: () => one.did.push('recreate') })
}

/** What has been done to the window after that time. */
async function didIn(ms: number): Promise<readonly string[]> {
  await time.advance(ms)
  return window.did
}

describe('a page that dies', () => {
  it('is loaded again, and told why', async () => {
    window.die('killed')
    expect(await didIn(firstMs - 1)).toEqual([])
    expect(await didIn(1)).toEqual(['reload'])
    expect(notices).toEqual([{ monitor: 2, sentence: expect.stringMatching(/ \(killed\) at \d\d:\d\d\.$/) }])
    expect(lines.join()).toContain('"reason":"killed"')
  })

  it.each([
    { what: 'fails', event: 'did-fail-load', args: [-2, 'ERR_FAILED', 'wall://app/', true] },
    { what: 'finds nothing', event: 'did-navigate', args: ['wall://app/', 404, 'Not Found'] },
  ])('is loaded again when its loading $what, later each time', async ({ event, args }) => {
    window.emit(event, {}, ...args)
    await time.advance(firstMs)
    window.emit(event, {}, ...args)
    expect(await didIn(firstMs * backoff.factor)).toEqual(['reload', 'reload'])
    expect(notices[0]?.sentence).toContain('(could not be loaded)')
  })

  it.each([
    { what: 'was replaced by another one', event: 'did-fail-load', args: [-3, '', 'wall://app/', true] },
    { what: 'was of a frame inside', event: 'did-fail-load', args: [-2, 'ERR_FAILED', 'wall://app/', false] },
    { what: 'went well', event: 'did-navigate', args: ['wall://app/', 200, 'OK'] },
  ])('is left alone when its loading $what', async ({ event, args }) => {
    window.emit(event, {}, ...args)
    expect(await didIn(firstMs)).toEqual([])
  })

  it('of memory gets another window, which inherits the history', async () => {
    window.die('oom')
    expect(await didIn(firstMs)).toEqual(['recreate'])
    window.close()
    const next = new WindowDouble()
    watch(next)
    next.die('killed')
    await time.advance(firstMs)
    expect(next.did).toEqual([])
    await time.advance(firstMs * backoff.factor)
    expect(next.did).toEqual(['reload'])
  })

  it('does not slow down the other windows', async () => {
    const other = new WindowDouble()
    watch(other, 3)
    window.die('crashed')
    window.die('crashed')
    other.die('crashed')
    await time.advance(firstMs)
    expect(other.did).toEqual(['reload'])
  })

  it('because it was closed is left alone', async () => {
    window.die('clean-exit')
    await time.advance(backoff.maxDelayInMs)
    expect({ did: window.did, notices }).toEqual({ did: [], notices: [] })
  })

  it('and was loaded again by hand is left alone', async () => {
    window.die('crashed')
    window.emit('did-start-loading')
    window.emit('did-stop-loading')
    expect(await didIn(backoff.maxDelayInMs)).toEqual([])
  })

  it('is not brought back in a window that is closed meanwhile', async () => {
    window.die('crashed')
    window.close()
    expect(await didIn(backoff.maxDelayInMs)).toEqual([])
  })
})

it('loads every page again when the network process has died, however well they are', async () => {
  const other = new WindowDouble()
  watch(other, 3)
  recovery.networkLost()
  await time.advance(firstMs)
  expect([window.did, other.did]).toEqual([
    ['crash', 'reload'],
    ['crash', 'reload'],
  ])
  expect(notices[0]?.sentence).toContain('(lost its network process)')
  expect(notices.map(({ monitor }) => monitor)).toEqual([2, 3])
})

it('brings a page back that has died shortly before the network process', async () => {
  window.pid = 0
  window.isStopped = true
  window.die('killed')
  recovery.networkLost()
  expect(await didIn(firstMs)).toEqual(['crash', 'reload'])
  // Its next process has nothing to do with that end.
  window.pid = 4_243
  await time.advance(killAfterMs)
  expect(killed).toEqual([])
})

describe('a page that hangs', () => {
  const patience = askEveryMs + hangGraceInMs

  it('is ended by force and comes back like any other', async () => {
    window.isHung = true
    expect(await didIn(patience + firstMs)).toEqual(['crash', 'reload'])
    expect(notices[0]?.sentence).toContain('(did not answer)')
  })

  it('and does not hear that either, as one that was stopped, is killed', async () => {
    window.isHung = true
    window.isStopped = true
    await time.advance(patience + killAfterMs - 1)
    expect([window.did, killed]).toEqual([['crash'], []])
    await time.advance(1)
    expect(killed).toEqual([window.pid])
    window.die('killed')
    expect(await didIn(firstMs)).toEqual(['crash', 'reload'])
    expect(notices[0]?.sentence).toContain('(did not answer)')
  })

  it('and has no process any more has nothing of it killed', async () => {
    window.isHung = true
    window.isStopped = true
    window.pid = 0
    await time.advance(patience + killAfterMs)
    expect(killed).toEqual([])
  })

  it('is noticed at once when somebody types, and has its grace', async () => {
    window.emit('unresponsive')
    expect(await didIn(hangGraceInMs - 1)).toEqual([])
    expect(await didIn(1)).toEqual(['crash'])
  })

  it('and says so twice gets no longer for it', async () => {
    window.isHung = true
    await time.advance(askEveryMs + hangGraceInMs - 1)
    window.emit('unresponsive')
    expect(await didIn(1)).toEqual(['crash'])
  })

  it('and goes on within the grace lives', async () => {
    window.emit('unresponsive')
    await time.advance(hangGraceInMs - 1)
    window.emit('responsive')
    expect(await didIn(patience * 4)).toEqual([])
    expect(window.asked).toBeGreaterThan(3)
  })

  it('at a breakpoint is somebody at work', async () => {
    window.hasDevTools = true
    window.isHung = true
    expect(await didIn(patience * 4)).toEqual([])
  })

  it('while it loads has longer', async () => {
    window.isHung = true
    window.emit('did-start-loading')
    expect(await didIn(loadGraceInMs - 1)).toEqual([])
    expect(await didIn(1)).toEqual(['crash'])
  })

  it('is not asked while it is away, nor judged by what its predecessor answers', async () => {
    window.isHung = true
    await time.advance(askEveryMs)
    window.die('killed')
    const { asked } = window
    expect(await didIn(patience)).toEqual(['reload'])
    expect(window.asked).toBe(asked)
  })
})

describe('what is left of a watch', () => {
  it.each([
    { how: 'stopped', end: () => stop() },
    { how: 'closed with its window', end: () => window.close() },
    { how: 'disposed of', end: () => recovery.dispose() },
  ])('that was $how is nothing', async ({ end }) => {
    expect(window.listenersLeft).toBeGreaterThan(0)
    window.die('crashed')
    end()
    expect(window.listenersLeft).toBe(0)
    expect(time.pending).toBe(0)
  })
})
