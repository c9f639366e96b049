import type { WallError } from '#contract/errors.ts'
import type { CreateApiKeyRequest } from '#contract/platform/api-key.ts'
import {
  expiryUnits,
  type PlatformOverrides,
  platformOverridesSchema,
  type Spellings,
  spellingsOf,
  TICKET_LIFE_IN_MS,
} from '#contract/platform/assumptions.ts'
import type { CreateTicketRequest } from '#contract/platform/live-view.ts'
import type { Result } from '#contract/result.ts'
import { DictionaryCalls } from './dictionary-calls.ts'
import { EventCalls } from './event-calls.ts'
import type { Answered } from './failure.ts'
import { InsertCalls } from './insert-calls.ts'
import { KeyCalls } from './key-calls.ts'
import { OccupancyCalls } from './occupancy-calls.ts'
import { PlaybackCalls } from './playback-calls.ts'
import { type CallNeeds, type Exchange, type ExchangePorts, PlatformExchange } from './platform-exchange.ts'
import type { PlatformHealth } from './platform-findings.ts'
import {
  type ReadCamera,
  type ReadKey,
  type ReadTicket,
  readCameras,
  readKey,
  readTicket,
} from './read-answer.ts'

export interface PlatformClientPorts extends ExchangePorts {
  /** Of occupancy reports and dictionaries alone (assumption 32); the key where there is no other. */
  readonly occupancyCredential?: () => Promise<Result<string, WallError>>
  /** The organization of that key, as far as known. */
  readonly orgId: () => string | undefined
}

export interface MintedTicket extends ReadTicket {
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
  private readonly ports: PlatformClientPorts
  private readonly overrides: PlatformOverrides
  private readonly spellings: Spellings
  private readonly exchanges: PlatformExchange

  constructor(ports: PlatformClientPorts) {
    this.ports = ports
    this.overrides = ports.address.overrides ?? platformOverridesSchema.parse({})
    this.spellings = spellingsOf(this.overrides)
    const exchanges = new PlatformExchange(ports, this.overrides)
    this.exchanges = exchanges
    const needs: CallNeeds = {
      spellings: this.spellings,
      exchange: (exchange) => exchanges.exchange(exchange),
      confirm: (name) => exchanges.findings.confirm(name),
    }
    const { playbackTimeFormat: timeFormat, playbackStopMethod: stopMethod } = this.overrides
    this.playback = new PlaybackCalls({ ...needs, timeFormat, stopMethod })
    this.keys = new KeyCalls({
      ...needs,
      tryTicket: (cameraId, credential) => this.createTicket(cameraId, { call: 'tryKey', credential }),
    })
    this.insert = new InsertCalls(needs)
    this.events = new EventCalls({
      ...needs,
      openStream: (wish, signal) => exchanges.openStream(wish, signal),
      orgId: ports.orgId,
    })
    const credential = ports.occupancyCredential ?? ports.key
    this.occupancy = new OccupancyCalls({ ...needs, credential, members: this.overrides })
    this.dictionaries = new DictionaryCalls({ ...needs, credential, key: ports.key })
  }

  /** What one start of playback asks for (assumption 14). */
  get playbackWindowInMs(): number {
    return Number(this.overrides.playbackRangeMinutes) * 60_000
  }

  health(): PlatformHealth {
    return this.exchanges.findings.health()
  }

  /** Section 4.3. Never repeated after a failure that may have made a key. */
  async createApiKey(key: NewKey): Promise<Answered<ReadKey>> {
    const { expiresInSeconds, ...rest } = key
    const body: CreateApiKeyRequest = {
      ...rest,
      expiresIn: expiresInSeconds * expiryUnits[this.overrides.keyExpiryUnit],
    }
    const forgetPassword = this.ports.redactor.add(key.password)
    try {
      return await this.exchanges.exchange({
        call: 'createApiKey',
        method: 'POST',
        path: 'apiKey',
        withKey: false,
        body,
        sentences: {
          key_rejected: 'The platform does not accept this e-mail and password.',
          not_allowed: 'This account may not make keys for this organization.',
          not_found: 'The platform knows no call that makes keys at this address, or not this organization.',
          limit_reached: 'This organization has all the keys it may have. Delete one on the platform first.',
          rate_limited: 'The platform wants a pause before the next sign-in. Wait, then sign in again.',
        },
        read: (answer) => {
          const read = readKey(answer.text, this.spellings)
          if (read === undefined) return undefined
          this.exchanges.findings.confirm('keyResponse')
          this.exchanges.findings.judgeUnit(
            'keyExpiryUnit',
            answer,
            read.expiresAtMs,
            expiresInSeconds * 1_000,
          )
          return read
        },
      })
    } finally {
      forgetPassword()
    }
  }

  /** Assumption 24. */
  listCameras(): Promise<Answered<readonly ReadCamera[]>> {
    return this.exchanges.exchange({
      call: 'listCameras',
      method: 'GET',
      path: 'cameras',
      withKey: true,
      absent: 'not_found',
      sentences: { not_found: 'The platform offers no list of cameras at this address.' },
      read: (answer) => {
        const cameras = readCameras(answer.text, this.spellings)
        if (cameras !== undefined) this.exchanges.findings.confirm('cameraList')
        return cameras
      },
    })
  }

  /** Section 4.4. One attempt; the token broker decides about the next. */
  createTicket(
    cameraId: string,
    asked: Pick<Exchange<MintedTicket>, 'call' | 'credential'> = { call: 'createTicket' },
  ): Promise<Answered<MintedTicket>> {
    const body: CreateTicketRequest = {
      cameraId,
      expiresIn: (TICKET_LIFE_IN_MS / 1_000) * expiryUnits[this.overrides.ticketExpiryUnit],
    }
    return this.exchanges.exchange({
      ...asked,
      method: 'POST',
      path: 'participants',
      withKey: true,
      body,
      // For the page that is as if it had been dialled in vain: it shows the camera over HLS.
      meanings: { media_server_down: 'media_unreachable' },
      read: (answer) => {
        const ticket = readTicket(answer.text, this.spellings)
        if (ticket === undefined) return undefined
        this.exchanges.findings.confirm('ticketResponse')
        this.exchanges.findings.judgeUnit('ticketExpiryUnit', answer, ticket.expiresAtMs, TICKET_LIFE_IN_MS)
        return { ...ticket, lifeInMs: this.exchanges.findings.ticketLifeInMs(answer, ticket.expiresAtMs) }
      },
    })
  }

  /** Whether anything answers at the address, whatever it says. Sends no key. */
  ping(): Promise<Answered<{ readonly status: number }>> {
    return this.exchanges.ping()
  }

  /** What was found not to be there is asked for again: somebody wants to know, or the key is another one. */
  askAnew(): void {
    this.exchanges.absent.forget()
  }

  /** Calls under way fail with `unreachable`. */
  dispose(): void {
    this.exchanges.dispose()
  }
}
