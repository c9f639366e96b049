import type { PathName, Spellings } from '#contract/platform/assumptions.ts'
import type { Answered } from './failure.ts'
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

/** What occupancy is made of: section 4.2 of the interface, assumption 7. */
export class DictionaryCalls {
  readonly #ports: CallNeeds

  constructor(ports: CallNeeds) {
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

  #list<Value extends object>(
    path: PathName,
    what: string,
    read: (text: string, names: Spellings) => Value | undefined,
  ): Promise<Answered<Value>> {
    return this.#ports.exchange({
      call: 'dictionaries',
      method: 'GET',
      path,
      withKey: true,
      statuses: occupancyStatuses,
      sentences: { occupancy_unavailable: `This platform offers no list of ${what}.` },
      read: (answer) => {
        const list = read(answer.text, this.#ports.spellings)
        if (list !== undefined) this.#ports.confirm('dictionaries')
        return list
      },
    })
  }
}
