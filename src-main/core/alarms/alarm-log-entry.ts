import { createHash } from 'node:crypto'
import { z } from 'zod'
import { alarmSchema } from '#contract/wall/alarms.ts'
import { isObject, parseJson } from '#contract/json.ts'

const who = z.string().max(200)
const alarmId = z.string().max(200)
const exportId = z.string().max(200)

/** What the alarm log tells; `at` in ISO 8601, UTC. */
export const alarmFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('raised'), alarm: alarmSchema }),
  z.object({ kind: z.literal('acknowledged'), alarmId, who, reason: z.string(), more: z.int() }),
  z.object({ kind: z.literal('snoozed'), alarmId, who, untilMs: z.int() }),
  /** By nobody: the snooze is over. */
  z.object({ kind: z.literal('woken'), alarmId }),
  z.object({ kind: z.literal('escalated'), alarmId, priority: z.int() }),
  z.object({ kind: z.literal('forwarded'), alarmId, who, monitor: z.int(), entry: z.string() }),
  /** The queue was full: it left without anybody. */
  z.object({ kind: z.literal('crowded-out'), alarmId }),
  z.object({ kind: z.literal('signed-on'), who, isNew: z.boolean() }),
  z.object({ kind: z.literal('signed-off'), who }),
  /** Who comes under that name afterwards may be somebody else. */
  z.object({ kind: z.literal('operator-removed'), who, name: z.string() }),
  z.object({ kind: z.literal('rules-changed'), who, rules: z.int() }),
  /** What a rule had the walls do beside an alarm. */
  z.object({
    kind: z.literal('rule-acted'),
    ruleId: z.string(),
    title: z.string(),
    subject: z.string(),
    salvo: z.int().optional(),
    cameraId: z.string().optional(),
    sound: z.int().optional(),
  }),
  /** Begun, or gone on with. */
  z.object({
    kind: z.literal('export-begun'),
    who,
    exportId,
    cameraIds: z.array(z.string()),
    startMs: z.int(),
    endMs: z.int(),
  }),
  /** `who`: whoever called it off. */
  z.object({
    kind: z.literal('export-ended'),
    who: who.optional(),
    exportId,
    state: z.enum(['done', 'failed', 'cancelled']),
    code: z.string().optional(),
    manifestSha256: z.string().optional(),
  }),
  z.object({ kind: z.literal('export-discarded'), who, exportId }),
  /** What is exported from now on is signed with another key. */
  z.object({ kind: z.literal('signing-key-made'), fingerprint: z.string() }),
  z.object({ kind: z.literal('picture-saved'), who, cameraIds: z.array(z.string()), file: z.string() }),
  /** The end of the file was half a line, which a crash or a power cut had left; it was cut off. */
  z.object({ kind: z.literal('torn-line-cut'), bytes: z.int() }),
  /** The chain of the file before does not hold there; it was left as it is, and this file begins a new one. */
  z.object({ kind: z.literal('chain-broken'), file: z.string(), line: z.int(), problem: z.string() }),
  z.object({ kind: z.literal('oldest-file-removed'), file: z.string() }),
  /** The disk took none for so long that there was no room to remember them. */
  z.object({ kind: z.literal('entries-lost'), entries: z.int() }),
])
export type AlarmFact = z.infer<typeof alarmFactSchema>

const entrySchema = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  kind: z.string().catch(''),
  prev: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

export interface AlarmLogEntry {
  readonly seq: number
  readonly atMs: number
  readonly prev: string
  readonly hash: string
  readonly kind: string
  /** Undefined: a newer version wrote it. */
  readonly fact: AlarmFact | undefined
}

/** Of a log that begins. */
export const FIRST_PREV = '0'.repeat(64)
const hashMember = /,"hash":"[0-9a-f]{64}"\}$/

/** One line without its line feed. Its `hash` is the SHA-256 of the text before that member, `prev` that of the line before. */
export function writeEntry(seq: number, atMs: number, prev: string, fact: AlarmFact) {
  const { kind, ...rest } = fact
  const body = JSON.stringify({ seq, at: new Date(atMs).toISOString(), kind, ...rest, prev }).slice(0, -1)
  const hash = sha256(body)
  return { line: `${body},"hash":"${hash}"}`, hash }
}

/** Undefined when the line is no entry, or has another content than its hash says. */
export function readEntry(line: string): AlarmLogEntry | undefined {
  const content = parseJson(line)
  const entry = entrySchema.safeParse(content)
  const at = hashMember.exec(line)?.index
  if (!entry.success || at === undefined || !isObject(content)) return undefined
  const { seq, at: when, kind, prev, hash } = entry.data
  if (sha256(line.slice(0, at)) !== hash) return undefined
  const fact = alarmFactSchema.safeParse(content)
  return { seq, atMs: Date.parse(when), kind, prev, hash, fact: fact.success ? fact.data : undefined }
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
