/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { describe, expect, it } from 'vitest'
import { RELAY_PORT_MESSAGE, type TesseraBridge } from '#contract/wall/bridge.ts'
import { PreloadShell } from '#renderer/shell/preload-shell.ts'
import { WindowDouble } from '#test/conformance/shell/electron-double.ts'

const bridge: TesseraBridge = {
  call: async () => ({ ok: true, value: undefined }),
  onPush: () => () => {},
  requestRelay: () => {},
}

function stage() {
  const window = new WindowDouble()
  const shell = new PreloadShell(bridge, window)
  const { port1, port2 } = new MessageChannel()
  const received: Uint8Array[] = []
  port2.addEventListener('message', ({ data }) => received.push(data as Uint8Array))
  port2.start()
  const deliver = (data: unknown, source: unknown) =>
    window.deliver(data, source, [port1] as unknown as Parameters<WindowDouble['deliver']>[2])
  return { window, shell, received, port2, deliver }
}

describe('PreloadShell', () => {
  it('sends what was said before the port had come, in order', async () => {
    const { window, shell, received, port2, deliver } = stage()
    shell.relay.send(Uint8Array.from([1]))
    shell.relay.send(Uint8Array.from([2]))
    deliver(RELAY_PORT_MESSAGE, window)
    shell.relay.send(Uint8Array.from([3]))
    await expect.poll(() => received.map((frame) => frame[0])).toEqual([1, 2, 3])
    shell.dispose()
    port2.close()
  })

  it.each([
    { what: 'another message', data: 'hello', own: true },
    { what: 'a port from a frame or another window', data: RELAY_PORT_MESSAGE, own: false },
  ])('takes no port from $what', async ({ data, own }) => {
    const { window, shell, received, port2, deliver } = stage()
    shell.relay.send(Uint8Array.from([1]))
    deliver(data, own ? window : {})
    await new Promise((resolve) => setImmediate(resolve))
    expect(received).toEqual([])
    shell.dispose()
    port2.close()
  })
})
