import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A script as a person starts it at a terminal: no channel, only words. */
export class Program {
  readonly process: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ran>
  stdout = ''
  stderr = ''
  #more = Promise.withResolvers<boolean>()

  constructor(
    args: readonly string[],
    {
      env = {},
      input = '',
      limitMs,
    }: {
      env?: Readonly<Record<string, string | undefined>>
      input?: string | null | undefined
      /** It is killed by then, so that its words are told: of a test that is given up nobody hears them. */
      limitMs?: number
    } = {},
  ) {
    const cwd = resolve(import.meta.dirname, '../..')
    this.process = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    // Null: whoever writes it has not ended.
    if (input !== null) this.process.stdin.end(input)
    for (const stream of ['stdout', 'stderr'] as const) {
      this.process[stream].setEncoding('utf8').on('data', (text: string) => {
        this[stream] += text
        this.#more.resolve(true)
        this.#more = Promise.withResolvers()
      })
    }
    this.ended = once(this.process, 'close').then(([code]: (number | null)[]) => ({
      code: code ?? null,
      stdout: this.stdout,
      stderr: this.stderr,
    }))
  }

  /** Resolves as soon as it has printed these words so many times. */
  async printed(words: string, times = 1): Promise<void> {
    while ((this.stdout + this.stderr).split(words).length <= times) {
      const isRunning = await Promise.race([this.#more.promise, this.ended.then(() => false)])
      if (!isRunning) throw new Error(`ended without "${words}":\n${this.stdout}${this.stderr}`)
    }
  }
}
