import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { liveHolderOf, withWorkLock } from '../../../scripts/lib/work-lock.mjs'

let folder: string
let file: string

beforeEach(() => {
  folder = tempDir()
  file = join(folder, 'setup.lock')
})

function pidOfAnEndedProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid
}

test('the second waits until the first is done', async () => {
  const order: string[] = []
  const { promise: firstMayEnd, resolve: finishFirst } = Promise.withResolvers<void>()
  const first = withWorkLock(file, async () => {
    order.push('first begins')
    await firstMayEnd
    order.push('first ends')
  })
  const second = withWorkLock(file, async () => order.push('second begins'), { onWait: () => finishFirst() })
  await Promise.all([first, second])
  expect(order).toEqual(['first begins', 'first ends', 'second begins'])
  expect(existsSync(file)).toBe(false)
})

test('whoever waits is told for which process', async () => {
  const waitedFor: number[] = []
  const { promise: mayEnd, resolve: finish } = Promise.withResolvers<void>()
  const first = withWorkLock(file, () => mayEnd)
  await withWorkLock(file, async () => undefined, {
    onWait: (pid: number) => {
      waitedFor.push(pid)
      finish()
    },
  })
  await first
  expect(waitedFor).toEqual([process.pid])
})

test('the lock of a process that was killed is taken over', async () => {
  writeFileSync(file, JSON.stringify({ host: hostname(), pids: [pidOfAnEndedProcess()] }))
  expect(await withWorkLock(file, async () => 'done')).toBe('done')
})

test('the lock of another process that had the same number is taken over', () => {
  const content = { host: hostname(), pids: [process.pid] }
  writeFileSync(file, JSON.stringify({ ...content, started: ['of another start of the machine 1'] }))
  expect(liveHolderOf(file)).toBeUndefined()
  writeFileSync(file, JSON.stringify(content))
  utimesSync(file, 1_000_000, 1_000_000)
  expect(liveHolderOf(file)).toBeUndefined()
})

test('a lock stays while a tool that its owner had started is still running', () => {
  writeFileSync(file, JSON.stringify({ host: hostname(), pids: [pidOfAnEndedProcess(), process.pid] }))
  expect(liveHolderOf(file)).toBe(process.pid)
})

test('the lock of another machine counts until it has not been renewed for two minutes, by a clock a little off', () => {
  writeFileSync(file, JSON.stringify({ host: `not-${hostname()}`, pids: [1] }))
  const holderAfter = (minutes: number) => liveHolderOf(file, statSync(file).mtimeMs + minutes * 60_000)
  expect([0, 1, -1].map(holderAfter)).toEqual([1, 1, 1])
  // Written three minutes ago; an hour ahead of this clock, which would be fresh for an hour.
  expect([3, -60].map(holderAfter)).toEqual([undefined, undefined])
})

test('a damaged lock blocks nobody', async () => {
  writeFileSync(file, '{"host')
  expect(await withWorkLock(file, async () => 'done')).toBe('done')
})

test('a full disk takes no lock away: a heartbeat writes nothing, and another holder is written beside it first', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await withWorkLock(file, async ({ alsoHeldBy }) => {
    // Another name of the same file: whoever empties it first, empties this one.
    const before = join(folder, 'before')
    linkSync(file, before)
    appendFileSync(before, ' ')
    const content = readFileSync(before, 'utf8')
    utimesSync(file, 1_000_000, 1_000_000)
    vi.advanceTimersByTime(30_000)
    expect(readFileSync(file, 'utf8')).toBe(content)
    expect(statSync(file).mtimeMs).toBeGreaterThan(1_000_000_000)
    alsoHeldBy(process.ppid)
    expect(readFileSync(before, 'utf8')).toBe(content)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pids: [process.pid, process.ppid] })
    rmSync(before)
    expect(readdirSync(folder)).toEqual(['setup.lock'])
  })
})

test('work that fails leaves no lock behind', async () => {
  await expect(withWorkLock(file, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
  expect(existsSync(file)).toBe(false)
})
