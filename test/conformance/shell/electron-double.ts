/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { TesseraBridge } from '#contract/wall/bridge.ts'
import { APP_URL } from '#main/electron/app-origin.ts'
import type { GatedEvent, IpcPort, SenderFrame } from '#main/electron/ipc-gate.ts'
import type { PipePort } from '#main/electron/wall-bridge.ts'

/** Main's view of a window, as far as the bridge uses it. */
export class ContentsDouble extends EventEmitter {
  readonly id: number
  readonly #toRenderer: EventEmitter

  constructor(id: number, toRenderer: EventEmitter) {
    super()
    this.id = id
    this.#toRenderer = toRenderer
  }

  send(channel: string, ...args: unknown[]): void {
    // A task of its own and a clone, as between processes.
    const cloned = structuredClone(args)
    setImmediate(() => this.#toRenderer.emit(channel, { ports: [] }, ...cloned))
  }

  postMessage(channel: string, message: unknown, ports: readonly MessagePort[]): void {
    setImmediate(() => this.#toRenderer.emit(channel, { ports }, message))
  }
}

export interface IpcDoubleEvent extends GatedEvent {
  readonly sender: ContentsDouble
}

/**
 * Electron's IPC between a renderer and main, with its structured clones; `sender` is the frame that every
 * message comes from. What a renderer would find as `electron` is `renderer`.
 */
export class ElectronDouble {
  frame: SenderFrame | null = { url: APP_URL, parent: null }
  readonly #toRenderer = new EventEmitter()
  readonly contents: ContentsDouble
  readonly #handlers: Map<string, Parameters<IpcPort<IpcDoubleEvent>['handle']>[1]>
  readonly #toMain: EventEmitter
  readonly exposed = new Map<string, unknown>()

  /** With another one: a second renderer of the same main. */
  constructor(first?: ElectronDouble) {
    this.contents = new ContentsDouble(first === undefined ? 1 : 2, this.#toRenderer)
    this.#handlers = first === undefined ? new Map() : first.#handlers
    this.#toMain = first === undefined ? new EventEmitter() : first.#toMain
  }

  readonly ipc: IpcPort<IpcDoubleEvent> = {
    handle: (channel, listener) => void this.#handlers.set(channel, listener),
    removeHandler: (channel) => void this.#handlers.delete(channel),
    on: (channel, listener) => this.#toMain.on(channel, listener),
    removeAllListeners: (channel) => this.#toMain.removeAllListeners(channel),
  }

  readonly renderer = {
    ipcRenderer: {
      invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
        const handler = this.#handlers.get(channel)
        if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
        const cloned = structuredClone(args)
        await new Promise((resolve) => setImmediate(resolve))
        return structuredClone(await handler(this.#event(), ...cloned))
      },
      send: (channel: string, ...args: unknown[]): void => {
        const cloned = structuredClone(args)
        setImmediate(() => this.#toMain.emit(channel, this.#event(), ...cloned))
      },
      on: (channel: string, listener: (...args: unknown[]) => void) => this.#toRenderer.on(channel, listener),
      off: (channel: string, listener: (...args: unknown[]) => void) =>
        this.#toRenderer.off(channel, listener),
    },
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown): void => void this.exposed.set(name, api),
    },
  }

  /** What the page finds as `window.tessera`, once the preload has run. */
  get bridge(): TesseraBridge {
    return this.exposed.get('tessera') as TesseraBridge
  }

  createChannel(): { port1: PipePort; port2: MessagePort } {
    const { port1, port2 } = new MessageChannel()
    return { port1: mainPort(port1), port2 }
  }

  #event(): IpcDoubleEvent {
    return { senderFrame: this.frame, sender: this.contents }
  }
}

/** `MessagePortMain` wraps what arrives into an event. */
function mainPort(port: MessagePort): PipePort {
  return {
    on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
      port.on(event, (data: unknown) => listener({ data })),
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
  }
}

/** A page's window, as far as the preload and the shell meet in it. */
export class WindowDouble extends EventTarget {
  readonly #port = Promise.withResolvers<void>()
  /** A port has been delivered. */
  readonly hasPort = this.#port.promise

  postMessage(data: unknown, _targetOrigin: string, ports: readonly MessagePort[]): void {
    this.deliver(data, this, ports)
  }

  /** A message as it arrives, from whoever `source` is. */
  deliver(data: unknown, source: unknown, ports: readonly MessagePort[]): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data, source, ports }))
    if (ports.length > 0) this.#port.resolve()
  }
}
