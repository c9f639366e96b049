import { memo } from 'react'
import { foldText } from '#contract/fold-text.ts'
import type { TileReceipt } from '#contract/wall/document.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { type EventRow, rowWords } from '../../events/event-words.ts'
import { clockText } from '../../timeline/axis/time-words.ts'
import { receiptOf } from '../../wall/wall-document.ts'
import { useServices, useWall, useZone } from '../services.ts'
import { useLook } from '../use-look.ts'
import { t } from '../../language/language.ts'

/** Events over the picture that they belong to. */
export const ReceiptOverlay = memo(function ReceiptOverlay({ tile }: { readonly tile: number }) {
  const receipt = useWall(({ document }) => receiptOf(document, tile))
  return receipt.isShown ? <Receipts tile={tile} receipt={receipt} /> : null
})

function Receipts({ tile, receipt }: { readonly tile: number; readonly receipt: TileReceipt }) {
  const { receipts } = useServices()
  const look = useLook(receipts, tile, (seen) => seen)
  if (look.receipts.length === 0 && look.problem === undefined) return null
  return (
    <div className="receipts" data-corner={receipt.corner} data-size={receipt.size}>
      {look.receipts.map(({ event, age }, at) => (
        <Receipt key={event.id} event={event} age={age} aheadMs={look.aheadMs} isNewest={at === 0} />
      ))}
      {look.more > 0 && (
        <p className="receipt-more badge dim">{t('events.receipt.more', { count: look.more })}</p>
      )}
      {look.problem !== undefined && <p className="receipt-problem badge">{look.problem}</p>}
    </div>
  )
}

/** The newest with all of its fields, those before it in a line. */
const Receipt = memo(function Receipt(props: {
  readonly event: WallEvent
  readonly age: number
  readonly aheadMs: number
  readonly isNewest: boolean
}) {
  const { event, age, aheadMs, isNewest } = props
  const { eventController } = useServices()
  const zone = useZone()
  const { isVoid, rows } = receiptRows(eventController.rowsOf(event))
  return (
    <article
      className="receipt badge"
      data-age={age}
      data-event={event.id}
      data-void={isVoid || undefined}
      aria-label={t(isVoid ? 'events.receipt.labelVoid' : 'events.receipt.label', {
        tag: eventController.nameOf(event.eventTypeId),
        fields: rows.map(rowWords).join(', '),
      })}
    >
      <header className="row">
        <i className="receipt-hue" style={eventController.markOf(event.eventTypeId)} />
        <b>{eventController.nameOf(event.eventTypeId)}</b>
        {isVoid && <strong className="receipt-void">{t('events.receipt.void')}</strong>}
        <time>{clockText(zone, eventController.pictureMsOf(event) - aheadMs, 'second')}</time>
      </header>
      {isNewest ? <Fields rows={rows} /> : <p className="receipt-line">{eventController.textOf(event)}</p>}
    </article>
  )
})

export function Fields({ rows }: { readonly rows: readonly EventRow[] }) {
  return (
    <dl>
      {rows.map(({ field, type, words, unit }) => (
        <div key={field} data-type={type} data-long={words.includes('\n') || words.length > 24 || undefined}>
          <dt>{field}</dt>
          <dd>
            {words}
            {unit !== undefined && <small> {unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Names of tills for a sale that did not take place, folded. */
const voidNames: ReadonlySet<string> = new Set(
  (
    'void voided cancelled canceled storno storniert stornato annulliert annule annulee annullato ' +
    'anulado anulada cancelado cancelada geannuleerd anulowano anulowany makulerad'
  ).split(' '),
)

const isVoidRow = ({ field, value }: EventRow) => typeof value === 'boolean' && voidNames.has(foldText(field))

/** The fields of an event as on a receipt; whether it is void is no row of its own. */
export function receiptRows(rows: readonly EventRow[]): {
  readonly isVoid: boolean
  readonly rows: readonly EventRow[]
} {
  return {
    isVoid: rows.some((row) => isVoidRow(row) && row.value === true),
    rows: rows.filter((row) => !isVoidRow(row)),
  }
}
