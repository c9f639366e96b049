import type { WallError } from '#contract/errors.ts'
import type { PathName, Spellings } from '#contract/platform/assumptions.ts'
import type { Result } from '#contract/result.ts'
import type { Answered, Sentences } from './failure.ts'
import { occupancyStatuses } from './occupancy-calls.ts'
import type { CallNeeds } from './platform-exchange.ts'
import {
  type ReadEntrance,
  type ReadSchedule,
  type ReadZone,
  readEntrances,
  readSchedules,
  readZones,
} from './read-dictionaries.ts'

type Credential = () => Promise<Result<string, WallError>>

export interface DictionaryCallsPorts extends CallNeeds {
  /** Of occupancy alone, or the key where there is none (assumption 32). */
  readonly credential: Credential
  readonly key: Credential
}

/** What occupancy is made of: section 4.2 of the interface, assumptions 7 and 32. */
export class DictionaryCalls {
  readonly #ports: DictionaryCallsPorts

  constructor(ports: DictionaryCallsPorts) {
    this.#ports = ports
  }

  entrances(): Promise<Answered<readonly ReadEntrance[]>> {
    return this.#list('dictionaryEntrances', 'entrances and exits', readEntrances)
  }

  zones(): Promise<Answered<readonly ReadZone[]>> {
    return this.#list('dictionaryZones', 'counting zones', readZones)
  }

  schedules(): Promise<Answered<readonly ReadSchedule[]>> {
    return this.#list('dictionarySchedules', 'schedules', readSchedules)
  }

  /** The document asks for the key here and for another credential only in reports: what refuses one may take the other. */
  async #list<Value extends object>(
    path: PathName,
    what: string,
    read: (text: string, names: Spellings) => Value | undefined,
  ): Promise<Answered<Value>> {
    const ask = (credential: Credential) =>
      this.#ports.exchange({
        call: 'dictionaries',
        method: 'GET',
        path,
        withKey: true,
        credential,
        statuses: occupancyStatuses,
        sentences: sentencesOf(what),
        read: (answer) => {
          const list = read(answer.text, this.#ports.spellings)
          if (list !== undefined) this.#ports.confirm('dictionaries')
          return list
        },
      })
    const answer = await ask(this.#ports.credential)
    const isRefused = !answer.ok && ['key_rejected', 'not_allowed'].includes(answer.error.error.code)
    if (!isRefused) return answer
    const [own, key] = await Promise.all([this.#ports.credential(), this.#ports.key()])
    const isOther = own.ok && key.ok && own.value !== key.value
    return isOther ? ask(this.#ports.key) : answer
  }
}

function sentencesOf(what: string): Sentences {
  return {
    occupancy_unavailable: `This platform offers no list of ${what}.`,
    key_rejected: `The platform does not accept this wall’s credential for its list of ${what}. It may want another one than the API key: it is entered on the connection page, beside the key.`,
    not_allowed: `This wall’s credential may not read the list of ${what} of this organization. Ask an administrator of the platform.`,
  }
}
