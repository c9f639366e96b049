import { Room, type ReconnectPolicy } from 'livekit-client'
import type { LiveDefaults } from './defaults.ts'
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
  readonly #limits: LiveDefaults['link']

  constructor(limits: LiveDefaults['link']) {
    this.#limits = limits
  }

  acquire(): PooledRoom {
    return this.#idle.pop() ?? this.#create()
  }

  /** Takes back a disconnected Room. */
  release(pooled: PooledRoom): void {
    pooled.onWounded = undefined
    pooled.room.removeAllListeners()
    if (this.#idle.length < this.#limits.pooledRooms) this.#idle.push(pooled)
  }

  dispose(): void {
    this.#idle.length = 0
  }

  #create(): PooledRoom {
    const reconnectPolicy: ReconnectPolicy = {
      nextRetryDelayInMs: () => {
        pooled.onWounded?.()
        return this.#limits.sdkReconnectDelayMs
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
