import type { Changes, ZoneChange } from './change-reader.ts'

/** What a bucket comes to. */
export interface BucketTally {
  readonly startMs: number
  /** People times milliseconds. */
  area: number
  maximum: number
  maximumAtMs: number
  entrances: number
  exits: number
}

export interface TallyOptions {
  readonly startMs: number
  /** What the zones counted before. */
  readonly counts: ReadonlyMap<number, number>
  /** Zones that come on top of the counter. */
  readonly shown: ReadonlySet<number>
  /** Zones whose sum the counter is reset to, none of those shown: people in them would count twice. */
  readonly resetting: ReadonlySet<number>
}

/**
 * How many there are, going through time once. The counter follows entrances and exits and is never below zero; the
 * zones shown come on top. What happens within one millisecond counts together, so that a maximum is one that lasted.
 */
export class Tally {
  readonly buckets: BucketTally[] = []
  readonly #options: TallyOptions
  #counter = 0
  #shown: number
  #resetting: number
  #atMs: number
  #bucket: BucketTally
  #changes: Changes = { fromMs: 0, moments: [], people: undefined, zones: [] }
  #nextMoment = 0
  #nextZone = 0

  constructor(options: TallyOptions) {
    const { startMs, counts, shown, resetting } = options
    this.#options = options
    this.#atMs = startMs
    this.#shown = sumOf(counts, shown)
    this.#resetting = sumOf(counts, resetting)
    this.#bucket = newBucket(startMs)
  }

  /** All that happens from now on until the next call. */
  feed(changes: Changes): void {
    this.#changes = changes
    this.#nextMoment = 0
    this.#nextZone = 0
  }

  /** Lets pass what happens before `untilMs`. The one loop that a million events go through: nothing in it is called. */
  pass(untilMs: number): void {
    const { fromMs, moments, people: passed, zones } = this.#changes
    const bucket = this.#bucket
    let counter = this.#counter
    let atMs = this.#atMs
    let nextMoment = this.#nextMoment
    for (;;) {
      const moment = moments[nextMoment] ?? Number.POSITIVE_INFINITY
      const afterMs = Math.floor(moment / 2)
      const passageMs = fromMs + afterMs
      const isExit = moment > afterMs * 2
      const zone = zones[this.#nextZone]
      const nextMs = zone !== undefined && zone.atMs <= passageMs ? zone.atMs : passageMs
      const stepMs = nextMs < untilMs ? nextMs : untilMs
      if (stepMs > atMs) {
        const people = counter + this.#shown
        bucket.area += people * (stepMs - atMs)
        if (people > bucket.maximum) {
          bucket.maximum = people
          bucket.maximumAtMs = atMs
        }
        atMs = stepMs
      }
      if (nextMs >= untilMs) break
      if (zone !== undefined && zone.atMs === nextMs) this.#count(zone)
      else {
        const count = passed === undefined ? 1 : (passed[nextMoment] ?? 0)
        nextMoment += 1
        if (isExit) {
          bucket.exits += count
          counter = counter > count ? counter - count : 0
        } else {
          bucket.entrances += count
          counter += count
        }
      }
    }
    this.#counter = counter
    this.#atMs = atMs
    this.#nextMoment = nextMoment
  }

  /** Resets the counter to `value`, or to what the zones count at this very instant. Returns what it took. */
  reset(value: number | 'zones'): number {
    const { zones } = this.#changes
    for (let zone = zones[this.#nextZone]; zone?.atMs === this.#atMs; zone = zones[this.#nextZone]) {
      this.#count(zone)
    }
    this.#counter = value === 'zones' ? this.#resetting : value
    return this.#counter
  }

  /** From now on another bucket. */
  openBucket(): void {
    this.#bucket = newBucket(this.#atMs)
    this.buckets.push(this.#bucket)
  }

  #count({ zone, by }: ZoneChange): void {
    if (this.#options.shown.has(zone)) this.#shown += by
    if (this.#options.resetting.has(zone)) this.#resetting += by
    this.#nextZone += 1
  }
}

function newBucket(startMs: number): BucketTally {
  return { startMs, area: 0, maximum: Number.NEGATIVE_INFINITY, maximumAtMs: startMs, entrances: 0, exits: 0 }
}

function sumOf(counts: ReadonlyMap<number, number>, zones: ReadonlySet<number>): number {
  let sum = 0
  for (const zone of zones) sum += counts.get(zone) ?? 0
  return sum
}
