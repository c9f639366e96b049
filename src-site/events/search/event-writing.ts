import type { CameraNumbers } from './camera-numbers.ts'

export interface EventRow {
  readonly id: number
  readonly tag: number
  readonly camera: number
  readonly atMs: number
  readonly receivedMs: number
  /** As JSON. */
  readonly fields: string
}

/** Writes rows as the interface shows events. Nothing is parsed: fields are stored as they are shown. */
export class EventWriting {
  readonly #org: string
  readonly #tags: ReadonlyMap<number, string>
  readonly #cameras: CameraNumbers
  readonly #cameraTexts = new Map<number, string>()

  constructor(
    asked: {
      readonly orgId: string
      readonly tags: readonly { readonly tag: number; readonly tagId: string }[]
    },
    cameras: CameraNumbers,
  ) {
    this.#org = JSON.stringify(asked.orgId)
    this.#tags = new Map(asked.tags.map(({ tag, tagId }) => [tag, JSON.stringify(tagId)]))
    this.#cameras = cameras
  }

  json({ id, tag, camera, atMs, receivedMs, fields }: EventRow): string {
    return `{"id":"${id}","orgId":${this.#org},"cameraId":${this.#camera(camera)},"eventTypeId":${this.#tags.get(tag)},"fields":${fields},"timestamp":${atMs},"receivedAt":${receivedMs}}`
  }

  #camera(number: number): string {
    let text = this.#cameraTexts.get(number)
    if (text === undefined) {
      text = JSON.stringify(this.#cameras.idOf(number))
      this.#cameraTexts.set(number, text)
    }
    return text
  }
}
