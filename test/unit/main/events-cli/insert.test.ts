import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { parseArguments } from '#main/events-cli/arguments.ts'
import { insert } from '#main/events-cli/insert.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { openStand } from '../core/events/outbox/outbox-stand.ts'

const lines = 6_000
const tags = [
  { id: 'tag-1', name: 'Sale', fields: [{ name: 'items', type: 'integer' as const, unit: undefined }] },
]

const line = (at: number) =>
  `${JSON.stringify({ camera: 1, tag: 'Sale', timestamp: 1_790_000_000_000 + at, items: at })}\n`

/** Lines of several pieces, while the platform takes nothing and nobody is patient. */
async function insertWhilePlatformIsAway(options: readonly string[], maxWaiting: number) {
  const { outbox, delivery } = openStand({ limits: { maxWaiting } })
  delivery.answer = () => ({ kind: 'later', error: { code: 'unreachable', message: 'It is away.' } })
  const dir = tempDir()
  writeFileSync(join(dir, 'till.jsonl'), Array.from({ length: lines }, (_, at) => line(at)).join(''))
  const given = parseArguments(['insert', 'till.jsonl', ...options], dir)
  if (given === undefined) throw new Error('no help is wanted')
  const inserted = await insert({
    source: given.source,
    wait: given.wait,
    client: {
      events: { tags: async () => ok(tags) },
      listsCamerasInPart: false,
      listCameras: async () => ok([{ id: 'c-1', name: 'Till', number: 1, group: '' }]),
    },
    typedTags: [],
    orgId: 'acme',
    outbox,
    signal: new AbortController().signal,
    printLine: () => undefined,
    limits: { maxAhead: 10, patienceMs: 0 },
  })
  return { ...inserted, depth: (await outbox.status()).depth }
}

it('ends where the platform has stopped while more waits than is read ahead', async () => {
  const { accepted, depth, stopped } = await insertWhilePlatformIsAway([], 200_000)
  expect(accepted).toBeLessThan(lines)
  expect(depth).toBe(accepted)
  expect(stopped).toBe(
    `Reading has stopped: ${depth} events wait, and the platform takes none. The next run goes on there.`,
  )
})

it('that does not wait keeps all of it', async () => {
  expect(await insertWhilePlatformIsAway(['--no-wait'], 200_000)).toMatchObject({
    accepted: lines,
    stopped: undefined,
  })
})

it('that does not wait ends where the outbox is full', async () => {
  const { accepted, stopped } = await insertWhilePlatformIsAway(['--no-wait'], 3_500)
  expect(accepted).toBeLessThan(lines)
  expect(stopped).toContain(`Reading has stopped: ${accepted} events wait`)
})
