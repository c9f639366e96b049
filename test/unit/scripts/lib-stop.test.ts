import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { causeInOutput, onUserStop, sentenceOf, Stop } from '../../../scripts/lib/stop.mjs'
import { isAlive } from '../../../scripts/lib/work-lock.mjs'
import { abortedBySignals } from '../../../scripts/setup.mjs'

const stopModule = join(import.meta.dirname, '../../../scripts/lib/stop.mjs')

function systemError(code: string, path: string) {
  return Object.assign(new Error(`${code}: something, open '${path}'`), { code, path })
}

test.each([
  [new Stop('There is no Chromium.'), /^There is no Chromium\.$/],
  [systemError('ENOSPC', '/cache/x'), /^The disk is full: .*\(\/cache\/x\)$/],
  [systemError('EACCES', '/cache'), /^Permission denied/],
  [systemError('EADDRINUSE', ''), /^The port is taken/],
  [
    new TypeError('x is not a function\n    at somewhere'),
    /^Something unexpected went wrong: x is not a function \(/,
  ],
  ['a string', /a string/],
])('%s becomes one sentence', (thrown, sentence) => {
  expect(sentenceOf(thrown)).toMatch(sentence)
  expect(sentenceOf(thrown)).not.toContain('\n')
})

test.each([
  ['npm error code ENOSPC', /disk is full/],
  ['write /x: no space left on device', /disk is full/],
  ['getaddrinfo ENOTFOUND registry.example', /no connection/],
  ['dial tcp: lookup proxy.example: no such host', /no connection/],
])('the cause in "%s" is found', (output, cause) => {
  expect(causeInOutput(output)).toMatch(cause)
})

test('an output without a known cause has none', () => {
  expect(causeInOutput('syntax error')).toBeUndefined()
})

test('the signal of npm right after that of the terminal is the same Ctrl-C, a later one is another', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const terminal = new EventEmitter()
  const stops: [number, boolean][] = []
  onUserStop((...stop) => void stops.push(stop), terminal)
  terminal.emit('SIGINT')
  vi.advanceTimersByTime(499)
  terminal.emit('SIGTERM')
  expect(stops.map(([, again]) => again)).toEqual([false, false])
  vi.advanceTimersByTime(1)
  terminal.emit('SIGINT')
  expect(stops.at(-1)).toEqual([130, true])
})

test('what a set-up does at its end is not cut off by the signal of npm, and is by another Ctrl-C', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const terminal = new EventEmitter()
  const { signal } = abortedBySignals(terminal)
  terminal.emit('SIGINT')
  expect(signal.reason).toMatchObject({ exitCode: 130 })
  vi.advanceTimersByTime(499)
  expect(terminal.listenerCount('SIGINT')).toBe(1)
  vi.advanceTimersByTime(1)
  // Then the signal has its default effect, or that of whoever runs now.
  expect(terminal.listenerCount('SIGINT')).toBe(0)
})

const spawned = (body: string) => [
  '--input-type=module',
  '--eval',
  `import { onUserStop, runMain } from ${JSON.stringify(stopModule)}\n${body}`,
]

test('a reader of its output that goes away ends no script', async () => {
  const body = `await runMain(async () => {
    await new Promise((resolve) => process.stdin.once('data', resolve))
    for (let line = 0; line < 3; line += 1) await new Promise((resolve) => process.stdout.write('line', resolve))
    process.stdin.destroy()
    return 7
  })`
  const child = spawn(process.execPath, spawned(body))
  child.stdout.destroy()
  child.stdin.write('go')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test.skipIf(process.platform === 'win32')(
  'a script is stopped politely when the shell that npm started it by has ended',
  async () => {
    const body = `
      onUserStop((exitCode, again) => process.stdout.write(\`stopped \${exitCode} \${again}\`, () => process.exit()))
      setInterval(() => undefined, 60_000)
      process.stdout.write(String(process.pid))`
    // With something left to do, a shell starts the script and waits for it, as Debian's does without.
    const shell = spawn('/bin/sh', ['-c', '"$@"; true', 'sh', process.execPath, ...spawned(body)], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
    })
    const said = () => once(shell.stdout.setEncoding('utf8'), 'data')
    const pid = Number(await said())
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
    shell.kill('SIGTERM')
    expect(await said()).toEqual(['stopped 143 false'])
  },
)
