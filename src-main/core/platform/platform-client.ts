import type { CreateApiKeyRequest } from '#contract/platform/api-key.ts'
import {
  expiryUnits,
  type PlatformOverrides,
  platformOverridesSchema,
} from '#contract/platform/assumptions.ts'
import { TICKET_LIFE_IN_MS } from '#contract/platform/limits.ts'
import type { CreateTicketRequest } from '#contract/platform/live-view.ts'
import { type EventCalls, eventCalls, type InsertCalls, insertCalls } from './event-calls.ts'
import type { PlatformResult } from './failure.ts'
import { type KeyCalls, keyCalls, msOf } from './key-calls.ts'
import { camerasOf, type ReadCamera } from './list-answers.ts'
import {
  type DictionaryCalls,
  dictionaryCalls,
  type OccupancyCalls,
  occupancyCalls,
} from './occupancy-calls.ts'
import { type PlaybackCalls, playbackCalls } from './playback-calls.ts'
import { type SalvoCalls, salvoCalls } from './salvo-calls.ts'
import { type Asked, type Credential, type ExchangeOptions, PlatformExchange } from './platform-exchange.ts'
import type { PlatformHealth } from './platform-findings.ts'

export interface PlatformClientOptions extends ExchangeOptions {
  /** Of occupancy reports and dictionaries alone (assumption 32); the key where there is no other. */
  readonly occupancyCredential?: Credential
  /** The organization of that key, as far as known. */
  readonly orgId: () => string | undefined
}

export interface MintedTicket {
  readonly token: string
  readonly url: string | undefined
  readonly expiresAtMs: number | undefined
  /** How long it starts a stream, from the instant at which it was asked for; at most three minutes. */
  readonly lifeInMs: number
}

export interface NewKey extends Omit<CreateApiKeyRequest, 'expiresIn'> {
  readonly expiresInSeconds: number
}

/** The calls of one platform. A new address is a new client: what was learnt of one says nothing of another. */
export class PlatformClient {
  readonly playback: PlaybackCalls
  readonly insert: InsertCalls
  readonly keys: KeyCalls
  readonly events: EventCalls
  readonly occupancy: OccupancyCalls
  readonly dictionaries: DictionaryCalls
  readonly salvos: SalvoCalls
  readonly #options: PlatformClientOptions
  readonly #overrides: PlatformOverrides
  readonly #exchange: PlatformExchange

  constructor(options: PlatformClientOptions) {
    this.#options = options
    this.#overrides = options.address.overrides ?? platformOverridesSchema.parse({})
    const exchange = new PlatformExchange(options, this.#overrides)
    this.#exchange = exchange
    this.playback = playbackCalls(exchange, this.#overrides)
    this.keys = keyCalls(exchange, (cameraId, credential) =>
      this.#mint('tryTicket', cameraId, { credential }),
    )
    this.insert = insertCalls(exchange)
    this.salvos = salvoCalls(exchange)
    this.events = eventCalls(exchange, options.orgId)
    const credential = options.occupancyCredential ?? options.key
    this.occupancy = occupancyCalls(exchange, credential, options.key, this.#overrides)
    this.dictionaries = dictionaryCalls(exchange, credential, options.key)
  }

  /** What one start of playback asks for (assumption 14). */
  get playbackWindowInMs(): number {
    return Number(this.#overrides.playbackRangeMinutes) * 60_000
  }

  health(): PlatformHealth {
    return this.#exchange.findings.health()
  }

  /** Section 4.3. Never repeated after a failure that may have made a key. */
  async createApiKey(key: NewKey) {
    const { expiresInSeconds, ...rest } = key
    const body: CreateApiKeyRequest = {
      ...rest,
      expiresIn: expiresInSeconds * expiryUnits[this.#overrides.keyExpiryUnit],
    }
    const forgetPassword = this.#options.redactor.add(key.password)
    try {
      return await this.#exchange.call('createApiKey', { body }, (answer, { http }) => {
        const { id, name, key: made, orgId, expiresAt } = answer
        const expiresAtMs = msOf(expiresAt)
        const lifeInMs = expiresInSeconds * 1_000
        this.#exchange.findings.judgeUnit('keyExpiryUnit', http, expiresAtMs, lifeInMs)
        return { id, name, key: made, orgId, expiresAtMs }
      })
    } finally {
      forgetPassword()
    }
  }

  /** Assumption 24. */
  listCameras(): Promise<PlatformResult<readonly ReadCamera[]>> {
    return this.#exchange.call('listCameras', {}, (answer, { doubt }) => camerasOf(answer, doubt))
  }

  /** The last list of cameras was one page of several: what it does not name may be there. */
  get listsCamerasInPart(): boolean {
    return this.#exchange.findings.isDoubted('listCameras')
  }

  /** Some of the last dictionaries were so. */
  get listsSourcesInPart(): boolean {
    const { findings } = this.#exchange
    return (['dictionaryEntrances', 'dictionaryZones', 'dictionarySchedules'] as const).some((call) =>
      findings.isDoubted(call),
    )
  }

  /** Section 4.4. One attempt; the token broker decides about the next. */
  createTicket(cameraId: string, timeoutInMs?: number): Promise<PlatformResult<MintedTicket>> {
    return this.#mint('createTicket', cameraId, { timeoutInMs })
  }

  /** Whether anything answers at the address, whatever it says. Sends no key. */
  ping(): Promise<PlatformResult<{ readonly status: number }>> {
    return this.#exchange.ping()
  }

  /** Forgets which calls were absent: the operator tests them, or the key has changed. */
  askAnew(): void {
    this.#exchange.absent.forget()
  }

  /** Calls under way fail with `unreachable`. */
  dispose(): void {
    this.#exchange.dispose()
  }

  #mint(
    call: 'createTicket' | 'tryTicket',
    cameraId: string,
    asked: Pick<Asked, 'timeoutInMs' | 'credential'>,
  ): Promise<PlatformResult<MintedTicket>> {
    const body: CreateTicketRequest = {
      cameraId,
      expiresIn: (TICKET_LIFE_IN_MS / 1_000) * expiryUnits[this.#overrides.ticketExpiryUnit],
    }
    return this.#exchange.call(call, { body, ...asked }, ({ token, url, expiresAt }, { http }) => {
      const { findings } = this.#exchange
      const expiresAtMs = msOf(expiresAt)
      findings.judgeUnit('ticketExpiryUnit', http, expiresAtMs, TICKET_LIFE_IN_MS)
      return { token, url, expiresAtMs, lifeInMs: findings.ticketLifeInMs(http, expiresAtMs) }
    })
  }
}
