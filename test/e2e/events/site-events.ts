import { defaultPaths } from '#contract/platform/assumptions.ts'
import {
  type EventTag,
  eventTagsResponse,
  insertBatchResponse,
  searchEventsResponse,
} from '#contract/platform/events.ts'
import { z } from 'zod'
import { ask, bearer, expectOk, post } from '../../conformance/api/requests.ts'
import type { TestSite } from '../../conformance/start-site.ts'

const camerasResponse = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })

interface SiteEvent {
  /** Of the demonstration: `sale`, `weighing`, `door`. */
  readonly tag: string
  readonly camera: number
  readonly atMs: number
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

/** The events of a site, as another system of the house sees them: over HTTP. Cameras go by their place in the list, from 1. */
export class SiteEvents {
  readonly tags: readonly EventTag[]
  readonly cameraIds: readonly string[]
  readonly #site: TestSite
  readonly #key: string

  private constructor(site: TestSite, key: string, tags: readonly EventTag[], cameraIds: readonly string[]) {
    this.#site = site
    this.#key = key
    this.tags = tags
    this.cameraIds = cameraIds
  }

  static async of(site: TestSite): Promise<SiteEvents> {
    const key = await site.apiKey('till')
    const get = async (path: string) => (await ask(`${site.baseUrl}${path}`, { headers: bearer(key) })).json
    const { items: tags } = eventTagsResponse.parse(await get(defaultPaths.eventTags))
    const { items: cameras } = camerasResponse.parse(await get(defaultPaths.cameras))
    return new SiteEvents(
      site,
      key,
      tags,
      cameras.map(({ id }) => id),
    )
  }

  /** All of them in one request. */
  async insert(...events: readonly SiteEvent[]): Promise<void> {
    const asked = events.map(({ tag, camera, atMs, fields }) => ({
      orgId: this.#site.account.orgId,
      cameraId: this.cameraIds[camera - 1],
      eventTypeId: this.#tagId(tag),
      timestamp: atMs,
      fields,
      idempotencyKey: `${tag}-${camera}-${atMs}`,
    }))
    const url = this.#site.baseUrl + defaultPaths.eventInsertBatch
    const answer = await post(url, { events: asked }, this.#key)
    const { results } = insertBatchResponse.parse(expectOk(answer))
    if (results.some(({ success }) => !success)) throw new Error(`not inserted: ${answer.text}`)
  }

  /** A receipt of the demonstration's till, but for what is named. */
  async sale(camera: number, timestamp: number, fields: Record<string, unknown> = {}): Promise<void> {
    const { status, text } = await post(
      `${this.#site.baseUrl}${defaultPaths.eventInsert}`,
      {
        orgId: this.#site.account.orgId,
        cameraId: this.cameraIds[camera - 1],
        eventTypeId: this.#tagId('sale'),
        fields: {
          amount: 129.4,
          items: 2,
          card: true,
          void: false,
          text: '2 Coffee 500 g\nOlive oil',
          ...fields,
        },
        timestamp,
      },
      this.#key,
    )
    if (status >= 300) throw new Error(`the sale was refused: ${status} ${text}`)
  }

  /** Events before a camera of which a text field contains the words, newest first. */
  async withText(camera: number, field: string, words: string) {
    const answer = await post(
      `${this.#site.baseUrl}${defaultPaths.eventSearch}`,
      {
        orgId: this.#site.account.orgId,
        cameraIds: [this.cameraIds[camera - 1]],
        start: 0,
        end: Date.now() + 86_400_000,
        match: [{ field, operator: 'contains', value: words }],
      },
      this.#key,
    )
    // Nobody has such a field: the tag of marks is made with the first of them.
    if (answer.status === 400) return []
    return searchEventsResponse.parse(answer.json).events
  }

  #tagId(tag: string): string | undefined {
    return this.tags.find(({ name }) => name === tag)?.id
  }
}
