import type { EventCatalogue } from '#renderer/events/query/catalogue.ts'
import { QueryReader } from '#renderer/events/query/reading/read-query.ts'
import { zone } from '../../timeline/axis/zones.ts'

/** One name for several types, names with spaces, names that mean something of their own, names that differ in case only. */
export const catalogue: EventCatalogue = {
  tags: [
    {
      id: 'tag-sale',
      name: 'sale',
      fields: [
        { name: 'amount', type: 'decimal', unit: 'EUR' },
        { name: 'items', type: 'integer' },
        { name: 'item', type: 'text' },
        { name: 'card', type: 'boolean' },
        { name: 'void', type: 'boolean' },
        { name: 'code', type: 'text' },
      ],
    },
    {
      id: 'tag-scale',
      name: 'Dock scale',
      fields: [
        { name: 'weight', type: 'decimal', unit: 'kg' },
        { name: 'code', type: 'integer' },
        { name: 'net weight', type: 'decimal' },
        { name: 'Plate', type: 'text' },
      ],
    },
    {
      id: 'tag-today',
      name: 'today',
      fields: [
        { name: 'is', type: 'boolean' },
        { name: 'code', type: 'boolean' },
        { name: 'plate', type: 'text' },
      ],
    },
    { id: 'tag-door', name: 'Tür "Süd"', fields: [{ name: 'öffnung', type: 'boolean' }] },
  ],
  cameras: [
    { id: 'c1', name: 'Entrance', number: 1, group: 'Ground floor' },
    { id: 'c2', name: 'Loading dock', number: 2, group: 'Ground floor' },
    { id: 'c3', name: 'Till 1', number: 3, group: 'Shop' },
    { id: 'c5', name: 'Till 2', number: 5, group: 'Shop' },
    { id: 'c6', name: 'Stairs', number: 6, group: '' },
    { id: 'c7', name: 'Stairs', number: 7, group: '' },
    { id: 'c12', name: '12', number: 12, group: '' },
    { id: 'c40', name: 'Yard', number: 40, group: 'Outside' },
  ],
}

export const berlin = zone('Europe/Berlin')
/** A Friday, 15:00 in Berlin. */
export const nowMs = Date.parse('2026-11-20T14:00:00Z')

export const reader = new QueryReader()
export const read = (text: string) => reader.read(text, catalogue, berlin, nowMs)
