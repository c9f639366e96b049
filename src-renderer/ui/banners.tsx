import { CloudAlert, Inbox, KeyRound, TriangleAlert, Unplug, X } from 'lucide-react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { isFirstMonitor, isFirstRun } from '../wall/session-store.ts'
import { visibleTiles } from '../wall/wall-document.ts'
import { AlarmBanner } from './alarms/alarm-banner.tsx'
import { KeyButton, KeyOf, rich } from './rich-text.tsx'
import { connectionTrouble, expiryNotice, plainWords } from './connection-words.ts'
import { elsewhereWords, refusedWords, waitingWords } from './events/outbox-words.ts'
import { IconButton } from './form-parts.tsx'
import { useNowMs, useServices, useSession, useWall } from './services.ts'
import { updateWords } from './update-words.ts'
import { faultSentence, faultsReader, type FaultyTile } from './wall-faults.ts'
import { timeOfDay } from './words.ts'
import { t } from '../language/language.ts'
import { errorWords } from '../language/error-words.ts'

/** What concerns the whole wall, stacked at its lower edge, where no caption and no code is. */
export function Banners() {
  return (
    <aside className="banners" aria-label={t('banners.stateWall')}>
      <AlarmBanner />
      <LinkBanner />
      <ConnectionBanner />
      <PlainBanner />
      <KeyEndBanner />
      <FaultBanner />
      <OutboxBanner />
      <UpdateBanner />
      <Notices />
      <FirstKeys />
    </aside>
  )
}

/** Cannot be dismissed: without encryption the key can be read on the network. */
function PlainBanner() {
  const isFirst = useSession(isFirstMonitor)
  const text = plainWords(useSession(({ connection }) => connection.address?.baseUrl))
  if (text === undefined || !isFirst) return null
  return (
    <p className="banner row" data-tone="attention" data-banner="plain" role="status">
      <TriangleAlert aria-hidden size="1.25em" />
      <span>{text}</span>
    </p>
  )
}

function LinkBanner() {
  const { zone, platformClock } = useServices()
  const lostAtMs = useSession((session) => session.linkLostAtMs)
  const isRefused = useSession((session) => session.isLinkRefused)
  const nowMs = useNowMs(lostAtMs !== undefined)
  if (lostAtMs === undefined) return null
  const since = timeOfDay(zone(), platformClock.ofComputer(lostAtMs), platformClock.ofComputer(nowMs))
  return (
    <p className="banner row" data-tone="fault" role="alert">
      <Unplug aria-hidden size="1.25em" />
      <b>{t(isRefused ? 'shell.refused' : 'banners.applicationBackgroundDoesNotAnswer')}</b>
      {!isRefused && <span>{t('banners.reconnecting', { since })}</span>}
    </p>
  )
}

function ConnectionBanner() {
  const { zone, platformClock } = useServices()
  const connection = useSession((session) => session.connection)
  const isAlarmed = useSession(({ settings }) =>
    settings.alarms.rules.some(({ isOn, when }) => isOn && when.kind !== 'camera'),
  )
  const trouble = isFirstRun(connection) ? undefined : connectionTrouble(connection)
  if (trouble === undefined) return null
  const sinceMs = trouble.action === 'connection' ? connection.failingSinceMs : undefined
  return (
    <p className="banner row" data-tone={trouble.tone} data-banner="connection" role="alert">
      <CloudAlert aria-hidden size="1.25em" />
      <span>
        {trouble.text}
        {sinceMs !== undefined && isAlarmed && ` ${t('banners.alarmsMayBeMissing')}`}
      </span>
      {sinceMs !== undefined && (
        <span className="dim">
          {t('tile.since', {
            time: timeOfDay(zone(), platformClock.ofComputer(sinceMs), platformClock.nowMs()),
          })}
        </span>
      )}
      <KeyButton action={trouble.action} />
    </p>
  )
}

/** Put aside, it is back on the next day. */
function KeyEndBanner() {
  const key = useSession((session) => session.connection.key)
  const isFirst = useSession(isFirstMonitor)
  const asideAt = useSession((session) => session.keyEndAsideAt)
  const { session, zone } = useServices()
  const notice = expiryNotice(key, zone())
  if (notice === undefined || (notice.isDismissable && asideAt === key.daysLeft)) return null
  // As long as it is quiet one screen is enough.
  if (notice.tone === 'quiet' && !isFirst) return null
  return (
    <p className="banner row" data-tone={notice.tone} role={notice.tone === 'quiet' ? 'status' : 'alert'}>
      <KeyRound aria-hidden size="1.25em" />
      <span>{notice.text}</span>
      <KeyButton action="key" />
      {notice.isDismissable && <Dismiss onDismiss={() => session.actions.dismissKeyEnd()} />}
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
    <p className="banner row" data-tone="attention" role="status">
      <TriangleAlert aria-hidden size="1.25em" />
      <span>{faultSentence(faults, large === null ? layout.cells.length : 1)}</span>
    </p>
  )
}

/** On the first monitor only, until it is dismissed: an update is not urgent. */
function UpdateBanner() {
  const { clock, zone, session } = useServices()
  const updates = useSession((session) => session.updates)
  const settings = useSession((session) => session.settings.updates)
  const isFirst = useSession(isFirstMonitor)
  const aside = useSession((session) => session.updateAside)
  if (updates.state !== 'ready' || updates.version === aside || !isFirst) return null
  return (
    <Quiet
      text={updateWords(updates, settings, clock.nowMs(), zone())}
      onDismiss={() => session.actions.dismissUpdate()}
    />
  )
}

function Notices() {
  const { run } = useServices()
  const notices = useSession((state) => state.notices)
  // One that takes another's place is read out as its change.
  return notices.map(({ id, text, about }) => (
    <Quiet
      key={about ?? id}
      banner={about}
      text={text}
      onDismiss={() => run({ kind: 'dismiss-notices', text })}
    />
  ))
}

/** Who does not know the first key finds none of the others. */
function FirstKeys() {
  const { session } = useServices()
  const isShown = useSession(
    (state) => state.isFresh && isFirstMonitor(state) && !isFirstRun(state.connection),
  )
  useEffect(() => {
    if (!isShown) return undefined
    const end = () => session.actions.endFresh()
    window.addEventListener('keydown', end, true)
    return () => window.removeEventListener('keydown', end, true)
  }, [isShown, session])
  if (!isShown) return null
  const keys = {
    confirm: <KeyOf action="confirm" />,
    help: <KeyOf action="help" />,
    palette: <KeyOf action="palette" />,
  }
  return (
    <p className="banner row" data-tone="quiet" data-banner="first-keys" role="status">
      <span>{rich('banners.firstKeys', keys)}</span>
    </p>
  )
}

function Quiet(props: {
  readonly text: string
  readonly banner?: string | undefined
  readonly onDismiss: () => void
}) {
  const { text, banner, onDismiss } = props
  return (
    <p className="banner row" data-tone="quiet" data-banner={banner} role="status">
      <span>{text}</span>
      <Dismiss onDismiss={onDismiss} />
    </p>
  )
}

function Dismiss({ onDismiss }: { readonly onDismiss: () => void }) {
  return <IconButton Icon={X} label={t('banners.dismiss')} tabIndex={-1} onClick={onDismiss} />
}

/** On one screen only: what waits for the platform waits for this machine, not for a monitor. */
function OutboxBanner() {
  const { outbox: watch } = useServices()
  const outbox = useStore(watch.store, (state) => state.outbox)
  const isWaiting = useStore(watch.store, (state) => state.isWaiting)
  const isFirst = useSession(isFirstMonitor)
  const platforms = useSession(({ connection }) => connection.platforms)
  const nowMs = useNowMs(isWaiting)
  if (outbox === undefined || !isFirst) return null
  const waiting = isWaiting ? waitingWords(outbox, nowMs) : undefined
  const refused = refusedWords(outbox)
  const elsewhere = elsewhereWords(outbox, platforms).map(({ words }) => words)
  const sentences = [errorWords(outbox.unavailable), refused, ...elsewhere].filter(
    (words) => words !== undefined,
  )
  if (sentences.length === 0 && waiting === undefined) return null
  const isQuiet = outbox.unavailable === undefined && refused === undefined
  return (
    <p className="banner row" data-tone={isQuiet ? 'quiet' : 'attention'} data-banner="outbox">
      <Inbox aria-hidden size="1.25em" />
      {/* Without what counts up, which would have it read out again and again. */}
      <span role="status">
        {sentences.join(' ')}
        {waiting !== undefined && <span className="unseen">{t('events.outbox.someWait')}</span>}
      </span>
      {waiting !== undefined && <span aria-hidden>{waiting}</span>}
      <KeyButton action="outbox" />
    </p>
  )
}
