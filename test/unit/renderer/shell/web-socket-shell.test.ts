import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { ok } from '#contract/result.ts'
import { MAX_OPEN_CALLS } from '#contract/wall/shell.ts'
import { WebSocketShell } from '#renderer/shell/web-socket-shell.ts'
import { browserWebSocket, proofOf } from '#test/conformance/shell/host-stage.ts'
import { portOf } from '#test/stand/loopback.ts'

const SECRET = 's3cret'

/** A host of the test's own: says only what it is told to say. */
class HostDouble {
  readonly sockets: WebSocket[] = []
  readonly received: unknown[] = []
  onSocket: (socket: WebSocket) => void = (socket) => this.letIn(socket)
  port = 0
  #server: WebSocketServer | undefined

  async start(): Promise<void> {
    const server = new WebSocketServer({ port: this.port, host: '127.0.0.1' })
    this.#server = server
    server.on('connection', (socket) => {
      this.sockets.push(socket)
      this.onSocket(socket)
    })
    await once(server, 'listening')
    this.port = portOf(server)
  }

  letIn(socket: WebSocket): void {
    socket.on('message', (data: Buffer, isBinary) => {
      const message: { type?: string; nonce?: string } = isBinary ? data : JSON.parse(data.toString())
      this.received.push(message)
      if (message.type !== 'enter') return
      const proof = proofOf('host', SECRET, String(message.nonce))
      socket.send(JSON.stringify({ type: 'entered', proof }))
    })
  }

  async stop(): Promise<void> {
    if (this.#server === undefined) return
    for (const socket of this.sockets) socket.terminate()
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server = undefined
    await closed
  }
}

let host: HostDouble
let shell: WebSocketShell
const links: boolean[] = []

beforeEach(async () => {
  vi.stubGlobal('WebSocket', browserWebSocket('http://page'))
  host = new HostDouble()
  await host.start()
  links.length = 0
})
afterEach(async () => {
  vi.useRealTimers()
  shell.dispose()
  await host.stop()
  vi.unstubAllGlobals()
})

function open(): WebSocketShell {
  shell = new WebSocketShell({
    url: `ws://127.0.0.1:${host.port}/shell`,
    secret: SECRET,
    monitor: 2,
    random: () => 0.5,
  })
  shell.onLink((up) => links.push(up))
  return shell
}

describe('WebSocketShell', () => {
  it('shows that it knows its secret before anything else, and never the secret', async () => {
    open()
    void shell.call('wall.hello', undefined)
    await expect.poll(() => host.received).toHaveLength(2)
    const [entering, call] = host.received as [{ nonce: string }, unknown]
    expect(entering).toEqual({
      type: 'enter',
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      proof: proofOf('page', SECRET, entering.nonce),
      monitor: 2,
    })
    expect(call).toEqual({ type: 'call', id: 1, name: 'wall.hello' })
    expect(JSON.stringify(host.received)).not.toContain(SECRET)
  })

  it.each([
    ['no proof', () => ({ type: 'entered' })],
    ['the proof of the page itself', ({ proof }: { proof: string }) => ({ type: 'entered', proof })],
    [
      'the proof of another secret',
      ({ nonce }: { nonce: string }) => ({ type: 'entered', proof: proofOf('host', 'other', nonce) }),
    ],
    ['a push instead', () => ({ type: 'push', name: 'show', payload: { entry: '7', isAlarm: false } })],
    ['nonsense', () => null],
  ])('believes nothing of a host that answers with %s', async (_what, answer) => {
    const shown: string[] = []
    const received: unknown[] = []
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    host.onSocket = (socket) => {
      socket.once('close', () => resolve())
      socket.on('message', (data: Buffer) => {
        received.push(JSON.parse(data.toString()))
        socket.send(JSON.stringify(answer(JSON.parse(data.toString()))))
        socket.send(JSON.stringify({ type: 'push', name: 'show', payload: { entry: '8', isAlarm: false } }))
      })
    }
    open()
    shell.subscribe('show', ({ entry }) => shown.push(entry))
    expect(await shell.call('wall.hello', undefined)).toMatchObject({ error: { code: 'shell_lost' } })
    await closed
    expect(links).toEqual([false])
    expect(shown).toEqual([])
    expect(received).toHaveLength(1)
  })

  it('never has more calls open than its host takes, and makes the others as answers come', async () => {
    open()
    const answers = Array.from({ length: MAX_OPEN_CALLS + 2 }, () => shell.call('cameras.refresh', undefined))
    await expect.poll(() => host.received).toHaveLength(1 + MAX_OPEN_CALLS)
    const answer = (id: number) =>
      host.sockets[0]?.send(JSON.stringify({ type: 'answer', id, result: ok({ cameras: [] }) }))
    answer(7)
    expect(await answers[6]).toEqual(ok({ cameras: [] }))
    await expect.poll(() => host.received.at(-1)).toMatchObject({ id: MAX_OPEN_CALLS + 1 })
    expect(host.received).toHaveLength(2 + MAX_OPEN_CALLS)
    await host.stop()
    expect(await answers.at(-1)).toMatchObject({ error: { code: 'shell_lost' } })
  })

  it('tells when its link is up and when it is down', async () => {
    open()
    await expect.poll(() => links).toEqual([true])
    await host.stop()
    await expect.poll(() => links[1]).toBe(false)
  })

  it('fails open calls when the link goes', async () => {
    open()
    const answer = shell.call('wall.hello', undefined)
    await expect.poll(() => host.received).toHaveLength(2)
    host.sockets[0]?.terminate()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'shell_lost' } })
  })

  it('fails calls at once while there is no link and none is being tried', async () => {
    open()
    await expect.poll(() => links).toEqual([true])
    const down = new Promise<unknown>((resolve) => {
      shell.onLink((up) => {
        if (!up) resolve(shell.call('wall.hello', undefined))
      })
    })
    await host.stop()
    expect(await down).toMatchObject({ ok: false, error: { code: 'shell_lost' } })
  })

  it('fails calls that waited for a try which did not succeed', async () => {
    await host.stop()
    open()
    expect(await shell.call('wall.hello', undefined)).toMatchObject({
      ok: false,
      error: { code: 'shell_lost' },
    })
  })

  it('comes back to its host by itself, and calls work again', async () => {
    open()
    await expect.poll(() => links).toEqual([true])
    await host.stop()
    await expect.poll(() => links.at(-1)).toBe(false)
    host.onSocket = (socket) => {
      host.letIn(socket)
      socket.on('message', (data: Buffer) => {
        const { id }: { id?: number } = JSON.parse(data.toString())
        if (id !== undefined)
          socket.send(JSON.stringify({ type: 'answer', id, result: { ok: true, value: [] } }))
      })
    }
    await host.start()
    await expect.poll(() => links.at(-1), { timeout: 10_000 }).toBe(true)
    expect(await shell.call('connection.test', undefined)).toEqual({ ok: true, value: [] })
  })

  it('keeps its subscriptions over a lost link', async () => {
    open()
    const entries: string[] = []
    shell.subscribe('show', ({ entry }) => entries.push(entry))
    await expect.poll(() => links).toEqual([true])
    host.sockets[0]?.terminate()
    await expect.poll(() => links).toEqual([true, false, true])
    host.sockets[1]?.send(
      JSON.stringify({ type: 'push', name: 'show', payload: { entry: '7', isAlarm: false } }),
    )
    await expect.poll(() => entries).toEqual(['7'])
  })

  it('sends relay frames of a page that is still coming in, after its secret', async () => {
    open()
    shell.relay.send(Uint8Array.from([1]))
    await expect.poll(() => host.received).toHaveLength(2)
    expect(host.received[1]).toEqual(Buffer.from([1]))
  })

  it('drops relay frames while there is no link, rather than sending them late', async () => {
    host.onSocket = (socket) => socket.close()
    open()
    shell.relay.send(Uint8Array.from([1]))
    await expect.poll(() => links).toEqual([false])
    shell.relay.send(Uint8Array.from([2]))
    host.onSocket = (socket) => host.letIn(socket)
    await expect.poll(() => links.at(-1), { timeout: 5_000 }).toBe(true)
    shell.relay.send(Uint8Array.from([3]))
    await expect.poll(() => host.received).toHaveLength(2)
    expect(host.received[1]).toEqual(Buffer.from([3]))
  })

  it('does not hammer a host that refuses it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    host.onSocket = (socket) => socket.close(1008, 'wrong secret')
    const refused: boolean[] = []
    open().onLink((_up, isRefused) => void refused.push(isRefused))
    await vi.waitFor(() => expect(links).toEqual([false]), { timeout: 10_000 })
    expect(refused).toEqual([true])
    await vi.advanceTimersByTimeAsync(14_000)
    expect(host.sockets).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    vi.useRealTimers()
    await expect.poll(() => host.sockets.length).toBe(2)
  })

  it('gives up a handshake that hangs, and tries again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    host.onSocket = () => {}
    open()
    // A look at fake timers moves them by as much as it waits.
    await vi.waitFor(() => expect(host.sockets).toHaveLength(1), { timeout: 10_000, interval: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(links).toEqual([false])
    await vi.advanceTimersByTimeAsync(100)
    vi.useRealTimers()
    await expect.poll(() => host.sockets.length).toBe(2)
  })

  it('is silent after it has been disposed of', async () => {
    open()
    await expect.poll(() => links).toEqual([true])
    const pending = shell.call('wall.hello', undefined)
    shell.dispose()
    expect(await pending).toMatchObject({ ok: false, error: { code: 'shell_lost' } })
    await expect.poll(() => host.sockets[0]?.readyState).toBe(3)
    expect(links).toEqual([true])
  })
})
