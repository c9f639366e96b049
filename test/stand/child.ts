import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** How long a child may take to say that it is ready; a machine under load needs it, nothing else does. */
const READY_LIMIT_IN_MS = 60_000
const STOP_LIMIT_IN_MS = 15_000

interface Message {
  readonly type: string
}

/** A process of ours that speaks the launch protocol, as a test drives it. */
export class Child {
  readonly process: ChildProcess
  /** Everything that it printed, for searching it for secrets. */
  output = ''
  readonly messages: Message[] = []

  constructor(
    entry: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    execPath = process.execPath,
  ) {
    this.process = fork(resolve(root, entry), args, {
      cwd: root,
      execPath,
      // Not those of Vitest.
      execArgv: [],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString()
        if (process.env['LOG']) process.stderr.write(chunk)
      })
    }
    this.process.on('message', (message: Message) => this.messages.push(message))
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error('the process did not start')
    return this.process.pid
  }

  send(message: object): void {
    // That it has ended is told by whoever waits for it.
    this.process.send(message, () => undefined)
  }

  /** The first message of this type, already received or still to come. */
  async message<M extends Message>(
    type: M['type'],
    accept: (message: M) => boolean = () => true,
    limitMs = READY_LIMIT_IN_MS,
  ): Promise<M> {
    const matches = (one: Message): one is M => one.type === type && accept(one as M)
    const known = this.messages.find(matches)
    if (known) return known
    const { promise, resolve: found, reject } = Promise.withResolvers<M>()
    const onMessage = (one: Message) => {
      if (matches(one)) found(one)
      else if (one.type === 'failed') reject(new Error(JSON.stringify(one)))
    }
    const onExit = (code: number | null) =>
      reject(new Error(`exited with ${code}:\n${this.output.slice(-2_000)}`))
    const timer = setTimeout(() => reject(new Error(`no "${type}":\n${this.output.slice(-2_000)}`)), limitMs)
    this.process.on('message', onMessage).once('exit', onExit)
    if (this.process.exitCode !== null || this.process.signalCode !== null) onExit(this.process.exitCode)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.process.off('message', onMessage).off('exit', onExit)
    }
  }

  /** Ends it as a user would; by force when it does not listen. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode
    const exited = once(this.process, 'exit')
    const timer = setTimeout(() => this.process.kill('SIGKILL'), STOP_LIMIT_IN_MS)
    this.process.kill(signal)
    await exited
    clearTimeout(timer)
    return this.process.exitCode
  }
}
