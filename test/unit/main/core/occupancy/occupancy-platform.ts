import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import {
  type OccupancyAnswer,
  type OccupancyDefinition,
  occupancyDefinitionSchema,
  type OccupancyRange,
} from '#contract/wall/occupancy.ts'
import type { OccupancyPollOptions } from '#main/core/occupancy/occupancy-poll.ts'

export const hall = occupancyDefinitionSchema.parse({ entrancesAndExits: ['hall'] })
export const doors = occupancyDefinitionSchema.parse({ entrancesAndExits: ['door-1', 'door-2'] })

/** A platform that counts as it is told. */
export class OccupancyPlatform {
  readonly asked: { readonly sources: readonly string[]; readonly range: OccupancyRange }[] = []
  /** Of the next calls. */
  failure: { readonly code: WallErrorCode; readonly retryAfterInMs?: number } | undefined
  /** Ranges up to this length. */
  refusesMs = 0
  hasCurve = true
  /** Before each answer. */
  think = async () => {}
  now = 12

  readonly report: OccupancyPollOptions['calls']['report'] = async (
    { entrancesAndExits }: OccupancyDefinition,
    range: OccupancyRange,
  ) => {
    this.asked.push({ sources: entrancesAndExits, range })
    await this.think()
    const lengthMs = range.endMs - range.startMs
    if (this.failure !== undefined) {
      const { code, retryAfterInMs } = this.failure
      return fail({ error: wallError(code), retryAfterInMs, maybeCarriedOut: false })
    }
    if (lengthMs <= this.refusesMs) return fail({ error: wallError('refused'), maybeCarriedOut: false })
    return ok(this.#compute(range))
  }

  /** Lengths of the ranges that were asked for, in order. */
  get lengths(): number[] {
    return this.asked.map(({ range }) => range.endMs - range.startMs)
  }

  #compute({ startMs, endMs }: OccupancyRange): OccupancyAnswer {
    const isShort = endMs - startMs <= 1_000
    const half = (startMs + endMs) / 2
    const buckets = [bucket(startMs, half, 4), bucket(half, endMs, 8)]
    return {
      average: isShort ? this.now : 6,
      maximum: 20,
      maximumAtMs: startMs,
      ...(this.hasCurve ? { buckets } : {}),
    }
  }
}

function bucket(startMs: number, endMs: number, average: number) {
  return { startMs, endMs, average, maximum: average }
}
