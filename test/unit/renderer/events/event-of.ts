import { ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'

/** A sale without fields at the first camera, but for what is named. */
export function eventOf(id: string, timestampMs: number, named: Partial<WallEvent> = {}): WallEvent {
  return { id, cameraId: 'camera-1', eventTypeId: 'sale', fields: {}, timestampMs, ...named }
}

/** Answers `events.tags` of a platform: tags without fields, named like their ids. */
export function tagsOf(...ids: readonly string[]) {
  return () => ok({ source: 'platform' as const, tags: ids.map((id) => ({ id, name: id, fields: [] })) })
}
