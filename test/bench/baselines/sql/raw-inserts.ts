import { join } from 'node:path'
import Database from 'better-sqlite3'

/** To the process: for how long to insert. From it: how many a second were on the disk. */
export interface RawOptions {
  readonly forMs: number
}
export interface RawDone {
  readonly perSecond: number
}

/** What somebody has who writes each event to a file of SQLite, and waits for the disk each time: one table, no index. */
function main(dir: string): void {
  const file = new Database(join(dir, 'raw.db'))
  file.pragma('journal_mode = wal')
  file.pragma('synchronous = full')
  file.exec(
    'create table event (id integer primary key, camera_id text, event_type_id text, at_ms integer, fields text)',
  )
  const insert = file.prepare(
    'insert into event (camera_id, event_type_id, at_ms, fields) values (?, ?, ?, ?)',
  )
  process.on('message', ({ forMs }: RawOptions) => {
    const startedAtMs = performance.now()
    let count = 0
    let tookMs = 0
    for (; tookMs < forMs; tookMs = performance.now() - startedAtMs) {
      const fields = { amount: count / 100, items: 3, card: true, void: false, text: '1 x Milk 1 l  1.19' }
      insert.run(`demo-cam-${count % 36}`, 'sale', Date.now(), JSON.stringify(fields))
      count += 1
    }
    process.send?.({ perSecond: (count * 1_000) / tookMs } satisfies RawDone)
  })
  process.on('disconnect', () => process.exit(0))
}

main(process.argv[2] ?? '')
