import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outboxDefaults } from '#main/core/events/outbox/defaults.ts'
import type { OutboxEvent } from '#main/core/events/outbox/event-outbox.ts'
import type { OutboxStore } from '#main/core/events/outbox/outbox-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { openTestStore } from '../core/events/outbox/outbox-stand.ts'
import { openSource } from './open-source.ts'

const fields = [
  { name: 'items', type: 'integer' as const },
  { name: 'note', type: 'text' as const },
]
const catalogue = {
  tags: [{ id: 'tag-1', name: 'Sale', fields }],
  cameras: [{ id: 'c-1', name: 'Till', number: 1 }],
}
const dayMs = 86_400_000
const startMs = 1_790_000_000_000

/** Runs of the command on a real outbox, to which a platform takes everything. */
class Runs {
  readonly #dir = tempDir()
  readonly #file = join(this.#dir, 'export')
  readonly store: OutboxStore = openTestStore(this.#dir)
  readonly sent: unknown[] = []
  nowMs = startMs

  write(content: string): void {
    writeFileSync(this.#file, content)
  }

  append(content: string): void {
    appendFileSync(this.#file, content)
  }

  async insert(...options: string[]) {
    const from = [this.#file, ...options] as const
    const { reader, refusals } = await openSource(catalogue, from, async (name) =>
      this.store.positionOf(name),
    )
    let [accepted, known, conflicts] = [0, 0, 0]
    for await (const { events, position } of reader.read()) {
      const taken = this.accept(events, position)
      accepted += taken?.accepted ?? 0
      known += taken?.known ?? 0
      conflicts += taken?.conflicts.length ?? 0
    }
    await reader.close()
    this.deliver()
    return { accepted, known, conflicts, refused: refusals.count }
  }

  accept(events: readonly OutboxEvent[], position?: { source: string; mark: string }) {
    return this.store.accept({ events, position, nowMs: this.nowMs, maxWaiting: 10_000 })
  }

  /** As the outbox does it, the forgetting included. */
  deliver(): void {
    const { nowMs } = this
    const { rememberSentInMs, maxRemembered: keep, purgeChunk: chunk } = outboxDefaults
    for (;;) {
      const order = {
        lease: `0.${nowMs}`,
        nowMs,
        monotonicMs: nowMs,
        leaseInMs: 1,
        limit: 200,
        maxDelayInMs: 1,
      }
      const { events } = this.store.claim(order)
      if (events.length === 0) break
      this.sent.push(...events.map((event) => event.fields['items']))
      this.store.settle({ lease: order.lease, nowMs, sent: events.map(({ id }) => id), dead: [], later: [] })
    }
    this.store.purge({ beforeMs: nowMs - rememberSentInMs, keep, chunk })
  }
}

const atMs = (item: number) => startMs - dayMs + item * 1_000
const json = (item: number, note = 'a') =>
  `{"camera":1,"tag":"Sale","timestamp":${atMs(item)},"items":${item},"note":${JSON.stringify(note)}}\n`

/** The same sales as four programs write them. */
const writings: readonly ((items: readonly number[]) => string)[] = [
  (items) => items.map((item) => json(item)).join(''),
  (items) =>
    items
      .map(
        (item) =>
          `{"fields":{"note":"a ","items":${item}},"time":"${new Date(atMs(item)).toISOString()}","cameraId":"c-1", "tag":"tag-1"} \r\n`,
      )
      .join(''),
  (items) =>
    `camera,tag,timestamp,items,note\n${items.map((item) => `1,Sale,${atMs(item)},${item},a\n`).join('')}`,
  (items) =>
    `\uFEFFnote;items;receipt;timestamp;tag;camera\r\n${items.map((item, at) => `"a"; ${item};${at};"${atMs(item)}";sale;Till\r\n`).join('')}`,
]

const receipt = (id: number, item: number) => json(item).replace('}', `,"receipt":${id}}`)

const counts = (items: readonly unknown[]) => {
  const grouped = [...Map.groupBy(items, (item) => Number(item))]
  return new Map(grouped.map(([item, equal]) => [item, equal.length]))
}

describe('an event without an id of its own', () => {
  it('is sent as often as it stands in the input that holds it most often', async () => {
    const exported = fc.record({
      items: fc.array(fc.nat(12), { maxLength: 20 }),
      writing: fc.nat(writings.length - 1),
      daysLater: fc.nat(39),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(exported, { maxLength: 8 }), async (exports) => {
        const runs = new Runs()
        const wanted = new Map<number, number>()
        for (const { items, writing, daysLater } of exports) {
          runs.write(writings[writing]?.(items) ?? '')
          const before = runs.sent.length
          const { accepted, known, refused } = await runs.insert()
          expect({ lines: accepted + known, refused }).toEqual({ lines: items.length, refused: 0 })
          for (const [item, count] of counts(items)) wanted.set(item, Math.max(count, wanted.get(item) ?? 0))
          expect(runs.sent.length - before).toBe(accepted)
          // Within the memory, whatever has been presented since; each export goes back to all of them.
          if (daysLater > 0) {
            runs.write(
              writings[0]?.([...wanted].flatMap(([item, n]) => Array.from({ length: n }, () => item))) ?? '',
            )
            runs.nowMs += daysLater * dayMs
            expect(await runs.insert()).toMatchObject({ accepted: 0 })
          }
        }
        expect(counts(runs.sent)).toEqual(wanted)
        runs.store.close()
      }),
      { seed: 20_261_122, numRuns: 60 },
    )
  })

  it('is one more where it is appended to a file that holds an equal one', async () => {
    const runs = new Runs()
    runs.write(json(1) + json(2))
    expect(await runs.insert()).toMatchObject({ accepted: 2, known: 0 })
    runs.append(json(2) + json(3))
    expect(await runs.insert()).toMatchObject({ accepted: 2, known: 0 })
    expect(runs.sent).toEqual([1, 2, 2, 3])
    expect(await runs.insert('--from-start')).toMatchObject({ accepted: 0, known: 4 })
  })

  it('is found where it was put into the middle of a file that begins and ends as before', async () => {
    const runs = new Runs()
    const first = Array.from({ length: 50 }, (_, at) => json(at)).join('')
    runs.write(first + json(90) + json(91))
    await runs.insert()
    runs.write(first + json(60) + json(90) + json(91))
    expect(await runs.insert()).toMatchObject({ accepted: 1, known: 52 })
    expect(runs.sent.at(-1)).toBe(60)
  })
})

describe('an event with an id of its own', () => {
  it('is sent once, and with other content it is a conflict', async () => {
    const runs = new Runs()
    runs.write(receipt(1, 1) + receipt(2, 1) + receipt(2, 1))
    expect(await runs.insert('--id-field', 'receipt')).toMatchObject({ accepted: 2, known: 1, conflicts: 0 })
    runs.write(receipt(3, 3) + receipt(2, 5) + receipt(1, 1))
    expect(await runs.insert('--id-field', 'receipt')).toMatchObject({ accepted: 1, known: 1, conflicts: 1 })
    expect(runs.sent).toEqual([1, 1, 3])
  })
})
