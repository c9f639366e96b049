import { ok, type Result } from '#contract/result.ts'
import type { WallError } from '#contract/errors.ts'
import type { Answered } from './failure.ts'
import type { CallNeeds } from './platform-exchange.ts'
import { type ReadCamera, type ReadKeyRecord, readCameras, readOwnKey } from './read-answer.ts'

type Credential = () => Promise<Result<string, WallError>>

export interface KeyCallsPorts extends CallNeeds {
  readonly tryTicket: (cameraId: string, credential: Credential) => Promise<Answered<unknown>>
}

const MOST_CAMERAS_TRIED = 3

const sentences = {
  key_rejected: 'The platform does not accept the new key.',
  not_allowed: 'The new key is valid but may not do what the wall needs.',
  not_found: 'The new key does not open the cameras of this wall.',
} as const

/** What is asked of keys beside their making: section 5 of the interface, assumption 36. */
export class KeyCalls {
  readonly #ports: KeyCallsPorts

  constructor(ports: KeyCallsPorts) {
    this.#ports = ports
  }

  /**
   * Whether the platform accepts a key that is not in use. The cameras that it opens, or undefined on a platform that
   * lists none, where a ticket for one of these cameras is asked for instead; without any nothing can be tried.
   */
  async tryOut(
    key: string,
    cameraIds: readonly string[],
  ): Promise<Answered<readonly ReadCamera[] | undefined>> {
    const credential = async () => ok(key)
    const listed = await this.#ports.exchange({
      call: 'tryKey',
      method: 'GET',
      path: 'cameras',
      withKey: true,
      credential,
      absent: 'not_found',
      sentences,
      read: (answer) => readCameras(answer.text, this.#ports.spellings),
    })
    if (listed.ok || !['not_found', 'refused'].includes(listed.error.error.code)) return listed
    let refused: Answered<undefined> = ok(undefined)
    // A list that was typed in may begin with a camera that is not there.
    for (const cameraId of cameraIds.slice(0, MOST_CAMERAS_TRIED)) {
      const ticket = await this.#ports.tryTicket(cameraId, credential)
      if (ticket.ok) return ok(undefined)
      refused = ticket
      if (ticket.error.error.code !== 'not_found') return refused
    }
    return refused
  }

  /** What the platform knows of the key in use. */
  own(): Promise<Answered<ReadKeyRecord>> {
    return this.#ports.exchange({
      call: 'listKeys',
      method: 'GET',
      path: 'apiKeys',
      withKey: true,
      absent: 'not_found',
      sentences: { not_found: 'The platform lists no keys at this address.' },
      read: (answer) => {
        const own = readOwnKey(answer.text, this.#ports.spellings)
        if (own !== undefined) this.#ports.confirm('apiKeys')
        return own
      },
    })
  }

  /** Asked with the key in use, or with that key itself. */
  revoke(id: string, credential?: Credential): Promise<Answered<true>> {
    return this.#ports.exchange({
      call: 'revokeKey',
      method: 'DELETE',
      path: 'apiKeys',
      id,
      withKey: true,
      absent: 'not_found',
      ...(credential === undefined ? {} : { credential }),
      sentences: { not_found: 'The platform has no such key, or no call that revokes one.' },
      read: () => {
        this.#ports.confirm('apiKeys')
        return true
      },
    })
  }
}
