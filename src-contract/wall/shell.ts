import type { WallError } from '../errors.ts'
import type { Result } from '../result.ts'
import type { CallInput, CallName, CallOutput, PushName, PushPayload } from './calls.ts'

/**
 * The one object through which a page reaches the world. Electron's preload provides it over a gated IPC,
 * the browser host over a WebSocket; a page cannot tell which, and does not need to.
 */
export interface WallShell {
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<CallOutput<Name>, WallError>>
  /** Returns the function that unsubscribes. */
  subscribe<Name extends PushName>(name: Name, listener: (payload: PushPayload<Name>) => void): () => void
  /** Binary channel of the signalling relay (see `relay.ts`). */
  readonly relay: RelayPort
  /**
   * Not up while the shell itself does not answer; calls made then fail with `shell_lost`. `isRefused`: it does, and
   * does not let this page in.
   */
  onLink(listener: (up: boolean, isRefused: boolean) => void): () => void
}

export interface RelayPort {
  send(frame: Uint8Array<ArrayBuffer>): void
  /** Frames from main; returns the function that unsubscribes. */
  onFrame(listener: (frame: Uint8Array) => void): () => void
}

/**
 * What either side signs with the secret of this start (HMAC-SHA-256, base64url) to show that it knows it. The secret
 * itself is never sent: a program that got the host's port after the host has ended learns nothing, and cannot pass
 * for it. `nonce`: the page's, of this connection.
 */
export function proofText(who: 'page' | 'host', nonce: string): string {
  return `tessera ${who} ${nonce}`
}

/** Calls of one page of the host that have not been answered. */
export const MAX_OPEN_CALLS = 64

/** Frames of the host's WebSocket besides the relay's binary ones: JSON texts, the page speaks first. */
export type HostRequest =
  | { type: 'enter'; nonce: string; proof: string; monitor?: number }
  | { type: 'call'; id: number; name: CallName; input: unknown }
export type HostAnswer =
  | { type: 'entered'; proof: string }
  | { type: 'answer'; id: number; result: Result<unknown, WallError> }
  | { type: 'push'; name: PushName; payload: unknown }
