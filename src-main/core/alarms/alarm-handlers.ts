import { setImmediate } from 'node:timers/promises'
import { ok } from '#contract/result.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/wall/csv-cell.ts'
import type { ReadyFiles } from '../support/ready-files.ts'
import { type Clock, dayText } from '../time.ts'
import type { CallGuards } from '../wall/call-guards.ts'
import type { MonitorList } from '../wall/monitor-list.ts'
import type { CallHandlers } from '../wall-main.ts'
import { readEntry } from './alarm-log-entry.ts'
import { LINES_AT_ONCE } from './alarm-log-files.ts'
import type { AlarmLogPort, AlarmService } from './alarm-service.ts'

export interface AlarmHandlerOptions {
  readonly alarms: AlarmService
  readonly log: Pick<AlarmLogPort, 'read' | 'verify'>
  readonly monitors: Pick<MonitorList, 'enter'>
  readonly files: Pick<ReadyFiles, 'add'>
  readonly clock: Clock
  /** The wall's. */
  readonly timeZone: () => string | undefined
}

export function createAlarmHandlers(
  { here }: Pick<CallGuards, 'here'>,
  { alarms, log, monitors, files, clock, timeZone }: AlarmHandlerOptions,
) {
  return {
    'alarms.acknowledge': ({ id, reason }) => alarms.acknowledge(id, reason),
    'alarms.snooze': ({ id, minutes }) => alarms.snooze(id, minutes),
    'alarms.forward': here(({ id, monitor, entry }) =>
      alarms.forward(id, monitor, entry, () => monitors.enter(monitor, entry, true)),
    ),
    'alarms.export': async ({ format }) => {
      const { text, isCut } = await log.read()
      const isCsv = format === 'csv'
      const ready = files.add({
        fileName: `alarms-${dayText(timeZone(), clock.wallMs())}.${format}`,
        contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
        bytes: new TextEncoder().encode(isCsv ? await csvOf(text) : text),
      })
      return ok({ ...ready, isCut })
    },
    'alarms.verify': async () => {
      const { problems, ...reading } = await log.verify()
      return ok({ ...reading, problems: problems.slice(0, 100) })
    },
    'alarms.signOn': ({ name, pin, isNew }) => alarms.signOn(name, pin, isNew),
    'alarms.removeOperator': async ({ name }) => alarms.removeOperator(name),
    'alarms.signOff': async () => {
      alarms.signOff()
      return ok(undefined)
    },
  } satisfies Partial<CallHandlers>
}

const columns = [
  'entry',
  'at',
  'what',
  'alarm',
  'title',
  'priority',
  'cause',
  'cameras',
  'who',
  'reason',
  'detail',
  'hash',
] as const

/**
 * A row an entry, of one that a newer version wrote without its details; a line that is none is left out, the check of
 * the log says where.
 */
async function csvOf(text: string): Promise<string> {
  const titles = new Map<string, string>()
  const rowsOf = (line: string): string[] => {
    const entry = readEntry(line)
    if (entry === undefined) return []
    const { fact, kind, seq, atMs, hash } = entry
    const at = new Date(atMs).toISOString()
    if (fact === undefined) {
      const details = Array.from({ length: columns.length - 4 }, () => undefined)
      return [csvLine([seq, at, kind, ...details, hash])]
    }
    const alarm = fact.kind === 'raised' ? fact.alarm : undefined
    const alarmId = alarm?.id ?? ('alarmId' in fact ? fact.alarmId : undefined)
    if (alarm !== undefined) titles.set(alarm.id, alarm.title)
    const priority = alarm?.priority ?? (fact.kind === 'escalated' ? fact.priority : undefined)
    return [
      csvLine([
        seq,
        at,
        kind,
        alarmId,
        fact.kind === 'rule-acted' ? fact.title : titles.get(alarmId ?? ''),
        priority,
        alarm?.cause,
        (alarm ?? ('cameraIds' in fact ? fact : undefined))?.cameraIds.join(' '),
        'who' in fact ? fact.who : undefined,
        'reason' in fact ? fact.reason : undefined,
        detailOf(fact),
        hash,
      ]),
    ]
  }
  const lines = text.split('\n')
  const rows: string[] = []
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    rows.push(...lines.slice(from, from + LINES_AT_ONCE).flatMap(rowsOf))
    await setImmediate()
  }
  return `${BYTE_ORDER_MARK}${csvLine([...columns])}${rows.join('')}`
}

type Fact = NonNullable<NonNullable<ReturnType<typeof readEntry>>['fact']>

function detailOf(fact: Fact): string | undefined {
  if (fact.kind === 'snoozed') return `until ${new Date(fact.untilMs).toISOString()}`
  if (fact.kind === 'forwarded') return `to ${fact.monitor}/${fact.entry}`
  if (fact.kind === 'acknowledged' && fact.more > 0) return `${fact.more} more of the same kind`
  if (fact.kind === 'rule-acted') return actedWords(fact)
  if (fact.kind === 'export-begun')
    return `${fact.exportId}: ${[fact.startMs, fact.endMs].map((ms) => new Date(ms).toISOString()).join(' to ')}`
  if (fact.kind === 'export-ended')
    return `${fact.exportId}: ${fact.state} ${fact.code ?? fact.manifestSha256 ?? ''}`.trim()
  if (fact.kind === 'export-discarded') return fact.exportId
  if (fact.kind === 'signing-key-made') return fact.fingerprint
  if (fact.kind === 'picture-saved') return fact.file
  if (fact.kind === 'operator-removed') return fact.name
  if (fact.kind === 'torn-line-cut') return `${fact.bytes} bytes`
  if (fact.kind === 'chain-broken') return `${fact.file}, line ${fact.line}: ${fact.problem}`
  if (fact.kind === 'oldest-file-removed') return fact.file
  if (fact.kind === 'entries-lost') return `${fact.entries} entries`
  return fact.kind === 'rules-changed' ? `${fact.rules} rules` : undefined
}

function actedWords({ salvo, cameraId, sound }: Fact & { kind: 'rule-acted' }): string {
  const acts = [
    ...(salvo === undefined ? [] : [`salvo ${salvo}`]),
    ...(cameraId === undefined ? [] : [`hotspots to ${cameraId}`]),
    ...(sound === undefined ? [] : [`sound ${sound}`]),
  ]
  return acts.join(', ')
}
