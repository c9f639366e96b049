import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { exitCodes } from '#site/defaults.ts'
import { post } from './requests.ts'

const entry = resolve(import.meta.dirname, '../../../src-site/main.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-alone-'))
const running = new Set<ChildProcess>()

afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** As a person starts it at a terminal: no channel, only words. */
async function runAlone(flags: readonly string[], lastWords: string, livekit = 'no-livekit') {
  const args = [entry, '--data', dataDir, '--footage', join(dataDir, 'none'), '--port', '0', ...flags]
  const env = { ...process.env, LIVEKIT_SERVER: join(dataDir, livekit) }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const exited = once(child, 'exit').then(([code]: unknown[]) => {
    running.delete(child)
    return code
  })
  const output = { out: '', err: '' }
  const started = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out += text
      if (output.out.includes(lastWords)) resolve()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.err += text
    })
  })
  await Promise.race([started, exited])
  return {
    output,
    exited,
    baseUrl: /http:\S+/.exec(output.out)?.[0] ?? '',
    password: /^ +password +(\S+)/m.exec(output.out)?.[1],
    interrupt: async () => {
      child.kill('SIGINT')
      return exited
    },
  }
}

const start = (...flags: string[]) => runAlone(flags, 'Ctrl-C stops it.')

const signIn = (baseUrl: string, password: string | undefined) =>
  post(`${baseUrl}/v1/api-key`, {
    name: 'x',
    expiresIn: 60,
    email: 'operator@localhost',
    password,
    orgId: 'tessera-demo',
  })

describe('a site that is run alone', () => {
  let firstPassword: string | undefined

  it('shows at the first start the account that keys are made with', async () => {
    const site = await start()
    expect(site.output.out).toContain('operator@localhost')
    expect((await signIn(site.baseUrl, site.password)).status).toBe(201)
    firstPassword = site.password
    expect(await site.interrupt()).toBe(0)
  })

  it('shows no account afterwards, and still takes it', async () => {
    const site = await start()
    expect(site.password).toBeUndefined()
    expect((await signIn(site.baseUrl, firstPassword)).status).toBe(201)
    expect(await site.interrupt()).toBe(0)
  })

  it('lists its accounts while it stands still', async () => {
    const ran = await runAlone(['admin', 'list'], 'operator@localhost')
    expect(await ran.exited).toBe(0)
    expect(ran.output.out).toContain('tessera-demo  keeps events and footage for 30 days')
  })

  it('shows another account after a reset', { tags: 'long' }, async () => {
    const site = await start('--reset')
    expect(site.password).not.toBe(firstPassword)
    expect((await signIn(site.baseUrl, site.password)).status).toBe(201)
    expect((await signIn(site.baseUrl, firstPassword)).status).toBe(401)
    expect(await site.interrupt()).toBe(0)
    expect(readFileSync(join(dataDir, 'logs', 'site.log'), 'utf8')).not.toContain(site.password)
  })

  it('names no live view server that does not run yet as one that does', async () => {
    const script = `#!/bin/sh
      [ $1 = --version ] && exec echo livekit-server version 1.13.5
      echo address already in use; exit 1`
    writeFileSync(join(dataDir, 'livekit'), script, { mode: 0o755 })
    const site = await runAlone(['--media-port', '17880'], 'Ctrl-C stops it.', 'livekit')
    expect(site.output.out).toContain('Its live view server will be at ws://127.0.0.1:17880')
    expect(await site.interrupt()).toBe(0)
  })

  it('explains itself', async () => {
    const site = await runAlone(['--help'], 'LIVEKIT_SERVER')
    expect(await site.exited).toBe(0)
    expect(site.output.out).toContain('--footage DIR')
  })

  it('says in one line what is wrong with its flags', async () => {
    const site = await start('--cameras', 'many')
    expect(await site.exited).toBe(exitCodes.usage)
    expect(site.output).toEqual({ out: '', err: '--cameras takes a number from 1 to 36.\n' })
  })
})
