import { randomUUID } from 'node:crypto'
import type { IpcMainEvent, IpcMainInvokeEvent, MessageChannelMain, WebContents } from 'electron'
import { bridgeChannels, RELAY_REQUEST_MAX_LENGTH } from '#contract/wall/bridge.ts'
import type { Dispatch } from '../core/dispatch.ts'
import type { Page, WallMain } from '../core/wall-main.ts'
import type { IpcGate } from './ipc-gate.ts'

export interface WallBridgeOptions {
  readonly wall: WallMain
  readonly dispatch: Dispatch
  readonly gate: IpcGate<IpcMainEvent | IpcMainInvokeEvent>
  readonly createChannel: () => MessageChannelMain
  /** Number of the monitor that a window of ours fills. */
  readonly monitorOf: (contents: WebContents) => number
}

interface Visit {
  readonly page: Page
  end(): void
}

/** Serves the wall to the windows: the other end of `preload.ts`. Returns the function that stops it. */
export function startWallBridge({
  wall,
  dispatch,
  gate,
  createChannel,
  monitorOf,
}: WallBridgeOptions): () => void {
  /** One a window: a page that asks for its relay has just been loaded, and is another one than before. */
  const visits = new Map<number, Visit>()
  const followed = new WeakSet<WebContents>()

  function endVisit(contentsId: number): void {
    visits.get(contentsId)?.end()
    visits.delete(contentsId)
  }

  function beginVisit(contents: WebContents, openPipe = (): (() => void) => () => {}): Visit {
    const { id } = contents
    endVisit(id)
    const page = { id: randomUUID(), monitor: monitorOf(contents) }
    const closePage = wall.openPage(page, (name, payload) =>
      contents.send(bridgeChannels.push, name, payload),
    )
    const closePipe = openPipe()
    const visit = {
      page,
      end() {
        closePipe()
        closePage()
      },
    }
    visits.set(id, visit)
    if (!followed.has(contents)) {
      followed.add(contents)
      contents.once('destroyed', () => endVisit(id))
      contents.on('render-process-gone', () => endVisit(id))
    }
    return visit
  }

  gate.handle(bridgeChannels.call, ({ sender }, name, input) => {
    const { page } = visits.get(sender.id) ?? beginVisit(sender)
    return dispatch.call(name, input, page)
  })
  gate.on(bridgeChannels.relay, ({ sender }, request) => {
    if (typeof request !== 'string' || request.length > RELAY_REQUEST_MAX_LENGTH) return
    beginVisit(sender, () => {
      const { port1, port2 } = createChannel()
      const closePipe = openRelayPipe(port1, wall)
      sender.postMessage(bridgeChannels.relay, request, [port2])
      return closePipe
    })
  })
  return () => {
    for (const id of visits.keys()) endVisit(id)
    gate.dispose()
  }
}

/** Main's end of a message channel: `MessagePortMain`, as far as it is used here. */
export interface PipePort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: unknown): void
  start(): void
  close(): void
}

/** Connects a page's end of the relay with the wall, until either end closes. */
function openRelayPipe(port: PipePort, wall: Pick<WallMain, 'openRelay'>): () => void {
  let open = true
  const session = wall.openRelay((frame) => {
    if (open) port.postMessage(frame)
  })
  function close(): void {
    if (!open) return
    open = false
    session.leave()
    port.close()
  }
  port.on('message', ({ data }) => {
    // A page of ours sends nothing else; what is in the bytes is the relay's to judge.
    if (open && data instanceof Uint8Array) session.receive(data)
  })
  port.on('close', close)
  port.start()
  return close
}
