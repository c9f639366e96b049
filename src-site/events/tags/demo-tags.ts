import type { CreateEventTag } from '#contract/platform/events.ts'
import type { EventPart } from '../event-part.ts'

/** What the demonstration's machines say: a till its receipts, a dock its scale, a door who passed. */
export const demoTags: readonly CreateEventTag[] = [
  {
    name: 'sale',
    fields: [
      { name: 'amount', type: 'decimal', unit: 'EUR' },
      { name: 'items', type: 'integer' },
      { name: 'card', type: 'boolean' },
      { name: 'void', type: 'boolean' },
      { name: 'text', type: 'text' },
    ],
  },
  {
    name: 'weighing',
    fields: [
      { name: 'weight', type: 'decimal', unit: 'kg' },
      { name: 'pallets', type: 'integer' },
      { name: 'plate', type: 'text' },
      { name: 'inbound', type: 'boolean' },
    ],
  },
  {
    name: 'door',
    fields: [
      { name: 'badge', type: 'text' },
      { name: 'person', type: 'text' },
      { name: 'granted', type: 'boolean' },
    ],
  },
]

/** At the first start. What its people make of them later is theirs. */
export async function saveDemoTags(events: EventPart, orgId: string): Promise<void> {
  if (events.tagsOf(orgId).length > 0) return
  for (const tag of demoTags) await events.createTag(orgId, tag)
}
