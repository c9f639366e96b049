import type { Notice } from '#contract/exact-words.ts'
import { type WallError, wallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok } from '#contract/result.ts'
import {
  type CallName,
  callNames,
  type CallOutput,
  type PushName,
  type PushPayload,
} from '#contract/wall/calls.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { Monitor } from '#contract/wall/monitors.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { CallHandlers, Page, PushListener, WallMain, WallScreens } from '#main/core/wall-main.ts'

export const idleStatus: ConnectionStatus = {
  source: 'none',
  platforms: [],
  key: { state: 'none' },
  reach: 'idle',
  ticketsPerMinute: 0,
  findings: {},
}

export const helloAnswer: CallOutput<'wall.hello'> = {
  version: '0.0.0',
  shell: 'host',
  settings: wallSettingsSchema.parse({}),
  connection: idleStatus,
  cameras: [{ id: 'a', name: 'Door', number: 1, group: '' }],
  notices: [],
  updates: { state: 'elsewhere', by: 'source' },
  monitor: 1,
  monitors: [{ number: 1, kind: 'operator', label: '' }],
  canChooseScreens: false,
  tilesBefore: 0,
}

/** A hundred thousand events, as the timeline of a month has them. */
export const columnsAnswer: CallOutput<'events.columns'> = {
  kind: 'events',
  count: 100_000,
  columns: {
    timestampMs: Buffer.alloc(800_000, 1).toString('base64'),
    camera: Buffer.alloc(200_000, 2).toString('base64'),
    eventType: Buffer.alloc(200_000, 3).toString('base64'),
  },
  cameraIds: ['a'],
  eventTypeIds: ['b'],
  ids: Array.from({ length: 100_000 }, (_, at) => String(at)).join('\n'),
}

/** Of the calls whose answer no test of a shell looks at. */
const silentHandlers = Object.fromEntries(
  callNames.map((name) => [name, async () => ok(undefined)]),
) as unknown as CallHandlers

export class FakeRelaySession {
  readonly received: Uint8Array[] = []
  hasLeft = false
  disposed = false
  readonly send: (frame: Uint8Array) => void
  readonly #echo: boolean

  constructor(send: (frame: Uint8Array) => void, echo: boolean) {
    this.send = send
    this.#echo = echo
  }

  receive(frame: Uint8Array): void {
    // Copied, because a transport may reuse its buffer.
    this.received.push(Uint8Array.from(frame))
    if (this.#echo) this.send(frame)
  }

  leave(): void {
    this.hasLeft = !this.disposed
    this.dispose()
  }

  dispose(): void {
    this.disposed = true
  }
}

/** A wall with known answers, for tests of what is between a page and it. */
export class FakeWall implements WallMain {
  readonly calls: { name: CallName; input: unknown }[] = []
  readonly relays: FakeRelaySession[] = []
  readonly embedded: EmbeddedSite[] = []
  readonly shown: string[] = []
  readonly powered: string[] = []
  readonly left: { monitor: number; sentence: string }[] = []
  disposed = false
  readonly commanded: { monitor: number; action: string }[] = []
  monitors: readonly Monitor[] = []
  readonly #pages = new Map<Page, PushListener>()
  readonly #reportListeners = new Set<(report: TileReport) => void>()

  readonly handlers: CallHandlers = {
    ...silentHandlers,
    'wall.hello': async (_nothing, { monitor }) => ok({ ...helloAnswer, monitor }),
    'settings.save': async ({ to }) => ok({ isKept: true, settings: wallSettingsSchema.parse(to) }),
    'connection.set': async () => fail(wallError('unreachable', 'Nobody there.', 1_500)),
    'keys.set': async (input) => {
      this.calls.push({ name: 'keys.set', input })
      return ok(idleStatus)
    },
    'keys.clear': async () => {
      throw new Error('a bug with a secret: hunter2')
    },
    'cameras.refresh': () => this.refresh,
    'events.search': async () => fail(wallError('events_unavailable')),
    'events.columns': async () => ok(columnsAnswer),
  }

  /** What `cameras.refresh` answers; replaced by tests that need an answer that does not come. */
  refresh: ReturnType<CallHandlers['cameras.refresh']> = Promise.resolve(ok(helloAnswer.cameras))

  onLock = () => () => undefined

  readonly screens: WallScreens = {
    mode: 'window',
    stored: { displays: [] },
    onMode: () => () => {},
    keep: () => {},
    choose: () => undefined,
  }

  openPage(page: Page, send: PushListener): () => void {
    this.#pages.set(page, send)
    return () => this.#pages.delete(page)
  }

  setMonitors(monitors: readonly Monitor[]): void {
    this.monitors = monitors
  }

  /** To all pages, or to those of one monitor. */
  push<Name extends PushName>(name: Name, payload: PushPayload<Name>, monitor?: number): void {
    for (const [page, send] of this.#pages) {
      if (monitor === undefined || page.monitor === monitor) send(name, payload)
    }
  }

  /** The pages that are open, by their monitors. */
  get openMonitors(): number[] {
    return [...this.#pages.keys()].map(({ monitor }) => monitor)
  }

  /** What `/media/` answers; replaced by tests that look at it. */
  download: WallMain['download'] = () => new Response('no export', { status: 404 })
  media: WallMain['media'] = async () => new Response('no footage', { status: 404 })

  fileEnded(): void {}

  readonly isExporting = false

  openRelay(send: (frame: Uint8Array) => void): FakeRelaySession {
    const session = new FakeRelaySession(send, true)
    this.relays.push(session)
    return session
  }

  async embed(site: EmbeddedSite): Promise<{ ok: true; value: undefined }> {
    this.embedded.push(site)
    return ok(undefined)
  }

  show(entry: string): void {
    this.shown.push(entry)
  }

  readonly language = 'en'

  readonly keymap = {}

  onMenu(): () => void {
    return () => undefined
  }

  press(): boolean {
    return false
  }

  command(monitor: number, action: string): void {
    this.commanded.push({ monitor, action })
  }

  notify(error: WallError): void {
    this.push('notice', error)
  }

  leaveNotice(monitor: number, { message }: Notice): void {
    this.left.push({ monitor, sentence: message })
  }

  power(state: 'suspend' | 'resume'): void {
    this.powered.push(state)
  }

  onReport(listener: (report: TileReport) => void): () => void {
    this.#reportListeners.add(listener)
    return () => this.#reportListeners.delete(listener)
  }

  report(report: TileReport): void {
    for (const listener of this.#reportListeners) listener(report)
  }

  async dispose(): Promise<void> {
    this.disposed = true
  }
}
