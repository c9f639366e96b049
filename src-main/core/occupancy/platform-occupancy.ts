import type { WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type {
  OccupancyAnswer,
  OccupancyDefinition,
  OccupancyDictionaries,
  OccupancyRange,
} from '#contract/wall/occupancy.ts'
import type { DictionaryCalls, OccupancyCalls } from '../platform/occupancy-calls.ts'
import {
  type FollowedReport,
  OccupancyPoll,
  type OccupancyPollOptions,
  type OccupancyState,
} from './occupancy-poll.ts'
import type { OccupancyCredential } from './occupancy-credential.ts'
import type { OccupancyWish } from './occupancy-watchers.ts'

export interface PlatformOccupancyOptions extends Omit<OccupancyPollOptions, 'onState'> {
  readonly calls: Pick<OccupancyCalls, 'report'>
  readonly dictionaries: Pick<DictionaryCalls, 'entrances' | 'zones' | 'schedules'>
  readonly credential: OccupancyCredential
  readonly onState: (key: string, state: OccupancyState) => void
}

/** All that concerns occupancy of one platform. */
export class PlatformOccupancy {
  readonly credential: OccupancyCredential
  readonly #options: PlatformOccupancyOptions
  readonly #polls = new Map<string, OccupancyPoll>()
  #wish: OccupancyWish = new Map()

  constructor(options: PlatformOccupancyOptions) {
    this.#options = options
    this.credential = options.credential
  }

  /**
   * A list that the platform does not offer or fails to send is left out. Fails only when none arrived and at least
   * one call failed for another reason than being absent.
   */
  async dictionaries(): Promise<Result<OccupancyDictionaries, WallError>> {
    const calls = this.#options.dictionaries
    const lists = await Promise.all([calls.entrances(), calls.zones(), calls.schedules()])
    const failed = lists.find((list) => !list.ok && list.error.error.code !== 'occupancy_unavailable')
    if (failed?.ok === false && !lists.some((list) => list.ok)) return fail(failed.error.error)
    const [entrances, zones, schedules] = lists
    return ok({
      ...(entrances.ok ? { entrances: [...entrances.value] } : {}),
      ...(zones.ok ? { zones: [...zones.value] } : {}),
      ...(schedules.ok ? { schedules: [...schedules.value] } : {}),
    })
  }

  async report(
    definition: OccupancyDefinition,
    range: OccupancyRange,
  ): Promise<Result<OccupancyAnswer, WallError>> {
    const answer = await this.#options.calls.report(definition, range)
    return answer.ok ? answer : fail(answer.error.error)
  }

  /** What is followed from now on. */
  want(wish: OccupancyWish): void {
    this.#wish = wish
    for (const [key, poll] of this.#polls) {
      if (wish.has(key)) continue
      poll.dispose()
      this.#polls.delete(key)
    }
    for (const [key, { isVisible, ...report }] of wish) {
      const poll = this.#polls.get(key)
      if (poll === undefined) this.#polls.set(key, this.#follow(key, report, isVisible))
      else poll.look(isVisible)
    }
  }

  /** The key is another one: what the old one was told may be of another organization. */
  reset(): void {
    this.#end()
    for (const key of this.#wish.keys()) this.#options.onState(key, { trend: [] })
    this.want(this.#wish)
  }

  /** The machine woke up: nothing is waited for. */
  wake(): void {
    for (const poll of this.#polls.values()) poll.wake()
  }

  dispose(): void {
    this.#end()
    this.credential.dispose()
  }

  #end(): void {
    for (const poll of this.#polls.values()) poll.dispose()
    this.#polls.clear()
  }

  #follow(key: string, report: FollowedReport, isVisible: boolean): OccupancyPoll {
    const onState = (state: OccupancyState) => this.#options.onState(key, state)
    return new OccupancyPoll({ ...this.#options, onState }, report, isVisible)
  }
}
