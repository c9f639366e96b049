import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'

/** The oldest Electron whose own end is not known to fail. */
const soundMajor = 45

/**
 * Begins to watch an application; what is returned waits for its end, and demands that it was an orderly one: the
 * wall's last word is in its log, and the exit code is 0. An old Electron sometimes (Electron 22 in about one end of
 * ten) falls over its own feet after that; it is said, and nothing else is forgiven.
 */
export function watchEnd(child: ChildProcess, dataDir: string, major: number): () => Promise<void> {
  const ended = once(child, 'exit')
  return async () => {
    const end = await ended
    const log = await readFile(join(dataDir, 'logs/tessera.log'), 'utf8')
    const lastWord: unknown = JSON.parse(log.trim().split('\n').at(-1) ?? '')
    expect(lastWord, `it ended with ${JSON.stringify(end)}`).toMatchObject({ message: 'stopped' })
    expectOrderly(end, major)
  }
}

/** The exit code and signal of a program that has said its last word. */
export function expectOrderly(end: unknown, major: number): void {
  if (major < soundMajor && Array.isArray(end) && end[1] === 'SIGSEGV') {
    process.stderr.write(`Electron ${major} crashed while it ended, after the wall had stopped in order.\n`)
  } else expect(end).toEqual([0, null])
}
