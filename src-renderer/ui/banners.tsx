import { CloudAlert, TriangleAlert, Unplug, X } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import { isFirstRun } from '../wall/session-store.ts'
import { visibleTiles } from '../wall/wall-document.ts'
import { Chord } from './chord.tsx'
import { connectionTrouble } from './connection-words.ts'
import { useNowMs } from './second-ticker.ts'
import { useServices, useSession, useWall } from './services.ts'
import { type FaultyTile, faultsReader, faultSentence } from './wall-faults.ts'
import { timeOfDay } from './words.ts'

/** What concerns the whole wall, stacked at its lower edge, where no caption and no code is. */
export function Banners() {
  return (
    <aside className="banners" aria-label="State of the wall">
      <LinkBanner />
      <ConnectionBanner />
      <FaultBanner />
      <Notices />
    </aside>
  )
}

function LinkBanner() {
  const { ticker } = useServices()
  const lostAtMs = useSession((session) => session.linkLostAtMs)
  const nowMs = useNowMs(ticker, lostAtMs !== undefined)
  if (lostAtMs === undefined) return null
  return (
    <p className="banner" data-tone="fault" role="alert">
      <Unplug aria-hidden size="1.25em" />
      <b>The application in the background does not answer</b>
      <span>since {timeOfDay(lostAtMs, nowMs)} · reconnecting · pictures go on as long as they can</span>
    </p>
  )
}

function ConnectionBanner() {
  const { keymap } = useServices()
  const connection = useSession((session) => session.connection)
  const isFirst = isFirstRun(connection)
  const trouble = isFirst ? undefined : connectionTrouble(connection)
  if (trouble === undefined) return null
  const chord = keymap().chordsByAction.get('connection')?.[0]
  return (
    <p className="banner" data-tone={trouble.tone} role="alert">
      <CloudAlert aria-hidden size="1.25em" />
      <span>{trouble.says}</span>
      {chord !== undefined && <Chord chord={chord} />}
    </p>
  )
}

function FaultBanner() {
  const { live } = useServices()
  const layout = useWall(({ document }) => document.layout)
  const large = useWall(({ document }) => document.large)
  const [subscribe, read] = useMemo(() => {
    const tiles = visibleTiles({ layout, large })
    const subscribe = (listener: () => void) => {
      const stops = tiles.map((tile) => live.subscribe(tile, listener))
      return () => stops.forEach((stop) => stop())
    }
    return [subscribe, faultsReader(live, tiles)] as const
  }, [live, layout, large])
  const faults: readonly FaultyTile[] = useSyncExternalStore(subscribe, read)
  if (faults.length === 0) return <p className="unseen" role="status" />
  return (
    <p className="banner" data-tone="attention" role="status">
      <TriangleAlert aria-hidden size="1.25em" />
      <span>{faultSentence(faults, large === null ? layout : 1)}</span>
    </p>
  )
}

function Notices() {
  const { session } = useServices()
  const notices = useSession((state) => state.notices)
  return notices.map((notice) => (
    <p key={notice.id} className="banner" data-tone="quiet" role="status">
      <span>{notice.says}</span>
      <button
        type="button"
        className="icon-button"
        aria-label="Dismiss"
        tabIndex={-1}
        onClick={() => session.actions.dismiss(notice.id)}
      >
        <X aria-hidden size="1em" />
      </button>
    </p>
  ))
}
