import type Database from 'better-sqlite3'

/** The numbers that the events' tables know cameras by. New ones come while events arrive; none ever goes. */
export class CameraNumbers {
  readonly #file: Database.Database
  readonly #numbers = new Map<string, number>()
  readonly #ids = new Map<number, string>()

  constructor(file: Database.Database) {
    this.#file = file
  }

  /** Of those that have, or had, events. */
  numbersOf(ids: readonly string[]): number[] {
    if (ids.some((id) => !this.#numbers.has(id))) this.#read()
    return [...new Set(ids)].flatMap((id) => this.#numbers.get(id) ?? [])
  }

  idOf(number: number): string {
    if (!this.#ids.has(number)) this.#read()
    const id = this.#ids.get(number)
    if (id === undefined) throw new Error('an event names a camera that has no id')
    return id
  }

  #read(): void {
    const rows = this.#file
      .prepare<[], { number: number; id: string }>('select number, id from event_camera')
      .all()
    for (const { number, id } of rows) {
      this.#numbers.set(id, number)
      this.#ids.set(number, id)
    }
  }
}
