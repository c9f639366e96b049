import { Room, type ReconnectPolicy } from 'livekit-client'
import { withoutAudioContext, withoutDeviceListener } from './sdk-internals.ts'

/** A Room and who is to be told that its connection broke. */
export interface PooledRoom {
  readonly room: Room
  onWounded: (() => void) | undefined
}

/**
 * Rooms are reused: each holds listeners on `window` and `navigator`, and building one costs as much as a
 * handshake. A pooled Room is disconnected and has no listener of ours.
 */
export class RoomPool {
  readonly #idle: PooledRoom[] = []
  readonly #maxIdle: number
  readonly #sdkReconnectDelayMs: number

  constructor(options: { maxIdle: number; sdkReconnectDelayMs: number }) {
    this.#maxIdle = options.maxIdle
    this.#sdkReconnectDelayMs = options.sdkReconnectDelayMs
  }

  acquire(): PooledRoom {
    return this.#idle.pop() ?? this.#create()
  }

  /** Takes back a disconnected Room. */
  release(pooled: PooledRoom): void {
    pooled.onWounded = undefined
    pooled.room.removeAllListeners()
    if (this.#idle.length < this.#maxIdle) this.#idle.push(pooled)
  }

  dispose(): void {
    this.#idle.length = 0
  }

  #create(): PooledRoom {
    const reconnectPolicy: ReconnectPolicy = {
      nextRetryDelayInMs: () => {
        pooled.onWounded?.()
        return this.#sdkReconnectDelayMs
      },
    }
    const options = {
      adaptiveStream: false,
      dynacast: false,
      disconnectOnPageLeave: false,
      stopLocalTrackOnUnpublish: true,
      reconnectPolicy,
    }
    const room = withoutAudioContext(withoutDeviceListener(() => new Room(options)))
    const pooled: PooledRoom = { room, onWounded: undefined }
    return pooled
  }
}
