import type { WallEvent } from '#contract/wall/events.ts'

/** A sale without fields at the first camera, but for what is named. */
export function eventOf(id: string, timestampMs: number, named: Partial<WallEvent> = {}): WallEvent {
  return { id, cameraId: 'camera-1', eventTypeId: 'sale', fields: {}, timestampMs, ...named }
}
