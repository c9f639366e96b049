import { join } from 'node:path'
import type { Protection } from '#contract/wall/connection.ts'
import { type RecordedVault, VaultRecords } from '#main/core/keys/recorded-vault.ts'
import { type JsonStoreClass, loadElectronStore } from '#main/core/settings/json-store.ts'
import { StateFile } from '#main/core/settings/state-file.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'

const Store = await loadElectronStore()

export const KEY = 'tsk_0123456789abcdef'
export const PLATFORM = 'https://video.example'

export const keep = (vault: RecordedVault, protection?: Protection) =>
  vault.store({ platform: PLATFORM }, KEY, {}, protection)

/** A folder on a real disk with what a vault needs; `ports()` again is a restart. */
export class VaultStand {
  readonly folder = tempDir()
  readonly path = join(this.folder, 'keys.json')
  readonly time = new FakeTime()
  readonly lines: string[] = []

  ports(StoreClass: JsonStoreClass = Store) {
    const { logger, lines } = memoryLog()
    const records = new VaultRecords(
      new StateFile({ Store: StoreClass, folder: this.folder, name: 'keys', nowMs: this.time.wallMs() }),
    )
    return {
      records,
      clock: this.time,
      log: logger.area('keys'),
      lines,
    }
  }
}
