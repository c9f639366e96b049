import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { type CallName, calls, paths } from '#contract/platform/calls.ts'
import type { PlatformCamera } from '#contract/platform/cameras.ts'
import type { EventTag, InsertEvent } from '#contract/platform/events.ts'
import { MAX_BATCH_EVENTS } from '#contract/platform/limits.ts'
import type { OccupancyEvent } from '#contract/platform/occupancy.ts'

export interface DemoPlatformOptions {
  readonly baseUrl: string
  readonly key: string
  readonly orgId: string
}

export type KeyedEvent = InsertEvent & { readonly idempotencyKey: string }

type Answer<Name extends CallName> = z.infer<(typeof calls)[Name]['answer']>

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
    return (await this.#ask('listCameras')).items
  }

  async tags(): Promise<readonly EventTag[]> {
    return (await this.#ask('eventTags')).items
  }

  /** When the newest event of this tag and camera was, until now; epoch milliseconds. */
  async newestMs(cameraId: string, eventTypeId: string, nowMs: number): Promise<number | undefined> {
    const found = await this.#ask('searchEvents', {
      orgId: this.orgId,
      cameraIds: [cameraId],
      eventTypeIds: [eventTypeId],
      start: 0,
      end: nowMs + 1,
      order: 'desc',
      limit: 1,
    })
    return found.events[0]?.timestamp
  }

  /** In their order, in as many batches as it takes. Resolves to how many were refused. */
  insert(events: readonly KeyedEvent[]): Promise<number> {
    return this.#insert('insertEvents', events)
  }

  /** As `insert`: entrances, exits and counts. */
  insertCounts(events: readonly OccupancyEvent[]): Promise<number> {
    return this.#insert('occupancyEvents', events)
  }

  async #insert(call: 'insertEvents' | 'occupancyEvents', events: readonly unknown[]): Promise<number> {
    let refused = 0
    for (let at = 0; at < events.length; at += MAX_BATCH_EVENTS) {
      const { results } = await this.#ask(call, { events: events.slice(at, at + MAX_BATCH_EVENTS) })
      refused += results.filter(({ success }) => !success).length
    }
    return refused
  }

  /** Until it is answered; anything but patience helps against is thrown. */
  async #ask<Name extends CallName>(call: Name, body?: unknown): Promise<Answer<Name>> {
    const { path: pathName, answer } = calls[call]
    const [path] = paths[pathName]
    for (;;) {
      const response = await this.#try(path, body)
      if (response?.ok) return answer.parse(await response.json()) as Answer<Name>
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
