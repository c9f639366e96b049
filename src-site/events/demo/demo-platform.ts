import { setTimeout as pause } from 'node:timers/promises'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { MAX_BATCH_EVENTS } from '#contract/platform/limits.ts'
import { camerasResponse, type PlatformCamera } from '#contract/platform/cameras.ts'
import type { OccupancyEvent } from '#contract/platform/occupancy.ts'
import {
  type EventTag,
  eventTagsResponse,
  type InsertEvent,
  insertBatchResponse,
  searchEventsResponse,
} from '#contract/platform/events.ts'

export interface DemoPlatformOptions {
  readonly baseUrl: string
  readonly key: string
  readonly orgId: string
}

export type KeyedEvent = InsertEvent & { readonly idempotencyKey: string }

/** The site is busy or has said 429 without saying how long. */
const RETRY_MS = 1_000

/** The platform as any integrator's machine sees it: by its public interface alone. */
export class DemoPlatform {
  readonly orgId: string
  readonly #options: DemoPlatformOptions

  constructor(options: DemoPlatformOptions) {
    this.orgId = options.orgId
    this.#options = options
  }

  async cameras(): Promise<readonly PlatformCamera[]> {
    return camerasResponse.parse(await this.#ask(defaultPaths.cameras)).items
  }

  async tags(): Promise<readonly EventTag[]> {
    return eventTagsResponse.parse(await this.#ask(defaultPaths.eventTags)).items
  }

  /** When the newest event of this tag and camera was, until now; epoch milliseconds. */
  async newestMs(cameraId: string, eventTypeId: string, nowMs: number): Promise<number | undefined> {
    const found = await this.#ask(defaultPaths.eventSearch, {
      orgId: this.orgId,
      cameraIds: [cameraId],
      eventTypeIds: [eventTypeId],
      start: 0,
      end: nowMs + 1,
      order: 'desc',
      limit: 1,
    })
    return searchEventsResponse.parse(found).events[0]?.timestamp
  }

  /** In their order, in as many batches as it takes. Resolves to how many were refused. */
  insert(events: readonly KeyedEvent[]): Promise<number> {
    return this.#insert(defaultPaths.eventInsertBatch, events)
  }

  /** As `insert`: entrances, exits and counts. */
  insertCounts(events: readonly OccupancyEvent[]): Promise<number> {
    return this.#insert(defaultPaths.occupancyEvents, events)
  }

  async #insert(path: string, events: readonly unknown[]): Promise<number> {
    let refused = 0
    for (let at = 0; at < events.length; at += MAX_BATCH_EVENTS) {
      const answer = await this.#ask(path, {
        events: events.slice(at, at + MAX_BATCH_EVENTS),
      })
      refused += insertBatchResponse.parse(answer).results.filter(({ success }) => !success).length
    }
    return refused
  }

  /** Until it is answered; anything but patience helps against is thrown. */
  async #ask(path: string, body?: unknown): Promise<unknown> {
    for (;;) {
      const response = await this.#try(path, body)
      if (response?.ok) return response.json()
      if (response !== undefined && response.status !== 429 && response.status < 500) {
        throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      }
      await response?.body?.cancel()
      await pause(Number(response?.headers.get('retry-after') ?? 0) * 1_000 || RETRY_MS)
    }
  }

  async #try(path: string, body: unknown): Promise<Response | undefined> {
    const { baseUrl, key } = this.#options
    const authorization = `Bearer ${key}`
    try {
      return await fetch(
        new URL(path, baseUrl),
        body === undefined
          ? { headers: { authorization } }
          : {
              method: 'POST',
              headers: { authorization, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            },
      )
    } catch {
      return undefined
    }
  }
}
