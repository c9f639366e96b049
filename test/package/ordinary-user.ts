import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A process as `/proc` tells it. */
export interface ProcessSight {
  readonly pid: number
  readonly argv: readonly string[]
  /** 2: filtered. */
  readonly seccomp: number
  readonly noNewPrivileges: boolean
  readonly userNamespace: string
  readonly processNamespace: string
}

/** An account of this machine that was made for a test, with nothing but a home. */
export class OrdinaryUser {
  readonly name: string
  readonly home: string
  readonly #uid: number
  readonly #gid: number

  private constructor(name: string, home: string, uid: number, gid: number) {
    this.name = name
    this.home = home
    this.#uid = uid
    this.#gid = gid
  }

  static async create(): Promise<OrdinaryUser> {
    const name = `tessera-test-${process.pid}`
    const home = `/tmp/${name}`
    await run('useradd', ['--create-home', '--home-dir', home, '--user-group', '--shell', '/bin/sh', name])
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return new OrdinaryUser(name, home, Number(uid.stdout), Number(gid.stdout))
  }

  /** With an environment of a fresh session, and no session bus: no keyring of this machine. */
  start(command: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    const { home, name } = this
    const session = { HOME: home, USER: name, LANG: 'C.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    return spawn(command, args, {
      cwd: home,
      uid: this.#uid,
      gid: this.#gid,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...session, ...env },
      stdio: ['ignore', 'ignore', process.env['LOG'] ? 'inherit' : 'ignore'],
    })
  }

  async processes(): Promise<ProcessSight[]> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const seen = await Promise.all(pids.map((pid) => this.#sightOf(Number(pid))))
    return seen.filter((one) => one !== undefined)
  }

  /** Ends what still runs, by force. */
  async endProcesses(): Promise<void> {
    for (const { pid } of await this.processes()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch (error) {
        const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH'
        if (!hasEnded) throw error
      }
    }
    while ((await this.processes()).length > 0) await new Promise(setImmediate)
  }

  /** The account goes with its home. */
  async dispose(): Promise<void> {
    await this.endProcesses()
    await run('userdel', ['--remove', this.name]).catch(async () => {
      // userdel complains of a mail spool that was never made, after it has done its work.
      await run('id', [this.name]).then(
        () => Promise.reject(new Error(`${this.name} could not be removed`)),
        () => undefined,
      )
    })
  }

  /** Undefined for those of others, those that have ended, and those that are ending. */
  async #sightOf(pid: number): Promise<ProcessSight | undefined> {
    try {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
      if (field('Uid') !== this.#uid || /^State:\s+Z/m.test(status)) return undefined
      const [argv, userNamespace, processNamespace] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
        readlink(`/proc/${pid}/ns/user`),
        readlink(`/proc/${pid}/ns/pid`),
      ])
      return {
        pid,
        argv: argv.split(/[\0 ]/).filter((word) => word !== ''),
        seccomp: field('Seccomp'),
        noNewPrivileges: field('NoNewPrivs') === 1,
        userNamespace,
        processNamespace,
      }
    } catch {
      return undefined
    }
  }
}
