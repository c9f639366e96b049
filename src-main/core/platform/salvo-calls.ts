import type { AnswerOf } from '#contract/platform/calls.ts'
import { ok } from '#contract/result.ts'
import { salvoSchema, type SharedSalvo } from '#contract/wall/salvo.ts'
import { parseJson } from '#contract/json.ts'
import type { PlatformResult } from './failure.ts'
import type { PlatformExchange } from './platform-exchange.ts'

export type SalvoVersion = AnswerOf<'saveWallSalvo'>

/** What is made of which version; the same change has the same id however often it is sent. */
export interface SentSalvo {
  readonly number: number
  readonly baseVersion: number
  readonly changeId: string
  readonly savedBy: string
  /** Undefined: it is removed. */
  readonly content: string | undefined
}

/** Salvos that walls share: assumption 38. */
export function salvoCalls(exchange: PlatformExchange) {
  return {
    list(): Promise<PlatformResult<readonly SalvoVersion[]>> {
      return exchange.call('listWallSalvos', {}, ({ items }) => items)
    },

    /** `bad_answer` also where another version of the program wrote it. */
    read(number: number): Promise<PlatformResult<SharedSalvo>> {
      return exchange.call('wallSalvo', { id: String(number) }, ({ content, ...saved }) => {
        const { data: salvo } = salvoSchema.safeParse(parseJson(content))
        return salvo?.number === number ? { salvo, ...saved } : undefined
      })
    },

    /** The new version; undefined of one that is removed. */
    async send({ number, content, ...change }: SentSalvo): Promise<PlatformResult<number | undefined>> {
      const id = String(number)
      if (content !== undefined)
        return exchange.call('saveWallSalvo', { id, body: { ...change, content } }, ({ version }) => version)
      const query = { baseVersion: String(change.baseVersion), changeId: change.changeId }
      const removed = await exchange.carryOut('removeWallSalvo', { id, query })
      return removed.ok ? ok(undefined) : removed
    },
  }
}

export type SalvoCalls = ReturnType<typeof salvoCalls>
