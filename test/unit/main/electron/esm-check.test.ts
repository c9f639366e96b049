/* oxlint-disable typescript/no-unsafe-type-assertion -- notes of our own stub, read back from another process */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from 'electron-vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkerStore } from '#main/core/events/outbox/open-outbox.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

type Note = [what: string, value?: unknown]
const ours = { url: 'wall://app/index.html', parent: null }

/** The bundle that is shipped, on the Node that Electron 45 carries, without Electron. */
describe('the built main process', () => {
  const dir = sharedDir()
  const out = join(dir, 'out')
  let child: ChildProcess
  let output = ''

  beforeAll(async () => {
    process.env['TESSERA_OUT'] = out
    await build({ configFile: join(import.meta.dirname, 'build.config.ts'), logLevel: 'silent' })
    delete process.env['TESSERA_OUT']
    await mkdir(join(out, 'renderer'), { recursive: true })
    await writeFile(join(out, 'renderer', 'index.html'), '<!doctype html>')
    await mkdir(join(dir, 'foreign'))
    for (const name of ['index.html', 'foreign.html'])
      await writeFile(join(dir, 'foreign', name), '<!doctype html>')
    child = fork(
      join(import.meta.dirname, 'run-built-main.mjs'),
      [
        join(out, 'main', 'index.js'),
        '--data',
        join(dir, 'data'),
        '--renderer',
        join(dir, 'foreign'),
        '--layout=4',
        '--disable-gpu',
      ],
      { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
    await message((one) => one['type'] === 'ready')
  })
  afterAll(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
  })

  function message(accept: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`exited with ${code}: ${output}`))
      const onMessage = (one: Record<string, unknown>) => {
        if (!accept(one)) return
        child.off('exit', onExit)
        child.off('message', onMessage)
        resolve(one)
      }
      child.on('exit', onExit)
      child.on('message', onMessage)
    })
  }

  async function ask(question: object, member: string): Promise<unknown> {
    const answer = message((one) => member in one)
    child.send(question)
    return (await answer)[member]
  }

  const notes = async () => (await ask({ ask: 'notes' }, 'notes')) as Note[]

  it('brings the thread of the outbox along, with its database', async () => {
    const opened = await openWorkerStore(join(out, 'main/outbox-worker.js'), {
      dir: join(dir, 'outbox'),
      platform: 'https://platform.example',
      nowMs: 0,
      busyTimeoutInMs: 1_000,
    })
    if (!opened.ok) throw new Error(opened.error.message)
    expect(await opened.value.store.status(1)).toMatchObject({ ok: true, value: { depth: 0 } })
    await opened.value.store.close()
  })

  it('is linked, evaluated before Electron is ready, and starts', async () => {
    const all = await notes()
    const order = all.map(([what]) => what)
    expect(all.find(([what]) => what === 'crash-reporter')).toEqual([
      'crash-reporter',
      { uploadToServer: false },
    ])
    expect([...new Set(order.slice(0, order.indexOf('ready')))]).toEqual([
      'sandbox',
      'switch',
      'crash-reporter',
      'schemes',
    ])
    expect(order).toEqual(
      expect.arrayContaining(['handle', 'permission-request', 'permission-check', 'menu']),
    )
    expect(output).toBe('')
  })

  it('opens a locked-down window on its own origin', async () => {
    const all = await notes()
    expect(all.find(([what]) => what === 'load')).toEqual(['load', 'wall://app/index.html'])
    expect(all.find(([what]) => what === 'window-open')?.[1]).toEqual({ action: 'deny' })
    const [, options] = all.find(([what]) => what === 'window') as [string, Record<string, unknown>]
    expect(options['webPreferences']).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    })
    const { preload } = options['webPreferences'] as { preload: string }
    expect(existsSync(preload)).toBe(true)
  })

  it('serves its page with the policy, and nothing else', async () => {
    const page = (await ask({ ask: 'file', url: 'wall://app/' }, 'file')) as {
      status: number
      policy: string
    }
    expect(page.status).toBe(200)
    expect(page.policy).toContain("connect-src 'self'")
    const outside = await ask({ ask: 'file', url: 'wall://app/..%2fmain%2findex.js' }, 'file')
    expect(outside).toMatchObject({ status: 404 })
  })

  it('serves no folder that an installed wall is started with', async () => {
    const foreign = await ask({ ask: 'file', url: 'wall://app/foreign.html' }, 'file')
    expect(foreign).toMatchObject({ status: 404 })
  })

  it('answers its page over the gate, and no other frame', async () => {
    const call = { ask: 'call', name: 'wall.hello' }
    expect(await ask({ ...call, frame: ours }, 'answer')).toMatchObject({
      value: { shell: 'electron', layout: 4 },
    })
    for (const frame of [{ ...ours, parent: {} }, { ...ours, url: 'https://evil.example/' }, null]) {
      expect(await ask({ ...call, frame }, 'answer')).toBe('Error: refused')
    }
  })

  it('needs nothing at run time but Electron and Node', async () => {
    const folder = join(out, 'main')
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
    const imported = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^import\s[^'"]*['"]([^'"]+)['"]/gm)].map(
        ([, name = '']) => name,
      ),
    )
    const known = new Set(['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)])
    expect(imported.filter((name) => !name.startsWith('.') && !known.has(name))).toEqual([])
  })

  it('has a preload that a sandbox can load: one file, CommonJS, requiring electron only', () => {
    const preload = readFileSync(join(out, 'preload', 'preload.cjs'), 'utf8')
    expect([...preload.matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name)).toEqual([
      'electron',
    ])
    expect(preload).not.toMatch(/^\s*(import|export)\s/m)
    expect(preload.length).toBeLessThan(4_000)
  })

  it('gives up with a sentence where no page has been built', async () => {
    const { messages, exitCode, output } = await runWithoutPage([])
    expect(messages[0]).toMatchObject({ type: 'failed', exitCode: 1 })
    expect(exitCode).toBe(1)
    expect(output).toMatch(/^The page has not been built .*\n$/)
  })

  it('does not force a sandbox on children that root has started without one', async () => {
    const sandboxed = await runWithoutPage([])
    const open = await runWithoutPage(['--no-sandbox'])
    expect(JSON.stringify(sandboxed.messages)).toContain('["sandbox",')
    expect(JSON.stringify(open.messages)).not.toContain('["sandbox",')
  })

  async function runWithoutPage(switches: readonly string[]) {
    const pageless = fork(
      join(import.meta.dirname, 'run-built-main.mjs'),
      [
        join(out, 'main', 'index.js'),
        '--data',
        join(dir, 'other'),
        '--renderer',
        join(dir, 'nothing'),
        ...switches,
      ],
      { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, TESSERA_STUB: 'checkout' } },
    )
    let output = ''
    const messages: unknown[] = []
    pageless.stderr?.on('data', (data) => (output += String(data)))
    pageless.on('message', (message) => messages.push(message))
    const [exitCode]: unknown[] = await once(pageless, 'close')
    return { messages, exitCode, output }
  }

  it('stops by itself when its launcher is gone, in order, however often it is told to', async () => {
    const exited = once(child, 'exit')
    child.disconnect()
    expect((await exited)[0]).toBe(0)
    const log = readFileSync(join(dir, 'data/logs/tessera.log'), 'utf8')
    expect(log.trimEnd().split('\n').at(-1)).toContain('"message":"stopped"')
  })
})
