import { z } from 'zod'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import {
  MAX_SALVOS_BYTES,
  salvoNumberSchema,
  salvoSchema,
  type SharedSalvo,
  sharedSalvoSchema,
} from '#contract/wall/salvo.ts'
import type { AreaLog } from '../log/logger.ts'
import type { StateFilePort } from '../settings/state-file.ts'
import { readEntries, readSection } from '../settings/stored-schema.ts'

/** What the platform has not confirmed yet. */
const changeSchema = z.object({
  number: salvoNumberSchema,
  baseVersion: z.int().nonnegative(),
  changeId: z.uuid(),
  savedBy: z.string().max(200),
  atMs: z.int().nonnegative(),
  /** Absent: it is removed. */
  salvo: salvoSchema.optional(),
})
export type SalvoChange = Readonly<z.infer<typeof changeSchema>>

export interface KeptShared {
  /** As the platform had them last. */
  readonly salvos: readonly SharedSalvo[]
  /** In the order in which they were made. */
  readonly changes: readonly SalvoChange[]
}

/** Whether one more fits beside those before it: a page is sent all of them in one message. */
export function salvoRoom(): (shared: SharedSalvo) => boolean {
  let bytes = 1
  return (shared) => (bytes += Buffer.byteLength(JSON.stringify(shared)) + 1) <= MAX_SALVOS_BYTES
}

/** By platform: until when the schedule has been carried out. */
const handledSchema = z.record(z.string(), z.int().nonnegative())
const objectSchema = z.record(z.string(), z.unknown())

interface Content {
  readonly version: 1
  readonly handledMs: Readonly<Record<string, number>>
  /** By platform. */
  readonly shared: Readonly<Record<string, KeptShared>>
}

/** What a wall remembers of salvos beside its settings: read once, written at each change. */
export class SalvoFile {
  readonly notices: readonly ExactMessage[]
  readonly #file: StateFilePort
  readonly #log: AreaLog
  #content: Content

  constructor(file: StateFilePort, log: AreaLog) {
    this.#file = file
    this.#log = log
    const lost: ExactMessage[] = []
    this.#content = readContent(file.content, lost)
    this.notices = file.report(lost)
  }

  handledMs(platform: string): number {
    return this.#content.handledMs[platform] ?? 0
  }

  handled(platform: string, atMs: number): void {
    const handledMs = { ...this.#content.handledMs, [platform]: atMs }
    // A run that is recalled twice after a crash does no harm; one that is not recalled does.
    if (!this.#write({ ...this.#content, handledMs })) this.#content = { ...this.#content, handledMs }
  }

  shared(platform: string): KeptShared {
    return this.#content.shared[platform] ?? { salvos: [], changes: [] }
  }

  /** Whether it is on the disk. */
  keepShared(platform: string, kept: KeptShared): boolean {
    if (kept === this.#content.shared[platform]) return true
    return this.#write({ ...this.#content, shared: { ...this.#content.shared, [platform]: kept } })
  }

  /** Of a platform that is removed: a change that waits is not sent to whoever is listed under its id later. */
  forget(platform: string): boolean {
    const {
      handledMs: { [platform]: handled, ...handledMs },
      shared: { [platform]: kept, ...shared },
    } = this.#content
    if (handled === undefined && kept === undefined) return true
    const content: Content = { version: 1, handledMs, shared }
    if (this.#write(content)) return true
    // When the schedule was last looked at may stay on the disk: it sends nothing.
    if (kept === undefined) this.#content = content
    return kept === undefined
  }

  #write(content: Content): boolean {
    try {
      this.#file.write({ ...content })
    } catch (thrown) {
      this.#log.error('The file of salvos cannot be written.', { reason: String(thrown) })
      return false
    }
    this.#content = content
    return true
  }
}

/** What is damaged costs nothing but itself. */
function readContent(raw: StateFilePort['content'], lost: ExactMessage[]): Content {
  const changesPart = exactMessage('part_salvo_changes')
  readSection(raw['version'], z.literal(1), exactMessage('part_newer'), lost)
  const shared = Object.entries(readSection(raw['shared'], objectSchema, changesPart, lost) ?? {}).map(
    ([platform, value]): [string, KeptShared] => {
      const kept = readSection(value, objectSchema, changesPart, lost)
      const salvos = readEntries(kept?.['salvos'], sharedSalvoSchema, exactMessage('part_salvo'), lost)
      const changes = readEntries(kept?.['changes'], changeSchema, changesPart, lost)
      return [platform, { salvos: salvos.filter(salvoRoom()), changes }]
    },
  )
  const handledMs = readSection(raw['handledMs'], handledSchema, exactMessage('part_salvo_time'), lost) ?? {}
  return { version: 1, handledMs, shared: Object.fromEntries(shared) }
}
