/** @module-tag long */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionStatus, KeyStatus } from '#contract/wall/connection.ts'
import { WebSocketShell } from '#renderer/shell/web-socket-shell.ts'
import { refusedWith, unwrap } from '#test/stand/unwrap.ts'
import { endAll } from '../../stand/end-all.ts'
import { Child } from '../../stand/child.ts'
import { SecretService, whyNoSecretService } from '../../stand/secret-service.ts'
import { sharedDir } from '../../stand/temp-dir.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { browserWebSocket } from './host-stage.ts'

const reason = process.platform === 'linux' ? whyNoSecretService() : 'only a Linux has a Secret Service'
const rendererDir = join(import.meta.dirname, 'page')

/** One run of the host, and what it tells a page of its connection. */
class Run {
  readonly child: Child
  readonly shell: WebSocketShell
  #status: ConnectionStatus | undefined
  #wake: () => void = () => {}

  private constructor(child: Child, shell: WebSocketShell) {
    this.child = child
    this.shell = shell
    shell.subscribe('connection', (status) => this.#onStatus(status))
  }

  static async start(site: TestSite, dataDir: string, env: Readonly<Record<string, string>>): Promise<Run> {
    const flags = ['--data', dataDir, '--platform', site.baseUrl, '--renderer', rendererDir]
    const child = new Child('src-main/host/main.ts', flags, env)
    const { url } = await child.message<{ type: 'ready'; url: string }>('ready')
    const { origin, hash } = new URL(url)
    vi.stubGlobal('WebSocket', browserWebSocket(origin))
    const at = `${origin.replace('http', 'ws')}/shell`
    const run = new Run(child, new WebSocketShell({ url: at, secret: hash.slice(1), monitor: 1 }))
    const hello = unwrap(await run.shell.call('wall.hello', undefined))
    run.#onStatus(hello.connection)
    return run
  }

  /** The first status from now on in which the key is in this state, and the platform answers to one that works. */
  async until(state: KeyStatus['state']): Promise<KeyStatus> {
    for (;;) {
      const { key, reach } = this.#status ?? {}
      if (key?.state === state && (state !== 'present' || reach === 'ok')) return key
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async stop(): Promise<void> {
    this.shell.dispose()
    await this.child.stop()
    vi.unstubAllGlobals()
  }

  #onStatus(status: ConnectionStatus): void {
    this.#status = status
    this.#wake()
  }
}

/** How much the kernel's own keyring holds under our name. */
async function inKernel(): Promise<number> {
  return (await readFile('/proc/keys', 'utf8')).split('\n').filter((line) => line.includes('tessera')).length
}

describe('the host on a real Secret Service', () => {
  let site: TestSite
  let secrets: SecretService
  const dataDir = sharedDir()
  let run: Run | undefined
  let key: string

  let inKernelBefore: number

  const kept = () => readFile(join(dataDir, 'keys.json'), 'utf8')
  async function start(env = secrets.env): Promise<Run> {
    await run?.stop()
    run = await Run.start(site, dataDir, env)
    return run
  }

  beforeEach((context) => {
    if (reason !== undefined) context.skip(reason)
  })
  beforeAll(async () => {
    if (reason !== undefined) return
    ;[site, secrets] = await Promise.all([
      startSite({ withMediaServer: false, cameras: 1 }),
      SecretService.start(),
    ])
    key = await site.apiKey()
    inKernelBefore = await inKernel()
  })
  afterAll(() => endAll(run, secrets, site))

  it('keeps a key in the keyring without a choice, and nothing of it in a file or in the kernel', async () => {
    const { shell } = await start()
    expect(await shell.call('keys.set', { key })).toMatchObject({
      value: { key: { state: 'present', protection: 'os-keyring', offered: 'os-keyring' } },
    })
    expect(await kept()).toContain('"os-keyring"')
    expect(await kept()).not.toContain(key)
    expect(await inKernel()).toBe(inKernelBefore)
  })

  it('opens the key again after a restart of the host, and of the keyring', async () => {
    await (await start()).until('present')
    await secrets.stopKeyring()
    await secrets.startKeyring('first')
    await (await start()).until('present')
  })

  it('goes on while the keyring is locked and gone', async () => {
    const running = await start()
    await running.until('present')
    await secrets.lock()
    await secrets.stopKeyring()
    expect(await running.shell.call('cameras.refresh', undefined)).toMatchObject({ ok: true })
    await secrets.startKeyring('first')
  })

  it('says that the keyring is locked, and goes on by itself once it is unlocked', async () => {
    await secrets.lock()
    const before = await kept()
    const running = await start()
    expect(await running.until('unavailable')).toMatchObject({ protection: 'os-keyring' })
    expect(await running.shell.call('keys.clear', undefined)).toMatchObject(refusedWith('vault_unavailable'))
    expect(await kept()).toBe(before)
    await secrets.unlock()
    await running.until('present')
  })

  it('says that the keyring does not answer, and goes on by itself once it is there', async () => {
    await secrets.stopKeyring()
    const running = await start()
    await running.until('unavailable')
    await secrets.startKeyring('first')
    await running.until('present')
  })

  it('is bound to its keyring: another one holds no key, is told, and costs none', async () => {
    await secrets.stopKeyring()
    await secrets.startKeyring('second', 'other-keyrings')
    const before = await kept()
    const running = await start()
    await running.until('unreadable')
    expect(await running.shell.call('cameras.refresh', undefined)).toMatchObject(refusedWith('vault_changed'))
    expect(await kept()).toBe(before)

    await secrets.stopKeyring()
    await secrets.startKeyring('first')
    await running.until('present')
  })

  it('removes a key from the keyring as well', async () => {
    const running = await start()
    await running.until('present')
    expect(await running.shell.call('keys.clear', undefined)).toMatchObject({ ok: true })
    await (await start()).until('none')
  })

  it('moves a key that was kept in a file into a keyring that has appeared', async () => {
    const without = await start({ DBUS_SESSION_BUS_ADDRESS: 'disabled:' })
    expect(await without.shell.call('keys.set', { key })).toMatchObject({ error: { code: 'vault_weak' } })
    expect(await without.shell.call('keys.set', { key, protection: 'plain-file' })).toMatchObject({
      ok: true,
    })
    expect(await kept()).toContain(key)

    expect(await (await start()).until('present')).toMatchObject({ protection: 'os-keyring' })
    expect(await kept()).not.toContain(key)
    expect(await inKernel()).toBe(inKernelBefore)
  })
})
