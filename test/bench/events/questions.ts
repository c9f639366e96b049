import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { EventTag } from '#contract/platform/events.ts'
import { never } from '#contract/result.ts'
import { demoSite } from '#site/defaults.ts'
import { between, type Draw, pick } from '#site/demo/seeded-random.ts'
import { type EventHistory, vouchers } from './history.ts'

/** Those of the figures. */
export const kinds = ['newest', 'range', 'contains', 'histogram'] as const
export type Kind = (typeof kinds)[number]

/** What is asked, as both are told. */
export interface Question {
  readonly kind: Kind
  readonly cameraIds: readonly string[]
  readonly tagIds: readonly string[]
  readonly startMs: number
  readonly endMs: number
  readonly least: number
  readonly most: number
  readonly text: string
  readonly bucketMs: number
}

export const pageSize = 200
const buckets = 2_000
const dayMs = 86_400_000

export interface Asking {
  readonly history: EventHistory
  readonly cameraIds: readonly string[]
  readonly tags: readonly EventTag[]
}

/** Another one each time, so that nobody answers from what was asked before. */
export function ask(kind: Kind, { history, cameraIds, tags }: Asking, draw: Draw): Question {
  const { startMs, endMs } = history
  const idOf = (name: string) => tags.find((tag) => tag.name === name)?.id ?? ''
  const rangeOf = (days: number) => {
    const from = Math.floor(startMs + draw() * (endMs - startMs - days * dayMs))
    return { startMs: from, endMs: from + days * dayMs }
  }
  const all = { kind, cameraIds: [], tagIds: [idOf('sale')], least: 0, most: 0, text: '', bucketMs: 0 }
  switch (kind) {
    case 'newest': {
      const left = [...cameraIds]
      const nine = Array.from({ length: 9 }, () => left.splice(between(0, left.length - 1, draw), 1)[0] ?? '')
      const other = pick(['door', 'weighing'], draw)
      return { ...all, ...rangeOf(1), cameraIds: nine, tagIds: [idOf('sale'), idOf(other)] }
    }
    case 'range': {
      const least = between(10, 60, draw)
      return { ...all, ...rangeOf(7), least, most: least + between(1, 5, draw) }
    }
    case 'contains': {
      const text = vouchers[between(0, vouchers.length - 1, draw)] ?? ''
      return { ...all, startMs, endMs, text: `Voucher ${text}` }
    }
    case 'histogram': {
      // The same length from another instant, so that no bucket is the one that it was.
      const shiftMs = between(0, 1_000_000, draw)
      const bucketMs = (endMs - startMs) / buckets
      return {
        ...all,
        tagIds: tags.map(({ id }) => id),
        startMs: startMs - shiftMs,
        endMs: endMs - shiftMs,
        bucketMs,
      }
    }
    default:
      return never(kind)
  }
}

/** In the words of the interface. */
export function requestOf(question: Question): { readonly path: string; readonly body: object } {
  const { kind, cameraIds, tagIds, startMs, endMs, least, most, text, bucketMs } = question
  const asked = { orgId: demoSite.orgId, eventTypeIds: tagIds, start: startMs, end: endMs }
  const page = { ...asked, order: 'desc', limit: pageSize }
  switch (kind) {
    case 'newest':
      return { path: defaultPaths.eventSearch, body: { ...page, cameraIds } }
    case 'range': {
      const match = [{ field: 'amount', operator: 'between', value: least, value2: most }]
      return { path: defaultPaths.eventSearch, body: { ...page, match } }
    }
    case 'contains': {
      const match = [{ field: 'text', operator: 'contains', value: text }]
      return { path: defaultPaths.eventSearch, body: { ...page, match } }
    }
    case 'histogram':
      return { path: defaultPaths.eventHistogram, body: { ...asked, bucketMs } }
    default:
      return never(kind)
  }
}
