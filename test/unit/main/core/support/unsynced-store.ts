import { writeFileSync } from 'node:fs'
import { loadElectronStore } from '#main/core/settings/json-store.ts'

const Store = await loadElectronStore()

/** For tests about what is read: waiting for the disk at each of a thousand files would be most of them. */
export class UnsyncedStore extends Store {
  override get store() {
    return super.store
  }
  override set store(value) {
    writeFileSync(this.path, JSON.stringify(value))
  }
}
