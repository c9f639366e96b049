import { Room, RoomEvent } from 'livekit-client'
import { installRelay, PLACEHOLDER_TICKET, RelayExchange } from '#renderer/live/relay-exchange.ts'
import { pickShell } from '#renderer/shell/pick-shell.ts'

/** A page with LiveKit's client over the shell, as the wall uses it, and nothing else. */
const shell = pickShell(window)
const exchange = new RelayExchange(shell.relay)
installRelay(window, exchange)
shell.onLink((up) => exchange.setLink(up))

const room = new Room()
const seen: string[] = []
const watched = [
  RoomEvent.Connected,
  RoomEvent.SignalReconnecting,
  RoomEvent.Reconnecting,
  RoomEvent.Reconnected,
]
for (const event of watched) room.on(event, () => seen.push(event))

const relayPage = {
  shell,
  seen,
  sid: () => room.localParticipant.sid,
  /** Resolves with the code of the failure that the relay told, or `joined`. */
  async join(cameraId: string): Promise<string> {
    let failure = 'unknown'
    const { url } = exchange.address(cameraId, (error) => {
      failure = error.code
    })
    try {
      await room.connect(url, PLACEHOLDER_TICKET, { maxRetries: 0 })
      return 'joined'
    } catch {
      return failure
    }
  },
}
declare global {
  interface Window {
    relayPage: typeof relayPage
  }
}
window.relayPage = relayPage
