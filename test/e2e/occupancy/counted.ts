import { defaultPaths } from '#contract/platform/assumptions.ts'
import { entrancesResponse, schedulesResponse, zonesResponse } from '#contract/platform/dictionaries.ts'
import type { OccupancyEvent } from '#contract/platform/occupancy.ts'
import { ask, bearer, post } from '../../conformance/api/requests.ts'
import type { TestSite } from '../../conformance/start-site.ts'

/** What a site counts by, and its counters: over its public interface. */
export class Counted {
  readonly #site: TestSite
  readonly #key: string

  static async of(site: TestSite): Promise<Counted> {
    return new Counted(site, await site.apiKey('counter'))
  }

  private constructor(site: TestSite, key: string) {
    this.#site = site
    this.#key = key
  }

  async dictionaries() {
    const get = async (path: string) =>
      (await ask(`${this.#site.baseUrl}${path}`, { headers: bearer(this.#key) })).json
    return {
      entrances: entrancesResponse.parse(await get(defaultPaths.dictionaryEntrances)).items,
      zones: zonesResponse.parse(await get(defaultPaths.dictionaryZones)).items,
      schedules: schedulesResponse.parse(await get(defaultPaths.dictionarySchedules)).items,
    }
  }

  async insert(...events: readonly OccupancyEvent[]): Promise<void> {
    const { status, text } = await post(
      `${this.#site.baseUrl}${defaultPaths.occupancyEvents}`,
      { events },
      this.#key,
    )
    if (status >= 300 || text.includes('"success":false')) throw new Error(`not counted: ${status} ${text}`)
  }
}
