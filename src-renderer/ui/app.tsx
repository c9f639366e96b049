import { Direction } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { currentLanguage, languages, t } from '../language/language.ts'
import { liveDefaults } from '../live/defaults.ts'
import type { DialogName } from '../wall/commands.ts'
import { isFirstRun } from '../wall/session-store.ts'
import { AcknowledgeWindow } from './alarms/acknowledge-window.tsx'
import { QueueWindow } from './alarms/queue-window.tsx'
import { RulesWindow } from './alarms/rules-window.tsx'
import { SignOnWindow } from './alarms/sign-on-window.tsx'
import { Banners } from './banners.tsx'
import { ConnectionWindow, KeyWindow } from './connection-window.tsx'
import { ContentWindow } from './contents/content-window.tsx'
import { SequenceWindow } from './contents/sequence-window.tsx'
import { TextWindow } from './contents/text-window.tsx'
import { MarkWindow } from './events/mark-window.tsx'
import { OutboxWindow } from './events/outbox-window.tsx'
import { ReceiptWindow } from './events/receipt-window.tsx'
import { ExportWindow } from './evidence/export-window.tsx'
import { FirstRunPage } from './first-run-page.tsx'
import { GridEditor } from './grid-editor.tsx'
import { HelpWindow } from './help-window.tsx'
import { KeymapWindow } from './keymap-window.tsx'
import { LayoutWindow } from './layout-window.tsx'
import { Logo } from './logo.tsx'
import { MaskWindow } from './masks/mask-window.tsx'
import { PaletteWindow } from './palette-window.tsx'
import { ReportWindow } from './occupancy/report-window.tsx'
import { SaveSalvoWindow } from './salvos/save-salvo-window.tsx'
import { SalvosWindow } from './salvos/salvos-window.tsx'
import { type Services, ServicesContext, useServices, useSession } from './services.ts'
import { WallView } from './wall-view.tsx'

/** The whole page: the wall or the first run, what concerns all of it, and at most one window. */
export function App({ services }: { readonly services: Services }) {
  return (
    <ServicesContext value={services}>
      <Direction.Provider dir={languages[currentLanguage()].direction}>
        <Stage />
        <Banners />
        <OpenWindow />
        <StallVeil />
      </Direction.Provider>
    </ServicesContext>
  )
}

function Stage() {
  const isFirst = useSession((session) => isFirstRun(session.connection))
  const isLocked = useSession(({ lock }) => lock?.isLocked === true)
  if (isFirst && isLocked) return <LockedPage />
  return isFirst ? <FirstRunPage /> : <WallView />
}

/** A kiosk that was locked before it had a platform and a key. */
function LockedPage() {
  return (
    <main className="first-run">
      <header>
        <Logo />
        <h1>Tessera</h1>
        <p>{t('lock.firstRun')}</p>
      </header>
    </main>
  )
}

const windows = {
  help: HelpWindow,
  keymap: KeymapWindow,
  palette: PaletteWindow,
  layout: LayoutWindow,
  grid: GridEditor,
  connection: ConnectionWindow,
  key: KeyWindow,
  receipts: ReceiptWindow,
  mark: MarkWindow,
  outbox: OutboxWindow,
  occupancy: ReportWindow,
  'save-salvo': SaveSalvoWindow,
  salvos: SalvosWindow,
  content: ContentWindow,
  sequence: SequenceWindow,
  text: TextWindow,
  export: ExportWindow,
  alarms: QueueWindow,
  acknowledge: AcknowledgeWindow,
  'alarm-rules': RulesWindow,
  'sign-on': SignOnWindow,
  masks: MaskWindow,
} as const satisfies Record<DialogName, unknown>

function OpenWindow() {
  const { session } = useServices()
  const dialog = useSession((state) => state.dialog)
  if (dialog === undefined) return null
  const Opened = windows[dialog]
  return <Opened onClose={() => session.actions.closeDialog(dialog)} />
}

const { staleAfterMs } = liveDefaults.tile
const holdDownEveryMs = 500

/**
 * Covers a page whose script hangs: its tile states are out of date, and a frozen picture would still be called LIVE.
 * It rises by itself in the browser's compositor unless the script holds it down.
 */
function StallVeil() {
  const veil = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const rise = veil.current?.animate([{ opacity: 0 }, { opacity: 1 }], {
      delay: staleAfterMs,
      duration: 1,
      fill: 'both',
    })
    const holdDown = () => {
      if (rise) rise.currentTime = 0
    }
    const timer = setInterval(holdDown, holdDownEveryMs)
    // Timers of a hidden page are rare.
    document.addEventListener('visibilitychange', holdDown)
    return () => {
      document.removeEventListener('visibilitychange', holdDown)
      clearInterval(timer)
    }
  }, [])
  return (
    <div ref={veil} className="stall-veil" aria-hidden>
      <p>{t('wall.stalled')}</p>
    </div>
  )
}
