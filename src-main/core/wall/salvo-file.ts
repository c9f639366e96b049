import { z } from 'zod'
import { salvoNumberSchema, salvoSchema, sharedSalvoSchema } from '#contract/wall/salvo.ts'
import type { AreaLog } from '../log/logger.ts'
import type { StateFile } from '../settings/state-file.ts'

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

const keptSchema = z.object({
  /** As the platform had them last. */
  salvos: z.array(sharedSalvoSchema).default([]),
  /** In the order in which they were made. */
  changes: z.array(changeSchema).default([]),
})
export type KeptShared = Readonly<z.infer<typeof keptSchema>>

const contentSchema = z.object({
  version: z.literal(1),
  /** By platform: until when the schedule has been carried out. */
  handledMs: z.record(z.string(), z.int().nonnegative()).default({}),
  /** By platform. */
  shared: z.record(z.string(), keptSchema).default({}),
})
type Content = z.infer<typeof contentSchema>

/** What a wall remembers of salvos beside its settings: read once, written at each change. */
export class SalvoFile {
  readonly #file: Pick<StateFile, 'content' | 'write'> | undefined
  readonly #log: AreaLog
  #content: Content

  /** Without a file, it lasts as long as the program. */
  constructor(file: Pick<StateFile, 'content' | 'write'> | undefined, log: AreaLog) {
    this.#file = file
    this.#log = log
    this.#content = contentSchema.safeParse(file?.content).data ?? { version: 1, handledMs: {}, shared: {} }
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

  #write(content: Content): boolean {
    try {
      this.#file?.write(content)
    } catch (thrown) {
      this.#log.error('The file of salvos cannot be written.', { reason: String(thrown) })
      return false
    }
    this.#content = content
    return true
  }
}
