import { isFirstRun } from '../wall/session-store.ts'
import { Banners } from './banners.tsx'
import { ConnectionWindow } from './connection-window.tsx'
import { FirstRunPage } from './first-run-page.tsx'
import { HelpWindow } from './help-window.tsx'
import { LayoutWindow } from './layout-window.tsx'
import { PaletteWindow } from './palette-window.tsx'
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

function OpenWindow() {
  const { session } = useServices()
  const dialog = useSession((state) => state.dialog)
  const close = session.actions.closeDialog
  switch (dialog) {
    case 'help':
      return <HelpWindow onClose={close} />
    case 'palette':
      return <PaletteWindow onClose={close} />
    case 'layout':
      return <LayoutWindow onClose={close} />
    case 'connection':
      return <ConnectionWindow onClose={close} />
    case undefined:
      return null
  }
}
