import { isOwnUrl } from './app-origin.ts'

/** What a gate needs to know of the frame that sends. */
export interface SenderFrame {
  readonly url: string
  /** Null for the main frame. */
  readonly parent: object | null
}

export interface GatedEvent {
  /** Null when the frame has navigated or gone meanwhile. */
  readonly senderFrame: SenderFrame | null
}

/** `ipcMain`, as far as it is used here. Only this file names it. */
export interface IpcPort<Event extends GatedEvent> {
  handle(channel: string, listener: (event: Event, ...args: unknown[]) => Promise<unknown>): void
  removeHandler(channel: string): void
  on(channel: string, listener: (event: Event, ...args: unknown[]) => void): unknown
  removeAllListeners(channel: string): unknown
}

/** Whether a message comes from a document of ours that is the main frame of its window. */
export function isOurFrame(event: GatedEvent): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isOwnUrl(frame.url)
}

/** The only way from a renderer into main. Refuses every sender but our page before it reads the message. */
export class IpcGate<Event extends GatedEvent> {
  readonly #ipc: IpcPort<Event>
  readonly #onRefused: (channel: string, url: string) => void
  readonly #undo: (() => void)[] = []

  constructor(ipc: IpcPort<Event>, onRefused: (channel: string, url: string) => void) {
    this.#ipc = ipc
    this.#onRefused = onRefused
  }

  /** A call with an answer. Senders that are not ours get a rejection without a reason. */
  handle(channel: string, handler: (event: Event, ...args: unknown[]) => Promise<unknown>): void {
    this.#ipc.handle(channel, async (event, ...args) => {
      if (!this.#passes(channel, event)) throw new Error('refused')
      return handler(event, ...args)
    })
    this.#undo.push(() => this.#ipc.removeHandler(channel))
  }

  /** A message without an answer. */
  on(channel: string, handler: (event: Event, ...args: unknown[]) => void): void {
    this.#ipc.on(channel, (event, ...args) => {
      if (this.#passes(channel, event)) handler(event, ...args)
    })
    this.#undo.push(() => this.#ipc.removeAllListeners(channel))
  }

  dispose(): void {
    for (const undo of this.#undo.splice(0)) undo()
  }

  #passes(channel: string, event: Event): boolean {
    if (isOurFrame(event)) return true
    this.#onRefused(channel, event.senderFrame?.url ?? '(gone)')
    return false
  }
}
