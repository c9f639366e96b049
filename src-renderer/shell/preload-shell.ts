import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import { RELAY_PORT_MESSAGE, type TesseraBridge } from '#contract/wall/bridge.ts'
import type { CallInput, CallName, CallOutput, PushName, PushPayload } from '#contract/wall/calls.ts'
import type { RelayPort, WallShell } from '#contract/wall/shell.ts'
import { Listeners } from './listeners.ts'
import { PushListeners } from './push-listeners.ts'

/** The window, as far as the relay's port arrives by it. */
export type PortSource = Pick<Window, 'addEventListener' | 'removeEventListener'>

/** The shell of the installed application. Its link is the process itself: always up. */
export class PreloadShell implements WallShell {
  readonly relay: RelayPort
  readonly #bridge: TesseraBridge
  readonly #source: PortSource
  readonly #pushes = new PushListeners()
  readonly #frames = new Listeners<Uint8Array>()
  readonly #stopPushes: () => void
  #port: MessagePort | undefined
  /** Frames from before the port has arrived. */
  #early: Uint8Array<ArrayBuffer>[] = []

  constructor(bridge: TesseraBridge, source: PortSource) {
    this.#bridge = bridge
    this.#source = source
    this.#stopPushes = bridge.onPush((name, payload) => this.#pushes.notify(name, payload))
    this.relay = {
      send: (frame) => {
        if (this.#port === undefined) this.#early.push(frame)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
        else this.#port.postMessage(frame)
      },
      onFrame: (listener) => this.#frames.add(listener),
    }
    source.addEventListener('message', this.#onWindowMessage)
    bridge.requestRelay()
  }

  async call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<CallOutput<Name>, WallError>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- main answers by the same table
    return (await this.#bridge.call(name, input)) as Result<CallOutput<Name>, WallError>
  }

  subscribe<Name extends PushName>(name: Name, listener: (payload: PushPayload<Name>) => void): () => void {
    return this.#pushes.add(name, listener)
  }

  onLink(): () => void {
    return () => {}
  }

  dispose(): void {
    this.#stopPushes()
    this.#source.removeEventListener('message', this.#onWindowMessage)
    this.#port?.close()
  }

  readonly #onWindowMessage = (event: MessageEvent): void => {
    const port = event.ports[0]
    // Frames and other windows may post here too; only the window itself holds the preload.
    if (event.data !== RELAY_PORT_MESSAGE || event.source !== this.#source || port === undefined) return
    this.#source.removeEventListener('message', this.#onWindowMessage)
    this.#port = port
    port.addEventListener('message', (message: MessageEvent<unknown>) => {
      if (message.data instanceof Uint8Array) this.#frames.notify(message.data)
    })
    port.start()
    for (const frame of this.#early) port.postMessage(frame)
    this.#early = []
  }
}
