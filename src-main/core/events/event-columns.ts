import type { EventColumns, WallEvent } from '#contract/wall/events.ts'

/** Puts events into columns as they come; they have to come in the order of time. */
export class EventColumnsWriter {
  readonly #timestampsMs: number[] = []
  readonly #cameras: number[] = []
  readonly #types: number[] = []
  readonly #ids: string[] = []
  readonly #cameraIndex = new Map<string, number>()
  readonly #typeIndex = new Map<string, number>()

  get count(): number {
    return this.#ids.length
  }

  add({ id, cameraId, eventTypeId, timestampMs }: WallEvent): void {
    this.#timestampsMs.push(timestampMs)
    this.#cameras.push(indexOf(this.#cameraIndex, cameraId))
    this.#types.push(indexOf(this.#typeIndex, eventTypeId))
    this.#ids.push(id)
  }

  finish(): Extract<EventColumns, { kind: 'events' }> {
    return {
      kind: 'events',
      count: this.count,
      columns: {
        timestampMs: base64(Float64Array.from(this.#timestampsMs)),
        camera: base64(Uint16Array.from(this.#cameras)),
        eventType: base64(Uint16Array.from(this.#types)),
      },
      cameraIds: [...this.#cameraIndex.keys()],
      eventTypeIds: [...this.#typeIndex.keys()],
      ids: this.#ids.join('\n'),
    }
  }
}

function indexOf(index: Map<string, number>, id: string): number {
  const known = index.get(id) ?? index.size
  index.set(id, known)
  return known
}

/** Every machine that Node and Chromium run on is little-endian. */
function base64(column: Float64Array | Uint16Array): string {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('base64')
}
