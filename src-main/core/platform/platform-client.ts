import type { CreateApiKeyRequest } from '#contract/platform/api-key.ts'
import { expiryUnits } from '#contract/platform/assumptions.ts'
import type { AnswerOf } from '#contract/platform/calls.ts'
import { TICKET_LIFE_IN_MS } from '#contract/platform/limits.ts'
import type { CreateTicketRequest } from '#contract/platform/live-view.ts'
import { eventCalls, insertCalls } from './event-calls.ts'
import type { PlatformResult } from './failure.ts'
import { keyCalls } from './key-calls.ts'
import { camerasOf, type ReadCamera } from './list-answers.ts'
import { dictionaryCalls, occupancyCalls } from './occupancy-calls.ts'
import { playbackCalls } from './playback-calls.ts'
import { salvoCalls } from './salvo-calls.ts'
import { type Asked, PlatformExchange } from './platform-exchange.ts'

export interface MintedTicket extends AnswerOf<'createTicket'> {
  /** How long it starts a stream, from the instant at which it was asked for; at most three minutes. */
  readonly lifeInMs: number
}

export interface NewKey extends Omit<CreateApiKeyRequest, 'expiresIn'> {
  readonly expiresInSeconds: number
}

/** The calls of one platform. A new address is a new client: what was learnt of one says nothing of another. */
export class PlatformClient extends PlatformExchange {
  readonly playback = playbackCalls(this)
  readonly insert = insertCalls(this)
  readonly salvos = salvoCalls(this)
  readonly keys = keyCalls(this, (cameraId, credential) => this.#mint('tryTicket', cameraId, { credential }))
  readonly events = eventCalls(this)
  readonly occupancy = occupancyCalls(this)
  readonly dictionaries = dictionaryCalls(this)

  /** What one start of playback asks for (assumption 14). */
  get playbackWindowInMs(): number {
    return Number(this.overrides.playbackRangeMinutes) * 60_000
  }

  /** Section 4.3. Never repeated after a failure that may have made a key. */
  async createApiKey(key: NewKey) {
    const { expiresInSeconds, ...rest } = key
    const body: CreateApiKeyRequest = {
      ...rest,
      expiresIn: expiresInSeconds * expiryUnits[this.overrides.keyExpiryUnit],
    }
    const forgetPassword = this.options.redactor.add(key.password)
    try {
      return await this.call('createApiKey', { body }, (made, { http }) => {
        this.findings.judgeUnit('keyExpiryUnit', http, made.expiresAtMs, expiresInSeconds * 1_000)
        return made
      })
    } finally {
      forgetPassword()
    }
  }

  /** Assumption 24. */
  listCameras(): Promise<PlatformResult<readonly ReadCamera[]>> {
    return this.call('listCameras', {}, (answer, { doubt }) => camerasOf(answer, doubt))
  }

  /** The last list of cameras was one page of several: what it does not name may be there. */
  get listsCamerasInPart(): boolean {
    return this.findings.isDoubted('listCameras')
  }

  /** Some of the last dictionaries were so. */
  get listsSourcesInPart(): boolean {
    return (['dictionaryEntrances', 'dictionaryZones', 'dictionarySchedules'] as const).some((call) =>
      this.findings.isDoubted(call),
    )
  }

  /** Section 4.4. One attempt; the token broker decides about the next. */
  createTicket(cameraId: string, timeoutInMs?: number): Promise<PlatformResult<MintedTicket>> {
    return this.#mint('createTicket', cameraId, { timeoutInMs })
  }

  #mint(
    call: 'createTicket' | 'tryTicket',
    cameraId: string,
    asked: Pick<Asked, 'timeoutInMs' | 'credential'>,
  ): Promise<PlatformResult<MintedTicket>> {
    const body: CreateTicketRequest = {
      cameraId,
      expiresIn: (TICKET_LIFE_IN_MS / 1_000) * expiryUnits[this.overrides.ticketExpiryUnit],
    }
    return this.call(call, { body, ...asked }, (ticket, { http }) => {
      const { expiresAtMs } = ticket
      this.findings.judgeUnit('ticketExpiryUnit', http, expiresAtMs, TICKET_LIFE_IN_MS)
      return { ...ticket, lifeInMs: this.findings.ticketLifeInMs(http, expiresAtMs) }
    })
  }
}
