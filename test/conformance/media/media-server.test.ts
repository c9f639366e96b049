import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SignalClient } from '#site/media/signal-client.ts'
import type { RunningMediaServer } from '#site/media/media-server.ts'
import { publisherToken } from '#site/media/publisher-token.ts'
import { startOfProcess } from '#site/media/orphan-guard.ts'
import { listen } from '#test/stand/loopback.ts'
import { describeWithLivekit, livekitBinary, LivekitStand } from './livekit-stand.ts'
import { socketAddressesOf } from './sockets-of.ts'

const loopbackHex = '0100007F'

/** What a process has open and was started with is read from /proc. */
const onLinux = test.skipIf(process.platform !== 'linux')

const ignore = () => {}

/** Of a camera that publishes, with a ticket that is signed so. */
async function clientWith(url: string, access: { apiKey: string; apiSecret: string }, onLost = ignore) {
  const token = await publisherToken({ url, ...access }, 'cam-1')
  return new SignalClient(url, token, { onAnswer: ignore, onCandidate: ignore, onQualities: ignore, onLost })
}

async function stand(...args: Parameters<typeof LivekitStand.create>): Promise<LivekitStand> {
  const created = await LivekitStand.create(...args)
  onTestFinished(() => created.dispose())
  return created
}

describeWithLivekit('the supervised media server', () => {
  describe('that is only looked at', () => {
    let one: LivekitStand
    let running: RunningMediaServer
    beforeAll(async () => {
      one = await LivekitStand.create()
      running = await one.start()
    })
    afterAll(() => one?.dispose())

    test('answers on the ports it was given by chance, and says so', async () => {
      const { url, httpPort, version } = running
      expect(url).toBe(`ws://127.0.0.1:${httpPort}`)
      expect(version).toMatch(/^1\.\d+\.\d+$/)
      expect(one.states).toEqual(['starting', 'running'])
      expect((await fetch(`http://127.0.0.1:${httpPort}/`)).status).toBe(200)
    })

    onLinux(
      'keeps its secret out of its arguments, its environment and our log, and in a file of ours alone',
      async () => {
        const { apiSecret } = one.access
        const file = join(one.dataDir, 'livekit.yaml')
        expect(readFileSync(file, 'utf8')).toContain(apiSecret)
        expect(statSync(file).mode & 0o777).toBe(0o600)
        expect(readFileSync(`/proc/${one.server.pid}/cmdline`, 'utf8')).not.toContain(apiSecret)
        expect(readFileSync(`/proc/${one.server.pid}/environ`, 'utf8')).not.toContain(apiSecret)
        expect(one.logLines.join('')).not.toContain(apiSecret)
      },
    )

    onLinux('opens sockets on loopback and nowhere else', async () => {
      const addresses = socketAddressesOf(one.server.pid ?? 0)
      expect(addresses.length).toBeGreaterThanOrEqual(2)
      expect(addresses.filter((address) => !address.endsWith(loopbackHex))).toEqual([])
    })

    test('hands out no public STUN server', async () => {
      const { localUrl } = running
      const client = await clientWith(localUrl, one.access)
      const joined = await client.join()
      client.dispose()
      const urls = joined.ok ? joined.value.iceServers.flatMap((server) => server.urls) : ['not joined']
      expect(urls.filter((url) => !url.includes('127.0.0.1'))).toEqual([])
    })

    test('refuses a ticket of another site, and the reason does not repeat the ticket', async () => {
      const { localUrl } = running
      const stranger = { apiKey: 'site', apiSecret: 'another secret of thirty-two characters or more' }
      const client = await clientWith(localUrl, stranger)
      expect(await client.join()).toEqual({
        ok: false,
        error: {
          code: 'token_refused',
          message: 'The media server did not accept the ticket of the camera.',
        },
      })
    })
  })

  test('comes back on the same ports after it was killed', async () => {
    const one = await stand()
    const { httpPort } = await one.start()
    const before = one.server.pid
    const back = one.next('running')
    one.kill()
    await back
    expect(one.states).toEqual(['starting', 'running', 'restarting', 'running'])
    expect(one.server.pid).not.toBe(before)
    expect((await fetch(`http://127.0.0.1:${httpPort}/`)).status).toBe(200)
  })

  test('is started again when it hangs', { tags: 'long' }, async () => {
    const one = await stand()
    await one.start()
    const { pid = 0 } = one.server
    const back = one.next('running')
    process.kill(pid, 'SIGSTOP')
    await back
    expect(one.states).toEqual(['starting', 'running', 'restarting', 'running'])
    expect(one.server.pid).not.toBe(pid)
    expect(startOfProcess(pid)).toBeUndefined()
  })

  test('comes back when its folder does, as after a full disk', async () => {
    const one = await stand()
    await one.start()
    renameSync(one.dataDir, `${one.dataDir}.away`)
    const again = one.next('restarting')
    one.kill()
    await again
    const patience = { timeout: 20_000 }
    await vi.waitFor(() => expect(one.logLines.join()).toContain('data_folder'), patience)
    const back = one.next('running')
    renameSync(`${one.dataDir}.away`, one.dataDir)
    await back
  })

  test('waits for its UDP port when another program took it meanwhile', async () => {
    const one = await stand()
    const { udpPort } = await one.start()
    const back = one.next('running')
    const dead = one.next('restarting')
    const thief = createSocket('udp4')
    one.kill()
    await dead
    thief.bind(udpPort, '127.0.0.1')
    await once(thief, 'listening')
    await vi.waitFor(
      () => expect(one.logLines.join('')).toContain(`UDP port ${udpPort} is taken by another program`),
      10_000,
    )
    thief.close()
    await back
    expect(one.server.state).toBe('running')
  })

  test('tells which port is taken, and begins when it is free', async () => {
    const other = createServer()
    const httpPort = await listen(other)
    const one = await stand({ httpPort })
    const started = await one.server.start()
    const message = `Port ${httpPort} is taken by another program. Stop it, or choose another port for the media server.`
    expect(started).toEqual({ ok: false, error: { code: 'port_taken', message } })
    expect(one.server.state).toBe('restarting')
    expect(one.server.address).toMatchObject({ httpPort, localUrl: `ws://127.0.0.1:${httpPort}` })
    const running = one.next('running')
    other.close()
    await running
    expect((await fetch(`http://127.0.0.1:${httpPort}/`)).status).toBe(200)
  })

  test('refuses an older program before it is started', async () => {
    const one = await stand()
    const binary = join(one.dataDir, 'old-livekit')
    writeFileSync(binary, '#!/bin/sh\necho livekit-server version 1.9.0\n', { mode: 0o755 })
    const old = await stand({ binary })
    const started = await old.server.start()
    expect(started.ok || started.error.code).toBe('version_unfit')
    expect(old.server.state).toBe('failed')
    expect(old.server.address).toBeUndefined()
    expect(existsSync(join(old.dataDir, 'livekit.yaml'))).toBe(false)
  })

  test('refuses an older program also where it told its version late', { tags: 'long' }, async () => {
    const one = await stand()
    const [binary, asked] = ['late-livekit', 'asked'].map((name) => join(one.dataDir, name))
    const script = `[ -e ${asked} ] && exec echo livekit-server version 1.9.0; touch ${asked}; exec sleep 60`
    writeFileSync(binary ?? '', `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const old = await stand({ binary: binary ?? '' })
    const failed = old.next('failed')
    const started = await old.server.start()
    expect(started.ok || started.error.code).toBe('start_timeout')
    await failed
    expect(old.server.address).toBeUndefined()
    expect(old.states).toEqual(['starting', 'restarting', 'failed'])
  })

  test('starts nothing any more when it is disposed while it starts', async () => {
    const one = await stand()
    const starting = one.server.start()
    await one.server.dispose()
    const started = await starting
    expect(started.ok || started.error.code).toBe('cancelled')
    expect(one.server.pid).toBeUndefined()
    expect(one.server.state).toBe('stopped')
  })

  test('leaves neither process nor secret behind, even with a participant in a room', async () => {
    const one = await stand()
    const { localUrl } = await one.start()
    const pid = one.server.pid ?? 0
    const lost = Promise.withResolvers<void>()
    const client = await clientWith(localUrl, one.access, lost.resolve)
    await client.join()
    await one.server.dispose()
    await lost.promise
    expect(startOfProcess(pid)).toBeUndefined()
    expect(existsSync(join(one.dataDir, 'livekit.yaml'))).toBe(false)
    expect(existsSync(join(one.dataDir, 'livekit.pid.json'))).toBe(false)
    expect(one.server.state).toBe('stopped')
  })
})

describeWithLivekit('a media server whose site is killed', () => {
  let home: LivekitStand
  let site: ChildProcess | undefined

  /** Starts a site of its own and returns the process number of its media server. */
  async function startSite(): Promise<number> {
    home = await LivekitStand.create()
    const entry = fileURLToPath(new URL('./orphan-maker.ts', import.meta.url))
    const child = spawn(process.execPath, [entry, livekitBinary, home.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    site = child
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return Number(line)
  }

  afterEach(async () => {
    site?.kill('SIGKILL')
    await home.dispose()
  })

  test('does not outlive it', async () => {
    const pid = await startSite()
    expect(startOfProcess(pid)).toBeDefined()
    site?.kill('SIGKILL')
    await vi.waitFor(() => expect(startOfProcess(pid)).toBeUndefined(), 10_000)
  })

  onLinux('is ended by the next site where the watcher was killed, too', async () => {
    const pid = await startSite()
    const start = startOfProcess(pid)
    for (const child of readFileSync(`/proc/${site?.pid}/task/${site?.pid}/children`, 'utf8')
      .trim()
      .split(' ')) {
      if (Number(child) !== pid) process.kill(Number(child), 'SIGKILL')
    }
    // Its output breaks with its site, and a line written there would end it before the next site does.
    process.kill(pid, 'SIGSTOP')
    site?.kill('SIGKILL')
    await once(site ?? process, 'close')
    expect(startOfProcess(pid)).toBe(start)
    await home.start()
    expect(startOfProcess(pid)).toBeUndefined()
  })
})
