import { randomUUID } from 'node:crypto'
import type { IpcMainEvent, IpcMainInvokeEvent, MessageChannelMain, WebContents } from 'electron'
import { bridgeChannels, RELAY_REQUEST_MAX_LENGTH } from '#contract/wall/bridge.ts'
import type { Dispatch } from '../core/dispatch.ts'
import type { Page, WallMain } from '../core/wall-main.ts'
import type { IpcGate } from './ipc-gate.ts'
import { openRelayPipe } from './relay-pipe.ts'

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
