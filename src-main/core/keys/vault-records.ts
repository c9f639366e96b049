import { z } from 'zod'
import { protectionSchema } from '#contract/wall/connection.ts'
import type { StateFile } from '../settings/state-file.ts'
import type { VaultSlot } from './key-vault.ts'

const vaultRecordSchema = z.object({
  platform: z.string().min(1),
  orgId: z.string().optional(),
  protection: protectionSchema.exclude(['session']),
  /** What the protection makes of the key; empty where the operating system keeps it. */
  data: z.string(),
  /** Under which the operating system keeps it, where that is not the slot's own. */
  account: z.string().optional(),
  name: z.string().optional(),
  expiresAt: z.string().optional(),
  id: z.string().optional(),
  supersedes: z.string().optional(),
  storedAtMs: z.number(),
})
export type VaultRecord = z.infer<typeof vaultRecordSchema>

/** The vault's own file. Owner only; where it protects nothing else, it says so to whoever opens it. */
export class VaultRecords {
  readonly notices: readonly string[]
  readonly #file: StateFile
  #records: readonly VaultRecord[]

  constructor(file: StateFile) {
    this.#file = file
    const { content } = file
    const listed = Array.isArray(content['keys']) ? content['keys'] : []
    const parsed = listed.map((entry) => vaultRecordSchema.safeParse(entry))
    this.#records = parsed.flatMap((entry) => (entry.success ? [entry.data] : []))
    const damaged =
      this.#records.length < listed.length ||
      (listed.length === 0 && 'keys' in content && !Array.isArray(content['keys']))
    if (damaged) file.keepCopy()
    this.notices = damaged
      ? [...file.notices, 'A stored key could not be read from its file. Sign in again if one is missing.']
      : file.notices
  }

  /** The one stored last. */
  latest(platform: string): VaultRecord | undefined {
    return this.of(platform).toSorted((a, b) => b.storedAtMs - a.storedAtMs)[0]
  }

  of(platform: string): readonly VaultRecord[] {
    return this.#records.filter((record) => record.platform === platform)
  }

  /** In the place of its slot's and of `replaced`. In memory only after the disk has it. Throws what the file system throws. */
  put(record: VaultRecord, replaced: readonly VaultRecord[] = []): void {
    const kept = this.#records.filter((other) => !isSameSlot(other, record) && !replaced.includes(other))
    this.#write([...kept, record])
  }

  remove(slots: readonly VaultSlot[]): void {
    if (slots.length === 0) return
    this.#write(this.#records.filter((record) => !slots.some((slot) => isSameSlot(record, slot))))
  }

  #write(records: readonly VaultRecord[]): void {
    const weak = records.some((record) => record.protection !== 'os-keyring')
    const note = weak
      ? { note: 'API keys in this file are not protected: whoever can read it can use them.' }
      : {}
    this.#file.write({ ...note, schemaVersion: 1, keys: records })
    this.#records = records
  }
}

function isSameSlot(one: VaultSlot, other: VaultSlot): boolean {
  return one.platform === other.platform && one.orgId === other.orgId
}

/** Names a slot in a store that knows only texts, as before a platform had one secret alone. */
function accountOf(slot: VaultSlot): string {
  return slot.orgId === undefined ? slot.platform : `${slot.platform}#${slot.orgId}`
}

/** Under which name a record's secret lies there. */
export function accountOfRecord(record: VaultRecord): string {
  return record.account ?? accountOf(record)
}
