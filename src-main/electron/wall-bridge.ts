import type { IpcMainEvent, IpcMainInvokeEvent, MessageChannelMain, WebContents } from 'electron'
import { bridgeChannels } from '#contract/wall/bridge.ts'
import type { Dispatch } from '../core/dispatch.ts'
import type { WallMain } from '../core/wall-main.ts'
import type { IpcGate } from './ipc-gate.ts'
import { openRelayPipe } from './relay-pipe.ts'

export interface WallBridgeOptions {
  readonly wall: WallMain
  readonly dispatch: Dispatch
  readonly gate: IpcGate<IpcMainEvent | IpcMainInvokeEvent>
  readonly createChannel: () => MessageChannelMain
  /** Contents that show our page now. */
  readonly pages: () => readonly WebContents[]
}

/** Serves the wall to the windows: the other end of `preload.ts`. Returns the function that stops it. */
export function startWallBridge({
  wall,
  dispatch,
  gate,
  createChannel,
  pages,
}: WallBridgeOptions): () => void {
  /** One relay a window; a reloaded page gets a new one. */
  const pipes = new Map<number, () => void>()

  gate.answer(bridgeChannels.call, (_event, name, input) => dispatch.call(name, input))
  gate.hear(bridgeChannels.relay, ({ sender }) => {
    pipes.get(sender.id)?.()
    const { port1, port2 } = createChannel()
    pipes.set(sender.id, openRelayPipe(port1, wall))
    sender.postMessage(bridgeChannels.relay, null, [port2])
    sender.once('destroyed', () => {
      pipes.get(sender.id)?.()
      pipes.delete(sender.id)
    })
  })
  const stopPushes = wall.onPush((name, payload) => {
    for (const page of pages()) page.send(bridgeChannels.push, name, payload)
  })
  return () => {
    stopPushes()
    for (const close of pipes.values()) close()
    gate.dispose()
  }
}
