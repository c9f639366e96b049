import { Room, type ReconnectPolicy } from 'livekit-client'
import { withoutDeviceListener } from './sdk-internals.ts'

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
  readonly #audio: AudioContext

  constructor(options: { maxIdle: number; sdkReconnectDelayMs: number }) {
    this.#maxIdle = options.maxIdle
    this.#sdkReconnectDelayMs = options.sdkReconnectDelayMs
    this.#audio = silentAudioContext()
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
    void this.#audio.close()
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
      webAudioMix: { audioContext: this.#audio },
      reconnectPolicy,
    }
    const room = withoutDeviceListener(() => new Room(options))
    const pooled: PooledRoom = { room, onWounded: undefined }
    return pooled
  }
}

/**
 * Without a context of ours each Room makes its own, 1.5 % of a core apiece, and the fifty-first never runs.
 * The wall is silent: one for all, asleep, and deaf to the SDK that would wake it at each connect.
 */
function silentAudioContext(): AudioContext {
  const context = new AudioContext()
  void context.suspend()
  context.resume = async () => undefined
  return context
}
