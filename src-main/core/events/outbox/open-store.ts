import { type WallError, wallError } from '#contract/errors.ts'
import { type Said, said } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { NewerOutbox, openOutboxFile, type OutboxFileOptions } from './outbox-file.ts'
import { OutboxStore } from './outbox-store.ts'
import { callStore, type OutboxStorePort, storageFailure, storePort } from './store-port.ts'

export interface StoreOptions extends OutboxFileOptions {
  /** Whose events these are: base address, or the fixed name of an embedded site. Others' are left alone. */
  readonly platform: string
}

export interface OpenedStore<Store> {
  readonly store: Store
  /** When a damaged outbox was found and set aside. */
  readonly notice: Said | undefined
}

/** Opens the outbox in this thread. */
export function openStore(options: StoreOptions): Result<OpenedStore<OutboxStore>, WallError> {
  try {
    const { file, setAsideAs } = openOutboxFile(options)
    const notice = setAsideAs === undefined ? undefined : said('outbox_damaged', { copy: setAsideAs })
    return ok({ store: new OutboxStore(file, options.platform), notice })
  } catch (error) {
    if (error instanceof NewerOutbox) {
      return fail(wallError('outbox_unavailable', said('outbox_newer')))
    }
    const failure = storageFailure(error)
    if (failure === undefined) throw error
    return fail(failure)
  }
}

/** For a program that has nothing else to do meanwhile. */
export function storeHere(store: OutboxStore): OutboxStorePort {
  return storePort(
    async (method, args) => callStore(store, method, args),
    async () => store.close(),
  )
}
