import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { Child } from '../../stand/child.ts'
import { Program } from '../../stand/program.ts'
import { enterRequest } from './host-stage.ts'
import { listen } from '#test/stand/loopback.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

let dir: string
let child: Child | undefined
let flags: string[]
beforeEach(async () => {
  dir = tempDir()
  await mkdir(join(dir, 'renderer'))
  await writeFile(join(dir, 'renderer', 'index.html'), '<!doctype html>')
  flags = ['--data', join(dir, 'data'), '--renderer', join(dir, 'renderer')]
})
afterEach(async () => {
  await child?.stop()
  child = undefined
})

function start(args: readonly string[] = flags): Child {
  child = new Child('src-main/host/main.ts', args)
  return child
}

interface Ready {
  type: 'ready'
  url: string
}

async function enter(url: string): Promise<WebSocket> {
  const { origin, hash, host } = new URL(url)
  const socket = new WebSocket(`ws://${host}/shell`, { origin })
  await once(socket, 'open')
  socket.send(JSON.stringify(enterRequest(hash.slice(1))))
  await once(socket, 'message')
  return socket
}

describe('the host as a process', () => {
  it('tells its launcher where it is, who has come, how the tiles are, and that the last page is gone', async () => {
    const host = start()
    const { url } = await host.message<Ready>('ready')
    const socket = await enter(url)
    await host.message('connected')
    const report = { tiles: [{ tile: 0, cameraId: 'a', state: 'CONNECTING' }] }
    socket.send(JSON.stringify({ type: 'call', id: 1, name: 'wall.report', input: report }))
    expect(await host.message('tiles')).toEqual({
      type: 'tiles',
      wanted: 1,
      live: 0,
      states: { CONNECTING: 1 },
    })
    socket.close()
    await host.message('closed')
    expect(host.output).toBe('')
  })

  it('is the only program of its data folder, and takes it over from one that was killed', async () => {
    const first = start()
    await first.message('ready')
    const second = new Child('src-main/host/main.ts', flags)
    const ended = once(second.process, 'exit')
    expect(await second.message('failed')).toMatchObject({
      sentence: expect.stringContaining('Another Tessera is running with this data folder'),
      exitCode: 1,
    })
    expect((await ended)[0]).toBe(1)
    const killed = once(first.process, 'exit')
    first.process.kill('SIGKILL')
    await killed
    await start().message('ready')
  })

  it('stops when its launcher is gone', async () => {
    const host = start()
    await host.message('ready')
    const exited = once(host.process, 'exit')
    host.process.disconnect()
    expect((await exited)[0]).toBe(0)
  })

  it('stops in good order on a signal, with a page in it', async () => {
    const host = start()
    const { url } = await host.message<Ready>('ready')
    const socket = await enter(url)
    const closed = once(socket, 'close')
    expect(await host.stop('SIGTERM')).toBe(0)
    expect((await closed)[0]).toBe(1001)
  })

  it('says that a local site cannot be used', async () => {
    const host = start()
    await host.message('ready')
    const account = { email: 'a@b.example', password: 'hunter2', orgId: 'o' }
    const failed = once(host.process, 'message')
    host.send({
      type: 'embedded-site',
      baseUrl: 'http://127.0.0.1:1',
      liveViewUrl: 'ws://127.0.0.1:1',
      account,
    })
    expect((await failed)[0]).toMatchObject({ type: 'failed', exitCode: 1 })
    await host.stop()
    const logs = join(dir, 'data', 'logs')
    for (const file of await readdir(logs))
      expect(await readFile(join(logs, file), 'utf8')).not.toContain('hunter2')
  })

  it('prints its address when nobody else started it', async () => {
    const alone = new Program(['src-main/host/main.ts', ...flags])
    onTestFinished(() => void alone.process.kill('SIGKILL'))
    await alone.printed('Tessera: ')
    alone.process.kill('SIGINT')
    const stdout = expect.stringMatching(/^Tessera: http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}\n$/)
    expect(await alone.ended).toMatchObject({ code: 0, stdout })
  })
})

describe('a host that cannot start', () => {
  it.each([
    {
      what: 'a page that has not been built',
      args: () => ['--renderer', join(dir, 'nothing')],
      message: /not been built/,
    },
    { what: 'a wrong option', args: () => ['--layout', '7'], message: /--layout/, code: 2 },
  ])('says so in a sentence: $what', async ({ args, message, code = 1 }) => {
    const host = start(['--data', join(dir, 'data'), ...args()])
    const [exitCode]: number[] = await once(host.process, 'close')
    expect(exitCode).toBe(code)
    expect(host.output).toMatch(message)
    expect(host.output.trim().split('\n')).toHaveLength(1)
  })

  it('says so in a sentence: a port that is taken', async () => {
    const other = createServer()
    const host = start([...flags, '--port', String(await listen(other))])
    const [exitCode]: number[] = await once(host.process, 'close')
    other.close()
    expect(exitCode).toBe(1)
    expect(host.output).toBe('The port is taken by another program. Choose another with --port.\n')
    expect(host.messages).toMatchObject([{ type: 'failed', exitCode: 1 }])
  })

  it('shows its options on --help', async () => {
    const host = start(['--help'])
    expect((await once(host.process, 'close'))[0]).toBe(0)
    for (const flag of ['--data', '--platform', '--live-view-url', '--layout', '--port', '--renderer']) {
      expect(host.output).toContain(flag)
    }
  })
})
