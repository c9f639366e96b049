import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { codeOf } from '#contract/thrown.ts'
import { siteDefaults } from '../defaults.ts'
import { isDamage } from './store-fault.ts'

const companions = ['', '-wal', '-shm']
/** Between the name of a database and the instant at which it was set aside. */
const damaged = '.damaged-'

/**
 * The databases of a data folder, and the tables that are checked at a start: all (`1`: until the first fault),
 * or those that a start cannot do without. The check of a whole file takes seconds where there are a million events.
 */
export const databaseFiles = {
  site: { name: 'site.db', checked: ['1'] },
  events: {
    name: 'events.db',
    checked: [
      'event_tag',
      'event_field',
      'event_camera',
      'event_trigram_end',
      'event_trigram_config',
      'sqlite_sequence',
    ],
  },
  occupancy: { name: 'occupancy.db', checked: ['source', 'schedule', 'sqlite_sequence'] },
} as const
export type DatabaseFile = (typeof databaseFiles)[keyof typeof databaseFiles]

const lostRetention = `How long events and footage were to be kept is not known any more: it is ${siteDefaults.accounts.maxRetentionDays} days until admin set-retention says otherwise.`

/**
 * Opens a database of a data folder. A damaged one is moved aside, whole, and an empty one takes its place:
 * the site has to start, and what can still be rescued has to stay. Throws what Node and SQLite throw.
 */
export function openDatabase(
  dir: string,
  which: DatabaseFile,
  nowMs: number,
): { file: Database.Database; setAsideAs: string | undefined } {
  try {
    return { file: openSound(dir, which), setAsideAs: undefined }
  } catch (error) {
    if (!isDamage(error)) throw error
    const setAsideAs = `${which.name}${damaged}${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`
    for (const companion of companions) {
      moveIfThere(join(dir, which.name + companion), join(dir, setAsideAs + companion))
    }
    return { file: openSound(dir, which), setAsideAs }
  }
}

/** Those that were set aside, be it long ago. */
export function damagedCopies(dir: string, { name }: DatabaseFile): string[] {
  return readdirSync(dir).filter((file) => file.startsWith(name + damaged))
}

/** For the person at the machine. */
export function setAsideSentence(dir: string, setAsideAs: string): string {
  const sentence = `A database was damaged. It is kept as ${setAsideAs} in ${dir}; the site begins with an empty one.`
  return setAsideAs.startsWith(databaseFiles.site.name) ? `${sentence} ${lostRetention}` : sentence
}

/** For the person at the machine. */
export function missingSentence(dir: string): string {
  return `There are events or footage in ${dir}, but its ${databaseFiles.site.name} is missing or empty: accounts, keys and shared salvos begin anew. If you have that file, stop the site and put it back. ${lostRetention}`
}

/** With its damaged copies, which hold the same accounts, keys and events. */
export function removeDatabase(dir: string, which: DatabaseFile): void {
  const files = [...companions.map((companion) => which.name + companion), ...damagedCopies(dir, which)]
  for (const file of files) rmSync(join(dir, file), { force: true })
}

function openSound(dir: string, { name, checked }: DatabaseFile): Database.Database {
  const file = new Database(join(dir, name))
  try {
    file.pragma('journal_mode = wal')
    // A key is shown once, an event is answered once: neither must be lost by a power cut after that.
    file.pragma('synchronous = full')
    file.pragma('foreign_keys = on')
    file.pragma('trusted_schema = off')
    const there = file
      .prepare<[], string>(`select name from sqlite_master where type = 'table'`)
      .pluck()
      .all()
    for (const part of checked.filter((one) => one === '1' || there.includes(one))) {
      const found: unknown = file.pragma(`quick_check(${part})`, { simple: true })
      if (found !== 'ok') throw new DamagedDatabase()
    }
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** What `quick_check` found, in the form in which SQLite reports damage that it runs into. */
class DamagedDatabase extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
