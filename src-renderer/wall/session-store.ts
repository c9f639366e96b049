import type { WallError } from '#contract/errors.ts'
import { type AlarmsState, noAlarms } from '#contract/wall/alarms.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { KioskLockState } from '#contract/wall/kiosk-lock.ts'
import type { Monitor } from '#contract/wall/monitors.ts'
import { allSalvos, noSharedSalvos, type Salvo, type SharedSalvos } from '#contract/wall/salvo.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import type { UpdateState } from '#contract/wall/updates.ts'
import { createStore } from 'zustand/vanilla'
import { browserClock, type Clock } from '../clock.ts'
import type { DialogName } from './commands.ts'
import { ANSWER_SHOWN_MS } from './defaults.ts'
import { isInstallersDialog } from './kiosk-lock.ts'
import { errorWords } from '../language/error-words.ts'

/**
 * A sentence at the edge of the wall; in a window, if it came while that was open. Everything that is said in passing is
 * one, but the refusal of an entry: that stands with its digits over the tile where the eye is, and ends with the entry.
 */
export interface Notice {
  readonly id: number
  readonly text: string
  /** Main's words for it, where it comes from there. */
  readonly message: string | undefined
  readonly atMs: number
  /** Answers a key, and goes by itself. */
  readonly isPassing: boolean
  /** The next one about the same takes its place. */
  readonly about: 'alarm' | 'mark' | undefined
}

/** Everything that the page shows besides the wall itself. */
export interface SessionState {
  readonly version: string
  /** Where this installation keeps a key that the operating system cannot protect. */
  readonly weakProtection: 'obfuscated' | 'plain-file'
  readonly connection: ConnectionStatus
  /** Number of the one that this page fills. */
  readonly monitor: number
  /** Those that are there now, this one among them. */
  readonly monitors: readonly Monitor[]
  /** Whether the settings decide what is done with the displays. */
  readonly canChooseScreens: boolean
  readonly settings: WallSettings
  /** Of a kiosk: undefined where it cannot be locked. */
  readonly lock: KioskLockState | undefined
  readonly updates: UpdateState
  readonly alarms: AlarmsState
  readonly sharedSalvos: SharedSalvos
  /** Of this workstation, and shared ones. */
  readonly salvos: readonly Salvo[]
  readonly isLinkUp: boolean
  /** Epoch milliseconds of the loss of the link to the shell. */
  readonly linkLostAtMs: number | undefined
  /** The shell answers, and does not let this page in any more. */
  readonly isLinkRefused: boolean
  readonly notices: readonly Notice[]
  /** Days that the key had left when its line was put aside. */
  readonly keyEndAsideAt: number | undefined
  /** Version of the update whose line was put aside. */
  readonly updateAside: string | undefined
  /** Nothing was put into a tile of this monitor yet, and no key was pressed: its operator may know none. */
  readonly isFresh: boolean
  readonly dialog: DialogName | undefined
  readonly isEngineer: boolean
  readonly isFullScreen: boolean
}

/** Whether this page does what only one has to do: the one with the lowest number. */
export function isFirstMonitor({ monitor, monitors }: Pick<SessionState, 'monitor' | 'monitors'>): boolean {
  return monitors.every(({ number }) => number >= monitor)
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** Older notices make room: a wall is no mailbox. Answers to keys make room for each other. */
const MAX_NOTICES = 4

export const noConnection: ConnectionStatus = {
  source: 'none',
  platforms: [],
  key: { state: 'none' },
  reach: 'idle',
  ticketsPerMinute: 0,
  findings: {},
}

export function createSessionStore(
  initial: Partial<SessionState> = {},
  clock: Pick<Clock, 'nowMs' | 'after'> = browserClock,
) {
  let nextNotice = 1
  const store = createStore<SessionState>(() => ({
    version: '',
    weakProtection: 'obfuscated',
    connection: noConnection,
    monitor: 1,
    monitors: [],
    canChooseScreens: false,
    settings: wallSettingsSchema.parse({}),
    lock: undefined,
    updates: { state: 'none' },
    alarms: noAlarms,
    sharedSalvos: noSharedSalvos,
    isLinkUp: true,
    linkLostAtMs: undefined,
    isLinkRefused: false,
    notices: [],
    keyEndAsideAt: undefined,
    updateAside: undefined,
    isFresh: false,
    dialog: undefined,
    isEngineer: false,
    isFullScreen: false,
    ...initial,
    salvos: allSalvos(initial.settings?.salvos ?? [], initial.sharedSalvos ?? noSharedSalvos),
  }))

  function add(
    what: string | WallError,
    isPassing: boolean,
    message = typeof what === 'string' ? undefined : what.message,
    about?: Notice['about'],
  ): number {
    const text = typeof what === 'string' ? what : errorWords(what)
    const notice = { id: nextNotice++, text, message, atMs: clock.nowMs(), isPassing, about }
    const isNews = (old: Notice) => old.text === text || (about !== undefined && old.about === about)
    store.setState(({ notices }) => {
      // The same sentence again is news about the old notice, not another one.
      const all = [...notices.filter((old) => !isNews(old)), notice]
      const newest = (of: (one: Notice) => boolean) => all.filter(of).slice(-MAX_NOTICES)
      // What became of an alarm or a mark is never put aside for others, nor cut off below them.
      const outcomes = newest((one) => one.about !== undefined)
      const answers = newest((one) => one.isPassing && one.about === undefined)
      return { notices: [...outcomes, ...newest((one) => !one.isPassing), ...answers] }
    })
    return notice.id
  }

  const actions = {
    setConnection: (connection: ConnectionStatus) => store.setState({ connection }),
    setMonitors: (monitors: readonly Monitor[]) => store.setState({ monitors }),
    setSettings: (settings: WallSettings) =>
      store.setState((state) => {
        const kept = withKeptMembers(state.settings, settings)
        if (kept.salvos === state.settings.salvos) return { settings: kept }
        return { settings: kept, salvos: allSalvos(kept.salvos, state.sharedSalvos) }
      }),
    setSharedSalvos: (sharedSalvos: SharedSalvos) =>
      store.setState(({ settings }) => ({ sharedSalvos, salvos: allSalvos(settings.salvos, sharedSalvos) })),
    setUpdates: (updates: UpdateState) => store.setState({ updates }),
    setLock: (lock: KioskLockState | undefined) =>
      store.setState(({ dialog }) => {
        const isClosed = lock?.isLocked === true && dialog !== undefined && isInstallersDialog(dialog)
        return { lock, dialog: isClosed ? undefined : dialog }
      }),
    setAlarms: (alarms: AlarmsState) => store.setState({ alarms }),
    setLink: (isLinkUp: boolean) =>
      store.setState({ isLinkUp, linkLostAtMs: isLinkUp ? undefined : clock.nowMs() }),
    setLinkRefused: (isLinkRefused: boolean) => store.setState({ isLinkRefused }),
    setFullScreen: (isFullScreen: boolean) => store.setState({ isFullScreen }),
    notify: (what: string | WallError, message?: string) => void add(what, false, message),
    /** To a key, which only somebody who is there reads; in the same words again it stays longer. */
    answer: (
      what: string | WallError,
      { forMs = ANSWER_SHOWN_MS, about }: { readonly forMs?: number; readonly about?: Notice['about'] } = {},
    ) => {
      const id = add(what, true, undefined, about)
      clock.after(forMs, () => actions.dismiss(id))
    },
    dismiss: (id: number) =>
      store.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
    dismissText: (text: string) =>
      store.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.text !== text) })),
    dismissKeyEnd: () => store.setState(({ connection }) => ({ keyEndAsideAt: connection.key.daysLeft })),
    dismissUpdate: () => store.setState(({ updates }) => ({ updateAside: readyVersion(updates) })),
    /** Notices, and the lines that can be put aside. */
    dismissAll: () =>
      store.setState(({ connection, updates }) => ({
        notices: [],
        keyEndAsideAt: connection.key.daysLeft,
        updateAside: readyVersion(updates),
      })),
    endFresh: () => store.setState({ isFresh: false }),
    toggleDialog: (dialog: DialogName) =>
      store.setState((state) => ({ dialog: state.dialog === dialog ? undefined : dialog })),
    openDialog: (dialog: DialogName) => store.setState({ dialog }),
    /** Unless another one has taken its place. */
    closeDialog: (dialog: DialogName) =>
      store.setState((state) => (state.dialog === dialog ? { dialog: undefined } : state)),
    toggleEngineer: () => store.setState(({ isEngineer }) => ({ isEngineer: !isEngineer })),
  }
  return Object.assign(store, { actions })
}

/** Settings come whole: members that are equal stay the same objects, by which followers see what has changed. */
function withKeptMembers(before: WallSettings, now: WallSettings): WallSettings {
  const members = new Map<string, unknown>(Object.entries(now))
  const kept = Object.entries(before).filter(
    ([name, member]) => JSON.stringify(member) === JSON.stringify(members.get(name)),
  )
  return { ...now, ...Object.fromEntries(kept) }
}

/** Whether there is nothing to show until somebody has connected this workstation. An embedded site connects itself. */
export function isFirstRun({ source, key }: ConnectionStatus): boolean {
  return source === 'none' || (source === 'configured' && key.state === 'none')
}

function readyVersion(updates: UpdateState): string | undefined {
  return updates.state === 'ready' ? updates.version : undefined
}
