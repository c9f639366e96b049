import type { WallError } from '../errors.ts'
import type { Result } from '../result.ts'

/**
 * What Electron's preload puts into the page as `window.tessera`: fixed functions and nothing of Electron.
 * Free of zod on purpose, because the preload is bundled with it; main parses every call.
 */
export interface TesseraBridge {
  call(name: string, input: unknown): Promise<Result<unknown, WallError>>
  /** All pushes; returns the function that unsubscribes. */
  onPush(listener: (name: string, payload: unknown) => void): () => void
  /** The relay's port arrives as a `message` event of the window: data `RELAY_PORT_MESSAGE`, one port. */
  requestRelay(): void
}

export const RELAY_PORT_MESSAGE = 'tessera:relay-port'

/**
 * IPC channels between preload and main. A request for a relay carries an id of the preload's own, and so does the port
 * that answers it.
 */
export const bridgeChannels = {
  call: 'tessera:call',
  push: 'tessera:push',
  relay: 'tessera:relay',
} as const

/** A UUID has 36. */
export const RELAY_REQUEST_MAX_LENGTH = 64
