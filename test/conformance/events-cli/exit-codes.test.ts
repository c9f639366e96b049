import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mountSmallDisk } from '../../stand/small-disk.ts'
import { eventsCommand, expectEnd } from './cli-stand.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const small = mountSmallDisk()
const dir = sharedDir()
afterAll(() => small.dispose())

/** Nobody listens there. */
const nowhere = ['--platform', 'http://127.0.0.1:9', '--org', 'acme']
const run = (args: readonly string[]) => eventsCommand(args).ended

describe('npm run events ends', () => {
  it('with 0 after its help, which promises no more than docs/events.md does', async () => {
    const { code, stdout } = await run(['--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/doubles nothing\s+where the platform knows Idempotency-Key/)
  })

  it('with 4 where the outbox cannot be opened', async () => {
    const data = join(dir, 'taken')
    mkdirSync(join(data, 'events.db'), { recursive: true })
    expectEnd(await run(['status', '--data', data]), 4, 'cannot be written')
  })

  it.runIf(process.platform === 'linux')('with 4 where a file system lets no folder be made', async () => {
    expectEnd(await run(['insert', '-', '--data', '/proc/tessera/wall']), 4, 'cannot be written (ENOENT)')
  })

  it.each(['status', 'discard'])(
    'with 4 and without a trace where there is nothing of a wall: a wrong path has no empty outbox (%s)',
    async (command) => {
      const data = join(dir, 'mistyped', command)
      const ran = await run([command, '--all', '--data', data])
      expect(ran).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining(data) })
      expect(existsSync(data)).toBe(false)
    },
  )

  it('leaving settings that are damaged for the wall to tell of', async () => {
    const data = join(dir, 'damaged')
    mkdirSync(data)
    writeFileSync(join(data, 'settings.json'), '{ "half":')
    expectEnd(await run(['status', '--data', data]), 0, 'settings.json is damaged')
    expect(readdirSync(data)).toContain('settings.json')
  })

  it('with 3 beside a wall that shows its local site, whose address it has to be told', async () => {
    const data = join(dir, 'embedded')
    mkdirSync(data)
    const record = {
      platform: 'embedded',
      orgId: 'o',
      protection: 'plain-file',
      data: 'a-key',
      storedAtMs: 1,
    }
    writeFileSync(join(data, 'keys.json'), JSON.stringify({ schemaVersion: 1, keys: [record] }))
    expect(await run(['send', '--data', data])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/local site.*--platform http:\/\/127\.0\.0\.1:PORT/),
    })
  })

  it('with 4 in the folder of npm start, which holds that of the wall', async () => {
    const data = join(dir, 'outer')
    mkdirSync(join(data, 'wall'), { recursive: true })
    writeFileSync(join(data, 'wall', 'settings.json'), '{}')
    expectEnd(await run(['status', '--data', data]), 4, join(data, 'wall'))
    expect(readdirSync(data)).toEqual(['wall'])
    expect(await run(['status', '--data', join(data, 'wall')])).toMatchObject({ code: 0 })
    // What an earlier version has left there may hold events that wait: it is read, but not in silence.
    writeFileSync(join(data, 'events.db'), '')
    expectEnd(await run(['status', '--data', data]), 0, `name it with --data ${join(data, 'wall')}`)
  })

  it('after a warning where the key goes over the network unencrypted', async () => {
    writeFileSync(join(dir, 'key'), 'a-key\n')
    const from = ['--data', join(dir, 'open'), '--key-from', join(dir, 'key')]
    const ran = await run(['insert', '-', ...from, '--platform', 'http://192.0.2.7'])
    expect(ran.stderr).toMatch(/http:\/\/192\.0\.2\.7 is not encrypted.*key.*\n.*--org/)
    const near = await run(['insert', '-', ...from, '--platform', 'http://127.0.0.1:9'])
    expect(near.stderr).not.toContain('encrypted')
  })

  it('with 5 where the platform does not answer', async () => {
    writeFileSync(join(dir, 'key'), 'a-key\n')
    const from = ['--data', join(dir, 'away'), '--key-from', join(dir, 'key')]
    expectEnd(await run(['insert', '-', ...from, ...nowhere]), 5, 'cannot be reached')
  })

  it('with 6 where the disk is full', async (context) => {
    if (!small.isMounted) context.skip('only root can mount a small disk, and not in every container')
    small.fill()
    expectEnd(await run(['insert', '-', '--data', join(small.dir, 'data')]), 6, 'The disk is full')
  })
})
