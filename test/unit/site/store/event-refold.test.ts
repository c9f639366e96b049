import { expect, it, onTestFinished } from 'vitest'
import { EventTable } from '#site/events/insert/event-table.ts'
import type { NewEvent } from '#site/events/insert/new-event.ts'
import { TagTable } from '#site/events/tags/tag-table.ts'
import { openEventWriter, prepareEventDatabase } from '#site/store/event-database.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

/** The version whose texts were folded otherwise; nothing else has changed since. */
const foldedOtherwise = 3

it('texts that an earlier version folded are found as the new one folds them', () => {
  const dir = tempDir()
  const prepare = () =>
    expect(prepareEventDatabase({ dir, clock: new FakeClock() })).toMatchObject({ ok: true })
  const open = () => {
    const file = openEventWriter(dir)
    onTestFinished(() => void file.close())
    return file
  }
  prepare()
  const old = open()
  const tags = new TagTable(old, 10)
  const made = tags.create('shop', {
    name: 'Straße',
    fields: [
      { name: 'Straße "1"', type: 'text' },
      { name: 'note', type: 'text' },
      { name: 'amount', type: 'integer' },
    ],
  })
  const twin = tags.create('shop', { name: 'Gasse', fields: [] })
  if (!made.ok || !twin.ok) throw new Error('no tags')
  const { number: tag, fields } = made.value
  const [street = 0, note = 0, amount = 0] = fields.map(({ number }) => number)
  const event = (at: number, place: string, text: string): NewEvent => ({
    tag,
    cameraId: 'cam',
    atMs: at,
    receivedMs: at,
    values: [
      [street, place],
      [note, text],
      [amount, at],
    ],
    fieldsJson: JSON.stringify({ 'Straße "1"': place, note: text, amount: at }),
    key: undefined,
  })
  const table = new EventTable(old, 2)
  table.insert([event(1, 'Łódź', 'wine'), event(2, 'Berlin', 'beer')])
  table.insert([event(3, 'हिन्दी', 'Crème')])
  old.exec(`update event_text set value = 'łodz' where value = 'lodz'`)
  old.exec(`update event_text set value = 'हनद' where event = 3 and field = ${street}`)
  old.exec(`insert or replace into event_trigram (rowid, value) values (1, 'łodz' || char(10) || 'wine')`)
  old.exec(`update event_tag set folded_name = 'straße' where number = ${tag}`)
  old.exec(
    `update event_tag set name = 'Strasse', folded_name = 'strasse' where number = ${twin.value.number}`,
  )
  old.pragma(`user_version = ${foldedOtherwise}`)

  prepare()
  const now = open()
  const texts = 'select value from event_text order by event, field'
  expect(now.prepare(texts).pluck().all()).toEqual(['lodz', 'wine', 'berlin', 'beer', 'हिन्दी', 'creme'])
  const indexed = now.prepare('select rowid from event_trigram where event_trigram match ?').pluck()
  expect([indexed.all('"lod"'), indexed.all('"win"'), indexed.all('"łod"')]).toEqual([[1], [1], []])
  expect(now.prepare('select folded_name from event_tag order by number').pluck().all()).toEqual([
    'straße',
    'strasse',
  ])
  expect(now.prepare('select count(*) from event_trigram').pluck().get()).toBe(2)
})
