/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bridgeChannels, RELAY_PORT_MESSAGE } from '#contract/wall/bridge.ts'
import type { SenderFrame } from '#main/electron/ipc-gate.ts'
import { startPreloadStage } from '#test/conformance/shell/preload-stage.ts'

let stage: Awaited<ReturnType<typeof startPreloadStage>>
beforeEach(async () => {
  stage = await startPreloadStage()
})
afterEach(() => stage.dispose())

/** The page's end of a relay, as it arrives. */
async function openRelay(): Promise<MessagePort> {
  const arrived = new Promise<MessagePort>((resolve) => {
    stage.window.addEventListener('message', (event) => {
      const { data, ports } = event as MessageEvent
      if (data === RELAY_PORT_MESSAGE && ports[0]) resolve(ports[0])
    })
  })
  stage.electron.bridge.requestRelay()
  return arrived
}

const strangers: { who: string; frame: SenderFrame | null }[] = [
  { who: 'a frame inside of our page', frame: { url: 'wall://app/index.html', parent: {} } },
  { who: 'another site', frame: { url: 'https://evil.example/', parent: null } },
  { who: 'a file', frame: { url: 'file:///tmp/x.html', parent: null } },
  { who: 'another host of our scheme', frame: { url: 'wall://evil/', parent: null } },
  { who: 'an empty document', frame: { url: '', parent: null } },
  { who: 'a frame that has gone', frame: null },
]

describe('the gate', () => {
  it.each(strangers)('answers no call of $who', async ({ frame }) => {
    stage.electron.frame = frame
    await expect(stage.electron.bridge.call('keys.set', { key: 'x' })).rejects.toThrow('refused')
    expect(stage.wall.calls).toEqual([])
    expect(stage.refused).toHaveLength(1)
  })

  it.each(strangers)('opens no relay for $who', async ({ frame }) => {
    stage.electron.frame = frame
    stage.electron.bridge.requestRelay()
    await expect.poll(() => stage.refused).toHaveLength(1)
    expect(stage.wall.relays).toEqual([])
  })

  it('has no other channels than those of the bridge', async () => {
    await expect(stage.electron.renderer.ipcRenderer.invoke('tessera:other')).rejects.toThrow('No handler')
  })

  it('closes for good when the bridge stops', async () => {
    stage.dispose()
    await expect(stage.electron.bridge.call('wall.hello', undefined)).rejects.toThrow('No handler')
    expect(stage.wall.openMonitors).toEqual([])
  })
})

describe('the preload', () => {
  it('exposes fixed functions and nothing of Electron', () => {
    expect([...stage.electron.exposed.keys()]).toEqual(['tessera'])
    const bridge = stage.electron.bridge
    expect(Object.keys(bridge)).toEqual(['call', 'onPush', 'requestRelay'])
    for (const member of Object.values(bridge)) expect(typeof member).toBe('function')
  })

  it('hands no event of Electron to the page', async () => {
    const pushed = new Promise<unknown[]>((resolve) => {
      stage.electron.bridge.onPush((...args) => resolve(args))
    })
    await openRelay()
    stage.wall.push('show', { entry: '7', isAlarm: false })
    expect(await pushed).toEqual(['show', { entry: '7', isAlarm: false }])
  })

  it('uses only channels of the bridge', async () => {
    const used: string[] = []
    const { ipcRenderer } = stage.electron.renderer
    const { invoke, send } = ipcRenderer
    ipcRenderer.invoke = (channel, ...args) => (used.push(channel), invoke(channel, ...args))
    ipcRenderer.send = (channel, ...args) => (used.push(channel), send(channel, ...args))
    await stage.electron.bridge.call('tessera:relay', undefined)
    stage.electron.bridge.requestRelay()
    expect(used).toEqual([bridgeChannels.call, bridgeChannels.relay])
  })
})

describe('the relay of a window', () => {
  it('ends with the window', async () => {
    await openRelay()
    stage.electron.contents.emit('destroyed')
    expect(stage.wall.relays[0]?.hasLeft).toBe(true)
  })

  it('is replaced when the page asks again, as after a reload', async () => {
    await openRelay()
    await openRelay()
    expect(stage.wall.relays.map((relay) => relay.hasLeft)).toEqual([true, false])
  })

  it('is not the one that the document before a reload had asked for', async () => {
    const first = openRelay()
    // As when main had answered that document, and the answer arrives after the reload.
    const foreign = new MessageChannel()
    const closed = once(foreign.port2, 'close')
    stage.electron.contents.postMessage(bridgeChannels.relay, 'of another document', [foreign.port1])
    const port = await first
    expect(port).not.toBe(foreign.port1)
    await closed
    port.postMessage(Uint8Array.from([1]))
    await expect
      .poll(() => stage.wall.relays.map(({ received }) => received))
      .toEqual([[Uint8Array.from([1])]])
  })

  it.each([undefined, null, 7, {}, 'x'.repeat(65)])(
    'is not given for a request without an id: %j',
    async (id) => {
      stage.electron.renderer.ipcRenderer.send(bridgeChannels.relay, id)
      await openRelay()
      expect(stage.wall.relays).toHaveLength(1)
    },
  )

  it('takes nothing but bytes', async () => {
    const port = await openRelay()
    for (const message of ['text', 7, null, { a: 1 }, [1, 2], new ArrayBuffer(4)]) port.postMessage(message)
    port.postMessage(Uint8Array.from([1, 2, 3]))
    await expect.poll(() => stage.wall.relays[0]?.received).toEqual([Uint8Array.from([1, 2, 3])])
    port.close()
    await expect.poll(() => stage.wall.relays[0]?.disposed).toBe(true)
  })
})
