import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { projectPaths } from '../../../scripts/paths.mjs'
import { passage, receipt, weighing } from '#site/events/demo/demo-sources.ts'
import { type Draw, pick, seededDraw } from '#site/demo/seeded-random.ts'
import { checkEvent } from '#site/events/insert/check-event.ts'
import { EventTable } from '#site/events/insert/event-table.ts'
import { TagTable } from '#site/events/tags/tag-table.ts'
import { demoSite, siteDefaults } from '#site/defaults.ts'
import { openEventWriter } from '#site/store/event-database.ts'
import { databaseFiles } from '#site/store/open-database.ts'
import { startSite } from '../../conformance/start-site.ts'

/** Another way of making the events must not find those of this one. */
const version = 'bench-events-1'
export const historyCameras = 36
export const historyDays = 30
const dayMs = 86_400_000
const group = 1_000
/** One receipt of a hundred has one of twelve: each of them some five hundred of a million events. */
export const vouchers = (
  'Anniversary Birthday Carnival Dishwasher Evergreen Freshfields ' +
  'Gardening Honeymoon Icebreaker Jubilee Kingfisher Lighthouse'
).split(' ')

const historySchema = z.object({ startMs: z.int(), endMs: z.int() })

/** A data folder of a site with a month of events at all of its cameras; the month ended when it was made. */
export interface EventHistory extends z.infer<typeof historySchema> {
  readonly dataDir: string
}

/** Made once, through the site's own tables, beside the demo cameras. */
export async function eventHistory(events: number): Promise<EventHistory> {
  const dataDir = join(projectPaths().cache, `${version}-${events}`)
  const note = join(dataDir, 'history.json')
  if (!existsSync(note)) {
    console.log(`making ${events} events, once …`)
    await rm(dataDir, { recursive: true, force: true })
    const site = await startSite({ dataDir, cameras: historyCameras, withMediaServer: false })
    await site.stop()
    await writeFile(note, JSON.stringify(fill(dataDir, events)))
  }
  keep(dataDir)
  return { dataDir, ...historySchema.parse(JSON.parse(await readFile(note, 'utf8'))) }
}

/** Events older than a month would go at the next start; so would the tenth run, for it would get no key. */
function keep(dataDir: string): void {
  const file = new Database(join(dataDir, databaseFiles.site.name))
  file.prepare('update organization set retention_days = 36500').run()
  file.prepare('delete from api_key').run()
  file.close()
}

function fill(dataDir: string, events: number): z.infer<typeof historySchema> {
  const endMs = Date.now()
  const startMs = endMs - historyDays * dayMs
  const cameras = camerasOf(dataDir)
  const file = openEventWriter(dataDir)
  // Nobody is answered: a crash begins anew.
  file.pragma('synchronous = off')
  const tags = new TagTable(file, 10).list()
  const table = new EventTable(file, siteDefaults.events.unindexed)
  const draw = seededDraw(version)
  for (let at = 0; at < events; at += group) {
    const instants = Array.from({ length: Math.min(group, events - at) }, (_, index) =>
      Math.floor(startMs + ((at + index + draw()) * (endMs - startMs)) / events),
    )
    table.insert(
      instants.map((timestamp) => {
        const { tag, fields } = happening(draw)
        const checked = checkEvent(
          {
            orgId: demoSite.orgId,
            cameraId: pick(cameras, draw),
            eventTypeId: tags.find(({ name }) => name === tag)?.id ?? '',
            fields: { ...fields },
            timestamp,
          },
          undefined,
          { orgId: demoSite.orgId, tags, hasCamera: () => true, nowMs: timestamp + 100, retentionDays: 1 },
        )
        if (!checked.ok) throw new Error(checked.error.message)
        return checked.value
      }),
    )
    if (at % 100_000 === 0 && at > 0) console.log(`… ${at}`)
  }
  file.pragma('wal_checkpoint(truncate)')
  file.close()
  return { startMs, endMs }
}

/** Six receipts, three doors and a lorry of ten. */
function happening(draw: Draw): { tag: string; fields: object } {
  const which = draw()
  if (which >= 0.9) return { tag: 'weighing', fields: weighing(draw) }
  if (which >= 0.6) return { tag: 'door', fields: passage(draw) }
  const sale = receipt(draw)
  const voucher = draw() < 0.01 ? `\nVoucher ${vouchers[Math.floor(draw() * vouchers.length)]}` : ''
  return { tag: 'sale', fields: { ...sale, text: sale.text + voucher } }
}

function camerasOf(dataDir: string): [string, ...string[]] {
  const file = new Database(join(dataDir, databaseFiles.site.name), { readonly: true })
  const ids = file.prepare<[], string>('select id from camera order by number').pluck().all()
  file.close()
  const [first, ...others] = ids
  if (first === undefined) throw new Error('the site has no cameras')
  return [first, ...others]
}
