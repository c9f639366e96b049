import type { DialogName } from '../wall/commands.ts'
import { isFirstRun } from '../wall/session-store.ts'
import { AcknowledgeWindow } from './alarms/acknowledge-window.tsx'
import { QueueWindow } from './alarms/queue-window.tsx'
import { RulesWindow } from './alarms/rules-window.tsx'
import { SignOnWindow } from './alarms/sign-on-window.tsx'
import { Banners } from './banners.tsx'
import { ConnectionWindow, KeyWindow } from './connection-window.tsx'
import { MarkWindow } from './events/mark-window.tsx'
import { OutboxWindow } from './events/outbox-window.tsx'
import { ReceiptWindow } from './events/receipt-window.tsx'
import { ExportWindow } from './evidence/export-window.tsx'
import { FirstRunPage } from './first-run-page.tsx'
import { HelpWindow } from './help-window.tsx'
import { LayoutWindow } from './layout-window.tsx'
import { PaletteWindow } from './palette-window.tsx'
import { ReportWindow } from './occupancy/report-window.tsx'
import { type Services, ServicesContext, useServices, useSession } from './services.ts'
import { WallView } from './wall-view.tsx'

/** The whole page: the wall or the first run, what concerns all of it, and at most one window. */
export function App({ services }: { readonly services: Services }) {
  return (
    <ServicesContext value={services}>
      <Stage />
      <Banners />
      <OpenWindow />
    </ServicesContext>
  )
}

function Stage() {
  const isFirst = useSession((session) => isFirstRun(session.connection))
  return isFirst ? <FirstRunPage /> : <WallView />
}

const windows = {
  help: HelpWindow,
  palette: PaletteWindow,
  layout: LayoutWindow,
  connection: ConnectionWindow,
  key: KeyWindow,
  receipts: ReceiptWindow,
  mark: MarkWindow,
  outbox: OutboxWindow,
  occupancy: ReportWindow,
  export: ExportWindow,
  alarms: QueueWindow,
  acknowledge: AcknowledgeWindow,
  'alarm-rules': RulesWindow,
  'sign-on': SignOnWindow,
} as const satisfies Record<DialogName, unknown>

function OpenWindow() {
  const { session } = useServices()
  const dialog = useSession((state) => state.dialog)
  if (dialog === undefined) return null
  const Opened = windows[dialog]
  return <Opened onClose={() => session.actions.closeDialog()} />
}
