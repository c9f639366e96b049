import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mountSmallDisk } from '../../stand/small-disk.ts'
import { RunningCommand } from './cli-stand.ts'

const small = mountSmallDisk()
const dir = mkdtempSync(join(tmpdir(), 'tessera-events-'))
afterAll(() => {
  small.dispose()
  rmSync(dir, { recursive: true, force: true })
})

/** Nobody listens there. */
const nowhere = ['--platform', 'http://127.0.0.1:9', '--org', 'acme']
const run = (args: readonly string[]) => new RunningCommand(args, '').ended()

describe('npm run events ends', () => {
  it('with 4 where the outbox cannot be opened', async () => {
    const data = join(dir, 'taken')
    mkdirSync(join(data, 'events.db'), { recursive: true })
    const ran = await run(['status', '--data', data])
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining('cannot be written') })
    expect(ran.stderr).not.toContain('    at ')
  })

  it('leaving settings that are damaged for the wall to tell of', async () => {
    const data = join(dir, 'damaged')
    mkdirSync(data)
    writeFileSync(join(data, 'settings.json'), '{ "half":')
    const ran = await run(['status', '--data', data])
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('settings.json is damaged') })
    expect(readdirSync(data)).toContain('settings.json')
  })

  it('with 5 where the platform does not answer', async () => {
    writeFileSync(join(dir, 'key'), 'a-key\n')
    const from = ['--data', join(dir, 'away'), '--key-from', join(dir, 'key')]
    const ran = await run(['insert', '-', ...from, ...nowhere])
    expect(ran).toMatchObject({ code: 5, stderr: expect.stringContaining('cannot be reached') })
    expect(ran.stderr).not.toContain('    at ')
  })

  it('with 6 where the disk is full', async (context) => {
    if (!small.isMounted) context.skip('only root can mount a small disk, and not in every container')
    const { bsize, bavail } = statfsSync(small.dir)
    writeFileSync(join(small.dir, 'filling'), Buffer.alloc(bsize * bavail))
    const ran = await run(['status', '--data', join(small.dir, 'data')])
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining('The disk is full') })
    expect(ran.stderr).not.toContain('    at ')
  })
})
