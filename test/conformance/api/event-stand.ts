import { onTestFinished } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { PathName } from '#contract/platform/calls.ts'
import {
  type EventTag,
  eventHistogramResponse,
  eventTagSchema,
  eventTagsResponse,
  searchEventsResponse,
} from '#contract/platform/events.ts'
import type { ScryptCost } from '#site/accounts/password-hasher.ts'
import { EventPart } from '#site/events/event-part.ts'
import { prepareEventDatabase } from '#site/store/event-database.ts'
import { apiStand } from './api-stand.ts'
import { type Answer, ask, bearer, expectOk, post } from './requests.ts'

export const noon = Date.UTC(2026, 10, 20, 12)

export const saleTag = {
  name: 'sale',
  fields: [
    { name: 'amount', type: 'decimal', unit: 'EUR' },
    { name: 'items', type: 'integer' },
    { name: 'card', type: 'boolean' },
    { name: 'text', type: 'text' },
  ],
} as const

/** What one organization can do. Each of the two has cameras `<name>-cam-1` to `-9`. */
export interface EventClient {
  readonly orgId: string
  readonly key: string
  send(path: PathName, body: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: PathName): Promise<Answer>
  createTag(tag: unknown): Promise<EventTag>
  /** A whole event of the tag at noon at the first camera, but for what is named. */
  event(tag: EventTag, changes?: Record<string, unknown>): Record<string, unknown>
  insert(tag: EventTag, changes?: Record<string, unknown>): Promise<void>
  search(question?: Record<string, unknown>): Promise<ReturnType<typeof searchEventsResponse.parse>>
  histogram(question: Record<string, unknown>): Promise<ReturnType<typeof eventHistogramResponse.parse>>
}

/** The site's interface on a real port with two organizations, at an instant of the test's choice: first of all noon. */
export async function eventStand({
  isBare = false,
  trustedProxy,
  scrypt,
  idleEvents,
  requests = 100_000,
}: {
  readonly isBare?: boolean
  /** Takes the place of the stand's own event part, where a test asks nothing of it: it is a database and a thread. */
  readonly idleEvents?: EventPart
  readonly trustedProxy?: string | undefined
  readonly scrypt?: ScryptCost
  /** Of one caller while the stand's clock stands. */
  readonly requests?: number
} = {}) {
  const stand = await apiStand({
    nowMs: noon,
    requests,
    scrypt,
    trustedProxy,
    bareStatus: isBare ? 404 : undefined,
    events: async ({ dataDir, clock, log, cameras, accounts }) => {
      if (idleEvents !== undefined) return idleEvents
      prepareEventDatabase({ dir: dataDir, clock })
      const part = await EventPart.start({
        dir: dataDir,
        clock,
        log,
        camerasOf: (orgId) => cameras.idsOf(orgId),
        retention: () => accounts.retentionDays(),
      })
      onTestFinished(() => part.dispose())
      return part
    },
  })
  const { accounts, baseUrl, cameras, keyOf } = stand

  const url = (path: PathName) => baseUrl + defaultPaths[path]

  async function client(orgId: string): Promise<EventClient> {
    await accounts.saveOrganization(orgId, orgId)
    await cameras.replace(
      orgId,
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({
        id: `${orgId}-cam-${number}`,
        name: `Camera ${number}`,
        number,
        group: 'Test',
        timezone: 'UTC',
      })),
    )
    const key = await keyOf(orgId)
    const send: EventClient['send'] = (path, body, headers = {}) =>
      ask(url(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(key), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const event: EventClient['event'] = (tag, changes) => ({
      orgId,
      cameraId: `${orgId}-cam-1`,
      eventTypeId: tag.id,
      fields: {},
      timestamp: noon,
      ...changes,
    })
    const question = (changes: Record<string, unknown> = {}) => ({
      orgId,
      start: noon - 30 * 86_400_000,
      end: noon + 86_400_000,
      ...changes,
    })
    return {
      orgId,
      key,
      send,
      event,
      get: (path) => ask(url(path), { headers: bearer(key) }),
      createTag: async (tag) =>
        eventTagSchema.strict().parse(expectOk(await post(url('eventTags'), tag, key), 201)),
      insert: async (tag, changes) => void expectOk(await send('eventInsert', event(tag, changes))),
      search: async (changes) =>
        searchEventsResponse.strict().parse(expectOk(await send('eventSearch', question(changes)))),
      histogram: async (changes) =>
        eventHistogramResponse.strict().parse(expectOk(await send('eventHistogram', question(changes)))),
    }
  }

  return {
    ...stand,
    tagsOf,
    shop: await client('shop'),
    depot: await client('depot'),
  }
}

/** With one tag of the shop's. */
export async function saleStand() {
  const stand = await eventStand()
  return { ...stand, tag: await stand.shop.createTag(saleTag) }
}

async function tagsOf(one: EventClient): Promise<EventTag[]> {
  return eventTagsResponse.parse((await one.get('eventTags')).json).items
}
