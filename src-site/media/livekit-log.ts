import { z } from 'zod'

type Note = (fields: unknown, text?: string) => void

/** What is used of a pino logger. */
export interface LogPort {
  readonly debug: Note
  readonly warn: Note
  readonly error: Note
}

const lineSchema = z.looseObject({ level: z.string(), msg: z.string().default('') })

/** LiveKit tells a line for every step of every participant at `info`: to a site that is detail. */
const levels: Readonly<Record<string, 'debug' | 'warn' | 'error'>> = {
  debug: 'debug',
  info: 'debug',
  warn: 'warn',
  error: 'error',
  dpanic: 'error',
  panic: 'error',
  fatal: 'error',
}

/** Said by `logger` and `ts` of our own log, or of no use to a reader of it. */
const left = new Set(['level', 'ts', 'msg', 'logger', 'caller'])

/** Writes one line of LiveKit's JSON log into ours. What is not JSON was printed in distress: a warning. */
export function relayLivekitLine(line: string, log: LogPort, redact: (text: string) => string): void {
  const clean = redact(line)
  const parsed = lineSchema.safeParse(json(clean))
  if (!parsed.success) {
    log.warn(clean)
    return
  }
  const fields = Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !left.has(name)))
  log[levels[parsed.data.level] ?? 'debug'](fields, parsed.data.msg)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
