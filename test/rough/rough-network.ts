import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Of every packet that passes, either way; what is left out is as it should be. */
export interface NetworkTrouble {
  readonly lossPercent?: number
  readonly bitsPerSecond?: number
  readonly drops?: 'tcp' | 'udp' | 'udp-of-ipv4'
  /** As a cable that is pulled: both ends notice. */
  readonly isDown?: boolean
}

/** This end, the two of the box in between, the wall's end; other runs have others. */
const net = process.pid % 60_000
const subnet = `10.${200 + (net >> 12)}.${(net >> 4) & 255}`
const host = (net & 15) * 16
const [here, boxHere, boxWall, wall] = [1, 2, 5, 6].map((at) => `${subnet}.${host + at}`)
const prefix = `fd7e:55e7:${net.toString(16)}`
const [here6, boxHere6, boxWall6, wall6] = [':a::1', ':a::2', ':b::1', ':b::2'].map((end) => prefix + end)
/** How much of a tight line waits in front of it, as in a cheap router. */
const queueMs = 300

/**
 * A network of the run's own: the wall in one namespace, a box that forwards in a second one, the servers here. Names
 * and interfaces belong to processes that this one holds, so that they are gone whenever the run is.
 */
export class RoughNetwork {
  /** Address under which what listens here is reached. */
  readonly here: string
  /** The same of ports that were named to `reach`, as a host of a URL. */
  readonly reached: string
  readonly #isIPv6Only: boolean
  readonly #box = new Namespace()
  readonly #wall = new Namespace()
  readonly #link = `tt${process.pid}`
  #folder: string | undefined
  #generation = 0
  #isDown = false
  /** Of `here`: connections to it are refused. */
  #closedPort: number | undefined
  #trouble: NetworkTrouble = {}

  private constructor(isIPv6Only: boolean) {
    this.#isIPv6Only = isIPv6Only
    this.here = (isIPv6Only ? here6 : here) ?? ''
    this.reached = isIPv6Only ? '[::1]' : '127.0.0.1'
  }

  /** Why there can be none here. */
  static whyNot(): string | undefined {
    if (process.platform !== 'linux') return 'a network of its own takes namespaces, which are Linux alone'
    if (process.getuid?.() !== 0) return 'a network of its own takes root'
    const absent = ['ip', 'nft', 'nsenter', 'sysctl', 'tc', 'unshare'].filter((program) => !isThere(program))
    return absent.length === 0 ? undefined : `not on the PATH: ${absent.join(', ')}`
  }

  /** `isIPv6Only`: no end has an IPv4 address but that of loopback. */
  static async start({ isIPv6Only = false } = {}): Promise<RoughNetwork> {
    const network = new RoughNetwork(isIPv6Only)
    await Promise.all([network.#box.isThere, network.#wall.isThere])
    await network.#lay()
    return network
  }

  /** A program that runs `program` on the wall's side. */
  async around(program: string): Promise<string> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'tessera-network-'))
    const path = join(this.#folder, `wall-${program.split('/').at(-1)}`)
    await writeFile(path, `#!/bin/sh\nexec nsenter --net=${this.#wall.path} -- '${program}' "$@"\n`, {
      mode: 0o755,
    })
    return path
  }

  /** What listens on these ports `here` is reached by the wall on its own loopback, over the line all the same. */
  async reach(...ports: readonly number[]): Promise<void> {
    // As `route_localnet` for IPv4: answers to ::1 may come by this interface, too.
    if (this.#isIPv6Only)
      await this.#wall.run('ip', '-6', 'route', 'add', 'local', '::1', 'dev', 'wall', 'table', 'local')
    const [family, own, far] = this.#isIPv6Only
      ? ['ip6', '::1', `[${this.here}]`]
      : ['ip', '127.0.0.1', this.here]
    await this.#wall.nft(
      `table ${family} reach { chain out { type nat hook output priority -100; }; chain post { type nat hook postrouting priority 100; }; }`,
      `add rule ${family} reach post oifname "wall" masquerade`,
      ...ports.map(
        (one) => `add rule ${family} reach out ${family} daddr ${own} tcp dport ${one} dnat to ${far}:${one}`,
      ),
    )
  }

  /**
   * Datagrams of the wall to any port `here` come to this one instead, and seem to be answered by the other. There is
   * no other way: a server that sends one by itself to an address of the wall is not heard.
   */
  async lead(port: number): Promise<void> {
    await this.#box.nft(
      'table ip lead { chain pre { type nat hook prerouting priority -100; }; chain pass { type filter hook forward priority 0; }; }',
      'add rule ip lead pass iifname "here" meta l4proto udp ct direction original drop',
      `add rule ip lead pre iifname "wall" meta l4proto udp dnat to ${this.here}:${port}`,
    )
  }

  /** Refuses TCP connections of the wall to this port, until `open`; the trouble stays. */
  async close(port: number): Promise<void> {
    this.#closedPort = port
    await this.use(this.#trouble)
  }

  async open(): Promise<void> {
    this.#closedPort = undefined
    await this.use(this.#trouble)
  }

  /** In place of the trouble before. */
  async use(trouble: NetworkTrouble = {}): Promise<void> {
    this.#trouble = trouble
    const { lossPercent = 0, bitsPerSecond, drops, isDown = false } = trouble
    const rules = [
      ...(this.#closedPort === undefined ? [] : [`tcp dport ${this.#closedPort} reject with tcp reset`]),
      ...(lossPercent > 0 ? [`numgen random mod 100 < ${lossPercent} drop`] : []),
      ...(drops === undefined
        ? []
        : [
            drops === 'udp-of-ipv4'
              ? 'meta nfproto ipv4 meta l4proto udp drop'
              : `meta l4proto ${drops} drop`,
          ]),
      'ct state new ct mark set ' + this.#generation,
      `meta l4proto tcp ct mark < ${this.#generation} drop`,
    ]
    await this.#box.nft(
      'table inet line { chain pass { type filter hook forward priority 0; }; }',
      'flush chain inet line pass',
      ...rules.map((rule) => `add rule inet line pass ${rule}`),
    )
    for (const end of ['here', 'wall']) {
      const shape =
        bitsPerSecond === undefined
          ? ['pfifo', 'limit', '1000']
          : ['tbf', 'rate', `${bitsPerSecond}bit`, 'burst', '16kb', 'latency', `${queueMs}ms`]
      await this.#box.run('tc', 'qdisc', 'replace', 'dev', end, 'root', ...shape)
    }
    if (isDown === this.#isDown) return
    this.#isDown = isDown
    await this.#box.run('ip', 'link', 'set', 'wall', isDown ? 'down' : 'up')
    // What a box sets up again with its link.
    if (!isDown) await this.#box.run('ip', 'address', 'replace', `${boxWall6}/64`, 'dev', 'wall', 'nodad')
  }

  /** The box forgets every TCP connection. What belongs to one goes nowhere from now on, and neither end is told. */
  async forgetConnections(): Promise<void> {
    this.#generation += 1
    await this.use()
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#box.dispose(), this.#wall.dispose()])
    // A namespace takes its interfaces along in its own time, and the next network has the same name for them.
    await run('ip', ['link', 'delete', this.#link]).catch(() => undefined)
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
  }

  async #lay(): Promise<void> {
    const [box, wallSide] = [String(this.#box.pid), String(this.#wall.pid)]
    await run('ip', ['link', 'add', this.#link, 'type', 'veth', 'peer', 'name', 'here', 'netns', box])
    await this.#box.run(
      'ip',
      'link',
      'add',
      'wall',
      'type',
      'veth',
      'peer',
      'name',
      'wall',
      'netns',
      wallSide,
    )
    const ends = [
      [(...words: string[]) => run('ip', words), this.#link, `${here}/30`, `${here6}/64`],
      [(...words: string[]) => this.#box.run('ip', ...words), 'here', `${boxHere}/30`, `${boxHere6}/64`],
      [(...words: string[]) => this.#box.run('ip', ...words), 'wall', `${boxWall}/30`, `${boxWall6}/64`],
      [(...words: string[]) => this.#wall.run('ip', ...words), 'wall', `${wall}/30`, `${wall6}/64`],
    ] as const
    for (const [ip, name, address, address6] of ends) {
      if (!this.#isIPv6Only) await ip('address', 'add', address, 'dev', name)
      await ip('address', 'add', address6, 'dev', name, 'nodad')
      await ip('link', 'set', name, 'up')
    }
    await this.#wall.run('ip', 'link', 'set', 'lo', 'up')
    await this.#box.run('sysctl', '-w', 'net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1')
    await this.#wall.run('sysctl', '-w', 'net.ipv4.conf.all.route_localnet=1')
    // A browser looks for media only where its default route leads; the box lets it no farther than here.
    if (!this.#isIPv6Only) {
      await this.#wall.run('ip', 'route', 'add', 'default', 'via', boxWall ?? '')
      await run('ip', ['route', 'add', `${wall}/32`, 'via', boxHere ?? ''])
    }
    await this.#wall.run('ip', '-6', 'route', 'add', 'default', 'via', boxWall6 ?? '')
    await run('ip', ['-6', 'route', 'add', `${wall6}/128`, 'via', boxHere6 ?? ''])
    await this.use()
  }
}

/** A network namespace that lives as long as a process that does nothing but wait for this one to end. */
class Namespace {
  readonly #holder: ChildProcess = spawn('unshare', ['--net', 'sh', '-c', 'echo there; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  readonly isThere = once(this.#holder.stdout ?? this.#holder, 'data')

  get pid(): number {
    return this.#holder.pid ?? 0
  }

  get path(): string {
    return `/proc/${this.pid}/ns/net`
  }

  async run(program: string, ...words: string[]): Promise<void> {
    await run('nsenter', [`--net=${this.path}`, '--', program, ...words])
  }

  nft(...commands: string[]): Promise<void> {
    return this.run('nft', commands.join('\n'))
  }

  async dispose(): Promise<void> {
    if (this.#holder.exitCode !== null) return
    const ended = once(this.#holder, 'exit')
    this.#holder.stdin?.end()
    await ended
  }
}

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
