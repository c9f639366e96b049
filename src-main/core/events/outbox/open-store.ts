import { chmodSync, closeSync, openSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import { OutboxStore } from './outbox-store.ts'
import { databaseFailure } from './store-port.ts'
import { makeFolder } from '../../make-folder.ts'

export interface StoreOptions extends OutboxFileOptions {
  /** Whose events these are: base address, or the fixed name of an embedded site. Others' are left alone. */
  readonly platform: string
}

/** Opens the outbox in this thread. `notice`: a damaged one was found and set aside. */
export function openStore(options: StoreOptions) {
  try {
    const { file, setAsideAs } = openOutboxFile(options)
    const notice = setAsideAs === undefined ? undefined : exactMessage('outbox_damaged', { copy: setAsideAs })
    return ok({ store: new OutboxStore(file, options.platform), notice })
  } catch (error) {
    if (error instanceof NewerOutbox) {
      return fail(wallError('outbox_unavailable', exactMessage('outbox_newer')))
    }
    const failure = databaseFailure(error)
    if (failure === undefined) throw error
    return fail(failure)
  }
}

const fileName = 'events.db'
/** The write-ahead log and its index belong to the database: they go where it goes. */
const companions = ['', '-wal', '-shm']
const walRetryInMs = 10

interface OutboxFileOptions {
  /** Absolute; made when it is missing. */
  readonly dir: string
  /** Names what is set aside, epoch milliseconds. */
  readonly nowMs: number
  readonly busyTimeoutInMs: number
  /** Absolute. The database's native module, where it lies elsewhere than its package has it. */
  readonly nativeBinding?: string | undefined
}

/** Written by a later version of this program. */
class NewerOutbox extends Error {}

/** Raised with each change of the tables. */
const VERSION = 3

const tables = `
  create table event (
    id integer primary key autoincrement,
    platform text not null,
    uid text not null,
    camera_id text not null,
    org_id text,
    event_type_id text,
    timestamp_ms integer not null,
    fields text not null,
    state text not null check (state in ('held', 'waiting', 'sent', 'dead')),
    accepted_at_ms integer not null,
    settled_at_ms integer,
    attempts integer not null default 0,
    next_at_ms integer not null default 0,
    lease text,
    lease_renewals integer,
    reason text,
    content text,
    unique (platform, uid)
  ) strict;
  create index event_waiting on event (platform, camera_id, id) where state = 'waiting';
  create index event_leased on event (platform, camera_id) where lease is not null;
  create index event_open on event (platform, state, accepted_at_ms) where state <> 'sent';
  create index event_sent on event (settled_at_ms) where state = 'sent';
  create table source_position (
    platform text not null,
    source text not null,
    mark text not null,
    primary key (platform, source)
  ) strict, without rowid`

/**
 * Opens the outbox of a data folder, which several processes may do at once. A damaged one is moved aside, whole,
 * and an empty one takes its place: what can still be rescued from it stays. Throws what Node and SQLite throw.
 */
export function openOutboxFile({ dir, nowMs, ...options }: OutboxFileOptions): {
  readonly file: Database.Database
  readonly setAsideAs: string | undefined
} {
  makeFolder(dir)
  try {
    return { file: openSound(dir, options), setAsideAs: undefined }
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) throw error
    const setAsideAs = `${fileName}.damaged-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`
    for (const companion of companions) {
      moveIfThere(join(dir, fileName + companion), join(dir, setAsideAs + companion))
    }
    return { file: openSound(dir, options), setAsideAs }
  }
}

function openSound(
  dir: string,
  { busyTimeoutInMs: timeout, nativeBinding }: Omit<OutboxFileOptions, 'dir' | 'nowMs'>,
): Database.Database {
  const path = join(dir, fileName)
  // SQLite would let everybody read it. Its companions get the mode that it has.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const file = new Database(path, { timeout, nativeBinding })
  try {
    beginWal(file, timeout)
    // What has been accepted outlives a power cut.
    file.pragma('synchronous = full')
    file.pragma('trusted_schema = off')
    if (file.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DamagedOutbox()
    file.transaction(() => makeTables(file)).immediate()
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** SQLite refuses this one change at once when another process makes it too, however long it is told to wait. */
function beginWal(file: Database.Database, timeoutInMs: number): void {
  const untilMs = performance.now() + timeoutInMs
  for (;;) {
    try {
      file.pragma('journal_mode = wal')
      return
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() > untilMs) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, walRetryInMs)
  }
}

function makeTables(file: Database.Database): void {
  const version = Number(file.pragma('user_version', { simple: true }))
  if (version === VERSION) return
  if (version > VERSION) throw new NewerOutbox()
  // No release has written an older one.
  if (version > 0) throw new DamagedOutbox()
  file.exec(tables)
  file.pragma(`user_version = ${VERSION}`)
}

/** What is no outbox of ours, in the form in which SQLite reports damage that it runs into. */
class DamagedOutbox extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
