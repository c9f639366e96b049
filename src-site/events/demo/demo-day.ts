import type { EventTag } from '#contract/platform/events.ts'
import type { PlatformCamera } from '#contract/platform/cameras.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'
import type { DemoPlatform, KeyedEvent } from './demo-platform.ts'
import { type DemoSource, demoSources, happeningsOf, MINUTE_MS, type Mode } from './demo-sources.ts'
import { localTime } from '../../demo/local-time.ts'

/** A source with the camera and the tag that it writes under. */
interface BoundSource {
  readonly source: DemoSource
  readonly camera: PlatformCamera
  readonly tag: EventTag
  readonly clock: ZoneClock
}

export interface DemoDayOptions {
  readonly platform: Pick<DemoPlatform, 'orgId' | 'cameras' | 'tags' | 'newestMs' | 'insert'>
  readonly seed: string
  /** How far back the history goes. */
  readonly days: number
}

/** A day's events of a source are made at a time. */
const MINUTES_A_STEP = 24 * 60
const DAY_MS = 86_400_000
/** The oldest events would be too old by the time they arrive. */
const MARGIN_MS = 3_600_000

/** What the demonstration's machines have said and say. */
export class DemoDay {
  readonly #options: DemoDayOptions
  readonly #sources: readonly BoundSource[]

  private constructor(options: DemoDayOptions, sources: readonly BoundSource[]) {
    this.#options = options
    this.#sources = sources
  }

  /** Those sources whose camera and tag are there. */
  static async of(options: DemoDayOptions): Promise<DemoDay> {
    const [cameras, tags] = await Promise.all([options.platform.cameras(), options.platform.tags()])
    const bound = demoSources.flatMap((source) => {
      const camera = cameras.find(({ number }) => number === source.cameraNumber)
      const tag = tags.find(({ name }) => name === source.tag)
      return camera && tag ? [{ source, camera, tag, clock: new ZoneClock(camera.timezone) }] : []
    })
    return new DemoDay(options, bound)
  }

  /** What is missing of the last days. Resolves to the number of events that were sent. */
  async fill(nowMs: number): Promise<number> {
    const sent = await Promise.all(this.#sources.map((source) => this.#fillOne(source, nowMs)))
    return sent.reduce((sum, events) => sum + events, 0)
  }

  /** Oldest first: after an end in the middle the newest event is where it goes on. */
  async #fillOne(bound: BoundSource, nowMs: number): Promise<number> {
    const { platform, days } = this.#options
    const newestMs = await platform.newestMs(bound.camera.id, bound.tag.id, nowMs)
    const fromMs = Math.max((newestMs ?? 0) + 1, nowMs - days * DAY_MS + MARGIN_MS)
    let sent = 0
    for (let minute = Math.floor(fromMs / MINUTE_MS); minute * MINUTE_MS <= nowMs; minute += MINUTES_A_STEP) {
      const events = this.#events(bound, minute, minute + MINUTES_A_STEP, 'history').filter(
        ({ timestamp }) => timestamp >= fromMs && timestamp <= nowMs,
      )
      await platform.insert(events)
      sent += events.length
    }
    return sent
  }

  /** All of one minute (since the epoch), ascending. */
  live(minute: number): KeyedEvent[] {
    return this.#sources
      .flatMap((source) => this.#events(source, minute, minute + 1, 'live'))
      .toSorted((one, other) => one.timestamp - other.timestamp)
  }

  #events(
    { source, camera, tag, clock }: BoundSource,
    fromMinute: number,
    untilMinute: number,
    mode: Mode,
  ): KeyedEvent[] {
    const { seed, platform } = this.#options
    const minutes = Array.from({ length: untilMinute - fromMinute }, (_, at) => fromMinute + at)
    return minutes.flatMap((minute) =>
      happeningsOf(source, seed, minute, mode, localTime(clock, minute * MINUTE_MS)).map((happening) => ({
        orgId: platform.orgId,
        cameraId: camera.id,
        eventTypeId: tag.id,
        ...happening,
      })),
    )
  }
}
