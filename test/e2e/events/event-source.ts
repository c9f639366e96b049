import { defaultPaths } from '#contract/platform/assumptions.ts'
import { eventTagsResponse } from '#contract/platform/events.ts'
import type { TestSite } from '../../conformance/start-site.ts'
import { cameraId } from '../../stand/wall-stand.ts'

export interface SourceEvent {
  /** Of the demonstration: `sale`, `weighing`, `door`. */
  readonly tag: string
  /** The operator's number. */
  readonly camera: number
  readonly atMs: number
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

/** Another system that tells the site what happens, over its public interface. */
export class EventSource {
  readonly #site: TestSite
  readonly #key: string
  readonly #tagIds: ReadonlyMap<string, string>

  static async open(site: TestSite): Promise<EventSource> {
    const key = await site.apiKey('event source')
    const answer = await fetch(site.baseUrl + defaultPaths.eventTags, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { items } = eventTagsResponse.parse(await answer.json())
    return new EventSource(site, key, new Map(items.map(({ name, id }) => [name, id])))
  }

  private constructor(site: TestSite, key: string, tagIds: ReadonlyMap<string, string>) {
    this.#site = site
    this.#key = key
    this.#tagIds = tagIds
  }

  async insert(...events: readonly SourceEvent[]): Promise<void> {
    const response = await fetch(this.#site.baseUrl + defaultPaths.eventInsertBatch, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#key}` },
      body: JSON.stringify({ events: events.map((event) => this.#body(event)) }),
    })
    const text = await response.text()
    if (!response.ok || text.includes('"success":false')) throw new Error(`${response.status} ${text}`)
  }

  #body({ tag, camera, atMs, fields }: SourceEvent) {
    return {
      orgId: this.#site.account.orgId,
      cameraId: cameraId(camera),
      eventTypeId: this.#tagIds.get(tag) ?? tag,
      timestamp: atMs,
      fields,
      idempotencyKey: `${tag}-${camera}-${atMs}`,
    }
  }
}
