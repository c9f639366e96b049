import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const SERVICE = 'org.freedesktop.secrets'
const SERVICE_PATH = '/org/freedesktop/secrets'
const LOGIN_KEYRING = `${SERVICE_PATH}/collection/login`
/** Of the control socket that PAM uses (gnome-keyring, daemon/control/gkd-control-codes.h). */
const UNLOCK = 1
const START_LIMIT_IN_MS = 20_000

/** Why there can be no Secret Service here; undefined when there can. */
export function whyNoSecretService(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const absent = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].filter(
    (tool) => !folders.some((folder) => existsSync(join(folder, tool))),
  )
  return absent.length === 0
    ? undefined
    : `not installed here: ${absent.join(', ')} (npm run setup -- --only smoke)`
}

/**
 * A session bus and GNOME's keyring on it, both of this test alone: the machine's own are not touched. Nobody
 * answers a prompt there, as on an unattended machine. The keyrings' files stay until `dispose`.
 */
export class SecretService {
  /** What a program must inherit to find it. */
  readonly env: Readonly<Record<string, string>>
  readonly #folder: string
  readonly #bus: ChildProcess
  #keyring: ChildProcess | undefined

  private constructor(folder: string, bus: ChildProcess, env: Readonly<Record<string, string>>) {
    this.#folder = folder
    this.#bus = bus
    this.env = env
  }

  /** With a new keyring that this password opens, and open. */
  static async start(password = 'first'): Promise<SecretService> {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-secrets-'))
    const runtime = join(folder, 'run')
    await mkdir(runtime, { mode: 0o700 })
    const config = join(folder, 'bus.conf')
    await writeFile(config, busConfig(join(runtime, 'bus')))
    const bus = spawn(
      'dbus-daemon',
      [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address=1'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const [address]: unknown[] = await once(bus.stdout, 'data')
    const service = new SecretService(folder, bus, {
      DBUS_SESSION_BUS_ADDRESS: String(address).trim(),
      XDG_RUNTIME_DIR: runtime,
    })
    await service.startKeyring(password)
    return service
  }

  /** The daemon on keyrings of this name. Without a password it is there and locked. */
  async startKeyring(password: string | undefined, keyrings = 'keyrings'): Promise<void> {
    const home = join(this.#folder, keyrings)
    await mkdir(home, { recursive: true })
    const flags = ['--foreground', '--components=secrets', ...(password === undefined ? [] : ['--unlock'])]
    const daemon = spawn('gnome-keyring-daemon', flags, {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, ...this.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    this.#keyring = daemon
    daemon.stdin.end(password ?? '')
    await this.#untilOwned()
  }

  async stopKeyring(): Promise<void> {
    await end(this.#keyring)
    this.#keyring = undefined
  }

  async lock(): Promise<void> {
    await this.#call(
      SERVICE,
      SERVICE_PATH,
      `org.freedesktop.Secret.Service.Lock`,
      `array:objpath:${LOGIN_KEYRING}`,
    )
    if (!(await this.isLocked())) throw new Error('the keyring did not lock')
  }

  /** As PAM does when somebody logs in. */
  async unlock(password = 'first'): Promise<void> {
    const socket = connect(join(this.env['XDG_RUNTIME_DIR'] ?? '', 'keyring/control'))
    await once(socket, 'connect')
    const text = Buffer.from(password)
    const packet = Buffer.alloc(1 + 12 + text.length)
    // A byte that carries the sender's credentials, then length, operation, and the text behind its own length.
    packet.writeUInt32BE(12 + text.length, 1)
    packet.writeUInt32BE(UNLOCK, 5)
    packet.writeUInt32BE(text.length, 9)
    text.copy(packet, 13)
    socket.write(packet)
    await once(socket, 'data')
    socket.destroy()
    if (await this.isLocked()) throw new Error('the keyring did not unlock')
  }

  async isLocked(): Promise<boolean> {
    const answer = await this.#call(
      SERVICE,
      LOGIN_KEYRING,
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    )
    return answer.includes('boolean true')
  }

  async dispose(): Promise<void> {
    await this.stopKeyring()
    await end(this.#bus)
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #untilOwned(): Promise<void> {
    const giveUpAt = Date.now() + START_LIMIT_IN_MS
    const bus = 'org.freedesktop.DBus'
    while (Date.now() < giveUpAt) {
      const answer = await this.#call(bus, '/', `${bus}.NameHasOwner`, `string:${SERVICE}`)
      if (answer.includes('boolean true')) return
    }
    throw new Error('the keyring did not start')
  }

  async #call(name: string, path: string, method: string, ...args: string[]): Promise<string> {
    const order = ['--session', '--print-reply', `--dest=${name}`, path, method, ...args]
    const { stdout } = await promisify(execFile)('dbus-send', order, { env: { ...process.env, ...this.env } })
    return stdout
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** No service files: whatever is not started by hand is not there. */
function busConfig(socket: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}
