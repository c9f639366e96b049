import type { Notice } from '#contract/exact-words.ts'
import type { WallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import type { Result } from '#contract/result.ts'
import type { CallName, CallOutput, PushName, PushPayload, wallCalls } from '#contract/wall/calls.ts'
import type { PressedKey } from '#contract/wall/kiosk-lock.ts'
import type { Language } from '#contract/wall/language.ts'
import type { Monitor } from '#contract/wall/monitors.ts'
import type { Keymap } from '#contract/wall/settings.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { z } from 'zod'
import type { MediaRequest } from './playback/gateway/media-request.ts'
import type { Screens } from './wall/screens.ts'

/** A page that asks: one load of one window. */
export interface Page {
  readonly id: string
  /** Number of the monitor that it fills. */
  readonly monitor: number
}

/** One function a call of the contract; the input has been parsed before it gets here. */
export type CallHandlers = {
  readonly [Name in CallName]: (
    input: z.output<(typeof wallCalls)[Name]['input']>,
    page: Page,
  ) => Promise<Result<CallOutput<Name>, WallError>>
}

/** One of them, where its name is a variable: TypeScript does not follow that handler and input have one name. */
export type AnyHandler = (input: unknown, page: Page) => Promise<Result<CallOutput<CallName>, WallError>>

export type PushListener = <Name extends PushName>(name: Name, payload: PushPayload<Name>) => void

/** One page's side of the signalling relay (`#contract/wall/relay.ts`). */
export interface RelaySession {
  /** A frame from the page; malformed ones are dropped. */
  receive(frame: Uint8Array): void
  /**
   * The page is over, and its rooms are left. A media server goes on sending for half a minute to who only lost the socket,
   * and a connection of the next page that is given one of those ports does not come up.
   */
  leave(): void
  /** The page may live on, and its pictures with it. */
  dispose(): void
}

/** What a shell that places windows needs to know and to keep. */
export type WallScreens = Omit<Screens, 'settingsChanged'>

/** A download of a page, as a shell that saves it saw it end. */
export interface EndedFile {
  /** Of its address. */
  readonly path: string
  /** Where it was to lie, as far as known; else its name. */
  readonly file: string
  /** `interrupted`: it is not whole. `cancelled`: the operator did not want it. */
  readonly state: 'completed' | 'cancelled' | 'interrupted'
}

/** The wall's main side without any window: what both shells serve. */
export interface WallMain {
  readonly handlers: CallHandlers
  /** `send` gets what the page is told. Returns the function that closes it: its report is forgotten then, and a moment later the cameras that it wanted. */
  openPage(page: Page, send: PushListener): () => void
  /** The shell says which monitors there are, after every change; until then it is one, an operator's. */
  setMonitors(monitors: readonly Monitor[]): void
  readonly screens: WallScreens
  /** The chosen one, or that of this computer. */
  readonly language: Language
  /** What operators have changed. */
  readonly keymap: Keymap
  /** The language or the keymap is another one. Returns the function that unsubscribes. */
  onMenu(listener: () => void): () => void
  openRelay(send: (frame: Uint8Array) => void): RelaySession
  /** Footage for `/media/…` of the page's own origin. The shell has checked that a page of ours asks. */
  media(request: MediaRequest): Promise<Response>
  /** A file for `/exports/…` of the page's own origin. The shell has checked that a page of ours asks. */
  download(request: { readonly method: string; readonly path: string }): Response
  /** Of a shell that saves downloads itself: without it nobody would hear of one that is not whole. */
  fileEnded(file: EndedFile): void
  /** The launcher started a local site: use it, and make a key for this workstation if there is none that works. */
  embed(site: EmbeddedSite): Promise<Result<undefined, WallError>>
  /** What a second start asked for: `3.12` on monitor 1, `2/3.12` on monitor 2. */
  show(entry: string): void
  /** Runs an action of the keymap on a monitor, as if its key was pressed there. */
  command(monitor: number, action: string): void
  /** A key that the system has told the shell; true when it opens or locks a kiosk, and no page is to have it. */
  press(key: PressedKey): boolean
  /** Of a kiosk that can be locked, now and at each change. Returns the function that unsubscribes. */
  onLock(listener: (isLocked: boolean) => void): () => void
  /** For the operator: to every open page, in its words. */
  notify(error: WallError): void
  /** For the operator: the next page of that monitor shows it, once; where there is no monitor 1, the first one has what is for that. */
  leaveNotice(monitor: number, notice: Notice): void
  /** Footage or events are on their way into a file. */
  readonly isExporting: boolean
  power(state: 'suspend' | 'resume'): void
  /** Each `wall.report` of the first monitor that is there, and at once the last one if there was any. Returns the function that unsubscribes. */
  onReport(listener: (report: TileReport) => void): () => void
  dispose(): Promise<void>
}
