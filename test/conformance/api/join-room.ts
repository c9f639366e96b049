import { SignalResponse } from '@livekit/protocol'
import { WebSocket } from 'ws'

export type Joined =
  | { readonly isIn: true; readonly room: string; readonly sid: string; readonly permission: Permission }
  | { readonly isIn: false; readonly status: number }

interface Permission {
  readonly canSubscribe: boolean
  readonly canPublish: boolean
  readonly canPublishData: boolean
  readonly hidden: boolean
}

/** Connects to a real LiveKit server as a player does, up to its first word, and leaves. */
export function joinRoom(liveViewUrl: string, token: string): Promise<Joined> {
  const socket = new WebSocket(`${liveViewUrl}/rtc?protocol=15&auto_subscribe=0`, {
    headers: { authorization: `Bearer ${token}` },
  })
  socket.binaryType = 'nodebuffer'
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => {
      resolve({ isIn: false, status: response.statusCode ?? 0 })
      response.destroy()
    })
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      const { message } = SignalResponse.fromBinary(data)
      if (message.case !== 'join') return
      const { room, participant } = message.value
      const {
        canSubscribe = false,
        canPublish = false,
        canPublishData = false,
        hidden = false,
      } = participant?.permission ?? {}
      resolve({
        isIn: true,
        room: room?.name ?? '',
        sid: participant?.sid ?? '',
        permission: { canSubscribe, canPublish, canPublishData, hidden },
      })
      socket.close()
    })
  })
}
