import { MAX_EVENT_LEAD_IN_MS } from '#contract/platform/limits.ts'
import type { InsertEvent } from '#contract/platform/events.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../../api/refusal.ts'
import { invalid, otherOrganization } from '../event-fault.ts'
import type { NumberedTag } from '../tags/event-tag.ts'
import { valueFault } from './check-value.ts'
import type { FieldValue, NewEvent } from './new-event.ts'

/** What an event is judged by: all of it the organization's that the API key is bound to. */
export interface EventRules {
  readonly orgId: string
  readonly tags: readonly NumberedTag[]
  readonly hasCamera: (cameraId: string) => boolean
  readonly nowMs: number
  readonly retentionDays: number
}

const dayMs = 86_400_000

export function checkEvent(
  event: InsertEvent,
  idempotencyKey: string | undefined,
  rules: EventRules,
): Result<NewEvent, Refusal> {
  const { orgId, cameraId, eventTypeId, fields, timestamp } = event
  if (orgId !== rules.orgId) return fail(otherOrganization)
  const tag = rules.tags.find(({ id }) => id === eventTypeId)
  if (!tag) return fail(invalid('eventTypeId', 'the organization has no such event tag'))
  if (!rules.hasCamera(cameraId)) return fail(invalid('cameraId', 'the organization has no such camera'))
  const fault = timeFault(timestamp, rules)
  if (fault) return fail(fault)

  const values: FieldValue[] = []
  const members: string[] = []
  for (const { name, type, number } of tag.fields) {
    if (!Object.hasOwn(fields, name)) continue
    const value = fields[name]
    const wrong = valueFault(type, value)
    if (wrong !== undefined || value === undefined)
      return fail(invalid(`fields.${name}`, wrong ?? 'is missing'))
    values.push([number, typeof value === 'boolean' ? Number(value) : value])
    members.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
  }
  if (members.length < Object.keys(fields).length) return fail(unknownField(fields, tag))
  return ok({
    tag: tag.number,
    cameraId,
    atMs: timestamp,
    receivedMs: rules.nowMs,
    values,
    fieldsJson: `{${members.join(',')}}`,
    key: idempotencyKey === undefined ? undefined : { orgId, name: idempotencyKey },
  })
}

function unknownField(fields: InsertEvent['fields'], tag: NumberedTag): Refusal {
  const known = new Set(tag.fields.map(({ name }) => name))
  const name = Object.keys(fields).find((one) => !known.has(one)) ?? ''
  return invalid(`fields.${name.slice(0, 100)}`, 'the event tag has no such field')
}

/** Another unit is the usual mistake, so it is named. */
export function timeFault(
  timestamp: number,
  { nowMs, retentionDays }: Pick<EventRules, 'nowMs' | 'retentionDays'>,
): Refusal | undefined {
  const oldestMs = nowMs - retentionDays * dayMs
  const newestMs = nowMs + MAX_EVENT_LEAD_IN_MS
  const isMeant = (ms: number) => ms >= oldestMs && ms <= newestMs
  if (isMeant(timestamp)) return undefined
  if (isMeant(timestamp * 1_000)) return invalid('timestamp', 'has to be in milliseconds, these are seconds')
  if (isMeant(timestamp / 1_000))
    return invalid('timestamp', 'has to be in milliseconds, these are microseconds')
  if (timestamp < 0) return invalid('timestamp', 'has to be in milliseconds since 1970')
  if (timestamp > newestMs) {
    const hours = MAX_EVENT_LEAD_IN_MS / 3_600_000
    return invalid('timestamp', `is more than ${hours} hours ahead of the site's clock`)
  }
  return {
    code: 'before_retention',
    message: `timestamp: is longer ago than the ${retentionDays} days that events are kept.`,
    field: 'timestamp',
  }
}
