import type { WallError } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { fail, type Result } from '#contract/result.ts'
import type { CallInput, CallName, CallOutput, PushName, PushPayload } from '#contract/wall/calls.ts'
import {
  type HostAnswer,
  type HostRequest,
  MAX_OPEN_CALLS,
  proofText,
  type RelayPort,
  type WallShell,
} from '#contract/wall/shell.ts'
import { Listeners } from './listeners.ts'
import { PushListeners } from './push-listeners.ts'
import { retryDelayMs } from '../retry-delay.ts'
import { shellDefaults } from './shell-defaults.ts'
import { t } from '../language/language.ts'

export interface WebSocketShellOptions {
  /** `ws://host:port/shell` of the page's own origin. */
  readonly url: string
  readonly secret: string
  /** Which monitor of the wall this page is. */
  readonly monitor: number
  readonly random?: () => number
}

type Settle = (result: Result<unknown, WallError>) => void

interface WaitingCall {
  readonly id: number
  readonly name: CallName
  readonly input: unknown
  readonly settle: Settle
}

// Not from the contract's table: that would bring its zod schemas into the page.
const shellLost = (): WallError => ({ code: 'shell_lost', message: t('errors.shell_lost') })
const normalClosure = 1000
const policyViolation = 1008

/**
 * The shell of a plain browser. Reconnects for ever. Calls and frames during a try wait for its outcome; calls without
 * a connection fail at once; calls beyond `MAX_OPEN_CALLS` wait for an answer.
 */
export class WebSocketShell implements WallShell {
  readonly relay: RelayPort
  readonly #options: WebSocketShellOptions
  readonly #pushes = new PushListeners()
  readonly #links = new Listeners<{ readonly isUp: boolean; readonly isRefused: boolean }>()
  readonly #frames = new Listeners<Uint8Array>()
  readonly #open = new Map<number, Settle>()
  #waiting: WaitingCall[] = []
  #waitingFrames: Uint8Array<ArrayBuffer>[] = []
  readonly #key: Promise<CryptoKey | undefined>
  #socket: WebSocket | undefined
  /** The proof that the host of this connection has to send. */
  #hostProof: string | undefined
  #state: 'trying' | 'up' | 'down' | 'disposed' = 'down'
  #nextCallId = 1
  #failedTries = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: WebSocketShellOptions) {
    this.#options = options
    this.#key = importKey(options.secret)
    this.relay = {
      // Without a link nothing can be relayed; users of the port learn that by `onLink`.
      send: (frame) => {
        if (this.#state === 'up') this.#socket?.send(frame)
        else if (this.#state === 'trying') this.#waitingFrames.push(frame)
      },
      onFrame: (listener) => this.#frames.add(listener),
    }
    this.#try()
  }

  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<CallOutput<Name>, WallError>> {
    return new Promise((resolve) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host answers by the same table
      const settle: Settle = (result) => resolve(result as Result<CallOutput<Name>, WallError>)
      const id = this.#nextCallId
      this.#nextCallId += 1
      if (this.#state !== 'up' && this.#state !== 'trying') return settle(fail(shellLost()))
      this.#waiting.push({ id, name, input, settle })
      this.#askWaiting()
    })
  }

  subscribe<Name extends PushName>(name: Name, listener: (payload: PushPayload<Name>) => void): () => void {
    return this.#pushes.add(name, listener)
  }

  onLink(listener: (up: boolean, isRefused: boolean) => void): () => void {
    return this.#links.add(({ isUp, isRefused }) => listener(isUp, isRefused))
  }

  dispose(): void {
    if (this.#state === 'disposed') return
    this.#state = 'disposed'
    clearTimeout(this.#timer)
    this.#socket?.close(normalClosure)
    this.#failCalls()
  }

  #try(): void {
    this.#state = 'trying'
    const socket = new WebSocket(this.#options.url)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.addEventListener('open', () => void this.#enter(socket))
    socket.addEventListener('message', (event: MessageEvent<string | ArrayBuffer>) => {
      if (this.#socket !== socket || this.#state === 'disposed') return
      if (this.#state === 'up') this.#onMessage(event.data)
      else this.#onFirst(socket, event.data)
    })
    // 'close' follows every 'error' and is enough; a hung handshake gives neither.
    socket.addEventListener('close', (event) => this.#onDown(socket, event.code))
    this.#timer = setTimeout(() => {
      socket.close()
      this.#onDown(socket, undefined)
    }, shellDefaults.enterWithinMs)
  }

  async #enter(socket: WebSocket): Promise<void> {
    const nonce = base64Url(crypto.getRandomValues(new Uint8Array(16)))
    const key = await this.#key
    const proof = key && (await sign(key, 'page', nonce))
    const hostProof = key && (await sign(key, 'host', nonce))
    if (this.#socket !== socket) return
    this.#hostProof = hostProof
    // Without a secret no host lets this page in, and says so.
    this.#write({ type: 'enter', nonce, proof: proof ?? '', monitor: this.#options.monitor })
  }

  /** Until the host has proved that it is this page's own, nothing that it sends counts. */
  #onFirst(socket: WebSocket, data: string | ArrayBuffer): void {
    const proof = typeof data === 'string' ? proofOf(data) : undefined
    if (proof !== undefined && proof === this.#hostProof) return this.#onUp()
    socket.close()
    this.#onDown(socket, policyViolation)
  }

  #onMessage(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      this.#frames.notify(new Uint8Array(data))
      return
    }
    const answer: HostAnswer = JSON.parse(data)
    switch (answer.type) {
      case 'entered':
        return
      case 'answer':
        this.#open.get(answer.id)?.(answer.result)
        this.#open.delete(answer.id)
        this.#askWaiting()
        return
      case 'push':
        this.#pushes.notify(answer.name, answer.payload)
    }
  }

  #onUp(): void {
    clearTimeout(this.#timer)
    this.#state = 'up'
    this.#failedTries = 0
    this.#askWaiting()
    const frames = this.#waitingFrames
    this.#waitingFrames = []
    for (const frame of frames) this.#socket?.send(frame)
    this.#links.notify({ isUp: true, isRefused: false })
  }

  #onDown(socket: WebSocket, code: number | undefined): void {
    if (this.#socket !== socket || this.#state === 'disposed') return
    clearTimeout(this.#timer)
    const isRefused = this.#state === 'trying' && code === policyViolation
    this.#socket = undefined
    this.#hostProof = undefined
    this.#state = 'down'
    this.#failCalls()
    this.#timer = setTimeout(() => this.#try(), this.#retryInMs(code))
    this.#failedTries += 1
    this.#links.notify({ isUp: false, isRefused })
  }

  #retryInMs(code: number | undefined): number {
    if (code === policyViolation) return shellDefaults.refusedRetryInMs
    const { retryInMs, jitter } = shellDefaults
    return retryDelayMs(retryInMs, this.#failedTries, jitter, this.#options.random ?? Math.random)
  }

  #askWaiting(): void {
    while (this.#state === 'up' && this.#open.size < MAX_OPEN_CALLS) {
      const call = this.#waiting.shift()
      if (call === undefined) return
      const { settle, ...asked } = call
      this.#open.set(call.id, settle)
      this.#write({ type: 'call', ...asked })
    }
  }

  #failCalls(): void {
    const pending = [...this.#open.values(), ...this.#waiting.map((call) => call.settle)]
    this.#open.clear()
    this.#waiting = []
    this.#waitingFrames = []
    for (const settle of pending) settle(fail(shellLost()))
  }

  #write(request: HostRequest): void {
    this.#socket?.send(JSON.stringify(request))
  }
}

/** Undefined for a page that was opened without a secret. */
async function importKey(secret: string): Promise<CryptoKey | undefined> {
  if (secret === '') return undefined
  const bytes = new TextEncoder().encode(secret)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

async function sign(key: CryptoKey, who: 'page' | 'host', nonce: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(proofText(who, nonce)))
  return base64Url(new Uint8Array(signature))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The text may come from another host. */
function proofOf(text: string): string | undefined {
  const { type, proof }: Partial<Record<string, unknown>> = Object(parseJson(text))
  return type === 'entered' && typeof proof === 'string' ? proof : undefined
}
