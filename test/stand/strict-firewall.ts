import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const listing = z.object({
  nftables: z.array(z.looseObject({ counter: z.looseObject({ packets: z.number() }).optional() })),
})

/**
 * A firewall that lets no UDP out, for one program and what it starts: told apart by a group number that nobody else
 * has. The rules belong to a process that this one holds, so that they are gone whenever the test is.
 */
export class StrictFirewall {
  /** Numbers of processes are below this, and no group of a machine has such a number. */
  readonly #group = 100_000_000 + process.pid
  readonly #table = `tessera_test_${process.pid}`
  #rules: ChildProcess | undefined
  #folder: string | undefined

  /** Why there can be none here. */
  static async whyNot(): Promise<string | undefined> {
    if (process.platform !== 'linux') return 'dropping UDP takes nft, which is Linux alone'
    if (process.getuid?.() !== 0) return 'dropping UDP takes root'
    for (const program of ['nft', 'setpriv']) {
      const isThere = await run(program, ['--version']).then(
        () => true,
        () => false,
      )
      if (!isThere) return `there is no ${program} on the PATH (npm run setup -- --only turn)`
    }
    return undefined
  }

  async raise(): Promise<void> {
    const rules = spawn('nft', ['--interactive'], { stdio: ['pipe', 'ignore', 'inherit'] })
    this.#rules = rules
    rules.stdin.write(
      [
        `add table inet ${this.#table} { flags owner; }`,
        `add counter inet ${this.#table} dropped`,
        `add chain inet ${this.#table} out { type filter hook output priority 0; }`,
        `add rule inet ${this.#table} out meta skgid ${this.#group} meta l4proto udp counter name dropped drop`,
        '',
      ].join('\n'),
    )
    const giveUpAt = Date.now() + 10_000
    while (!(await this.#isUp())) {
      if (Date.now() > giveUpAt) throw new Error('nft does not take the rules of the firewall')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** A program that runs `program` behind the firewall. */
  async around(program: string): Promise<string> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'tessera-firewall-'))
    const path = join(this.#folder, 'behind-firewall')
    const command = `exec setpriv --regid=${this.#group} --clear-groups -- '${program}' "$@"`
    await writeFile(path, `#!/bin/sh\n${command}\n`, { mode: 0o755 })
    return path
  }

  async droppedPackets(): Promise<number> {
    const { stdout } = await run('nft', ['--json', 'list', 'counter', 'inet', this.#table, 'dropped'])
    const { nftables } = listing.parse(JSON.parse(stdout))
    return nftables.reduce((sum, { counter }) => sum + (counter?.packets ?? 0), 0)
  }

  async dispose(): Promise<void> {
    if (this.#rules && this.#rules.exitCode === null) {
      const ended = once(this.#rules, 'exit')
      this.#rules.stdin?.end()
      await ended
    }
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
  }

  #isUp(): Promise<boolean> {
    return run('nft', ['list', 'chain', 'inet', this.#table, 'out']).then(
      ({ stdout }) => stdout.includes(String(this.#group)),
      () => false,
    )
  }
}
