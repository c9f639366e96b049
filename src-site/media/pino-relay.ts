import type { Logger } from 'pino'
import { z } from 'zod'

const lineSchema = z.looseObject({ level: z.number(), msg: z.string().default('') })

/** Writes a line that another pino made into ours, with our own time and bindings. */
export function relayPinoLine(line: string, log: Logger): void {
  const parsed = lineSchema.safeParse(JSON.parse(line))
  if (!parsed.success) return
  const { level, msg, ...fields } = parsed.data
  if (level >= 50) log.error(fields, msg)
  else if (level >= 40) log.warn(fields, msg)
  else if (level >= 30) log.info(fields, msg)
  else log.debug(fields, msg)
}
