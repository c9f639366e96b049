import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { exitCodes } from '#site/defaults.ts'
import { Program } from '../../stand/program.ts'
import { sharedDir } from '../../stand/temp-dir.ts'
import { post } from './requests.ts'

const dataDir = sharedDir()
const running: Program[] = []

afterAll(() => {
  for (const { process } of running) process.kill('SIGKILL')
})

async function runAlone(flags: readonly string[], lastWords: string, livekit = 'no-livekit') {
  const args = ['--data', dataDir, '--footage', join(dataDir, 'none'), '--port', '0', ...flags]
  const program = new Program(['src-site/main.ts', ...args], {
    env: { LIVEKIT_SERVER: join(dataDir, livekit) },
  })
  running.push(program)
  await Promise.race([program.printed(lastWords), program.ended])
  return {
    program,
    baseUrl: /http:\S+/.exec(program.stdout)?.[0] ?? '',
    password: /^ +password +(\S+)/m.exec(program.stdout)?.[1],
    async interrupt() {
      program.process.kill('SIGINT')
      return (await program.ended).code
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
    expect(site.program.stdout).toContain('operator@localhost')
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
    const { program } = await runAlone(['admin', 'list'], 'operator@localhost')
    expect(await program.ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('tessera-demo  keeps events and footage for 30 days'),
    })
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
    expect(site.program.stdout).toContain('Its live view server will be at ws://127.0.0.1:17880')
    // Of one number at every start: what a firewall lets through.
    expect(readFileSync(join(dataDir, 'media', 'livekit.yaml'), 'utf8')).toContain('udp_port: 17880')
    expect(await site.interrupt()).toBe(0)
  })

  it('explains itself', async () => {
    const { program } = await runAlone(['--help'], 'LIVEKIT_SERVER')
    expect(await program.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('--footage DIR') })
  })

  it('says in one line what is wrong with its flags', async () => {
    const { program } = await start('--cameras', 'many')
    const stderr = '--cameras takes a number from 1 to 36.\n'
    expect(await program.ended).toEqual({ code: exitCodes.usage, stdout: '', stderr })
  })
})
