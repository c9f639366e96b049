import type { EventTime, Moment } from '#contract/wall/event-query.ts'
import { never } from '#contract/result.ts'

/** As it is typed; nothing for `all`. */
export function printTime(time: EventTime): string {
  switch (time.kind) {
    case 'all':
      return ''
    case 'last':
      return `last:${time.amount}${time.unit}`
    case 'since':
      return `since:${printMoment(time.from)}`
    case 'until':
      return `until:${printMoment(time.until)}`
    case 'between':
      return printStretch(time.from, time.until)
    default:
      return never(time)
  }
}

function printStretch(from: Moment, until: Moment): string {
  const isOneDay = from.day === until.day
  if (isOneDay && from.clock === undefined && until.clock === undefined) return from.day
  if (isOneDay && from.clock !== undefined) return `${printMoment(from)}..${until.clock ?? '24:00'}`
  return `${printMoment(from)}..${printMoment(until)}`
}

const printMoment = ({ day, clock }: Moment): string => (clock === undefined ? day : `${day} ${clock}`)
