import { ok } from '#contract/result.ts'
import { openOutbox } from '#main/core/events/outbox/open-outbox.ts'
import { createLogger } from '#main/core/log/logger.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { PlatformClient } from '#main/core/platform/platform-client.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import type { EventOutbox } from '#main/core/events/outbox/durable-outbox.ts'
import type { OutboxEvent } from '#main/core/events/outbox/event-outbox.ts'

/** To the marker: first where to, then the marks. */
export type ToMarker =
  | {
      readonly open: {
        readonly dataDir: string
        readonly baseUrl: string
        readonly key: string
        readonly orgId: string
      }
    }
  | { readonly mark: OutboxEvent }
/** `kept`: the mark's uid, once it is on the disk. */
export type FromMarker = { readonly kept: string } | { readonly problem: string } | { readonly ready: true }

/** A process that owns an outbox as a wall does, with the database in a thread, and makes the marks that it is sent. */
const send = (message: FromMarker) => process.send?.(message)

async function main(): Promise<void> {
  const first = await new Promise<ToMarker>((resolve) => process.once('message', resolve))
  if (!('open' in first)) throw new Error('a marker is opened first')
  const { dataDir, baseUrl, key, orgId } = first.open
  const redactor = new Redactor()
  const sink = { write: () => undefined }
  const log = createLogger({ sink, redactor, clock: systemClock, level: 'error' }).area('marker')
  const shared = { clock: systemClock, timers: systemTimers, random: Math.random, log }
  const client = new PlatformClient({
    ...shared,
    address: { baseUrl },
    key: async () => ok(key),
    orgId: () => orgId,
    fetch,
    redactor,
    onVerdict: () => undefined,
    onHealth: () => undefined,
  })
  const outbox = openOutbox({
    ...shared,
    dataDir,
    platform: baseUrl,
    workerScript: new URL('../../../src-main/core/events/outbox/outbox-worker.ts', import.meta.url),
    calls: client.insert,
    onNotice: ({ message }) => send({ problem: message }),
  })
  process.on('message', (message: ToMarker) => {
    if (!('mark' in message)) return
    void keep(outbox, message.mark)
  })
  send({ ready: true })
}

async function keep(outbox: EventOutbox, mark: OutboxEvent): Promise<void> {
  const accepted = await outbox.accept([mark])
  send(accepted.ok ? { kept: mark.uid } : { problem: accepted.error.message })
}

process.on('disconnect', () => process.exit(0))
await main()
