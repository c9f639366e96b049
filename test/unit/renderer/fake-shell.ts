import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { CallInput, CallName, CallOutput, PushName, PushPayload } from '#contract/wall/calls.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Hello } from '#renderer/wall/shell-sync.ts'

export const connected: ConnectionStatus = {
  source: 'configured',
  platforms: [],
  address: { baseUrl: 'https://platform.example' },
  key: {
    state: 'present',
    protection: 'os-keyring',
    offered: 'os-keyring',
    name: 'Video wall',
    orgId: 'org-1',
  },
  reach: 'ok',
  skewMs: 400,
  ticketsPerMinute: 12,
  freshTickets: { held: 3, wanted: 4 },
  findings: {
    cameraList: { verdict: 'confirmed', atMs: 1_000 },
    ticketResponse: { verdict: 'confirmed', atMs: 1_000 },
    ticketExpiryUnit: { verdict: 'confirmed', atMs: 1_000 },
  },
}

const places = (
  'Main entrance, Loading dock, Till 1, Till 2, Corridor B, Car park north, ' +
  'Turnstile, Cold store, Reception, Stairwell east, Server room, Archive'
).split(', ')

/** Cameras 1 … count, named after places. */
export function camerasUpTo(count: number): WallCamera[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `camera-${at + 1}`,
    number: at + 1,
    name: `${places[at % places.length]}${at < places.length ? '' : ` ${Math.floor(at / places.length) + 1}`}`,
    group: at < 8 ? 'Ground floor' : 'First floor',
  }))
}

export function helloWith(change: Partial<Hello> = {}): Hello {
  return {
    version: '0.1.0',
    shell: 'host',
    settings: wallSettingsSchema.parse({}),
    connection: connected,
    cameras: camerasUpTo(16),
    notices: [],
    updates: { state: 'elsewhere', by: 'source' },
    monitor: 1,
    monitors: [{ number: 1, kind: 'operator', label: '' }],
    canChooseScreens: false,
    tilesBefore: 0,
    ...change,
  }
}

export type Answers = { [Name in CallName]?: (input: CallInput<Name>) => Result<CallOutput<Name>, WallError> }

/** A shell that answers as it is told, remembers what it was asked and can be cut off. */
export class FakeShell implements WallShell {
  readonly calls: { readonly name: CallName; readonly input: unknown }[] = []
  readonly relay = { send: () => undefined, onFrame: () => () => undefined }
  readonly answers: Answers
  readonly #subscribers = new Set<{ name: PushName; listener: (payload: never) => void }>()
  /** What it was told of them. */
  #settings = wallSettingsSchema.parse({})
  readonly #linkListeners = new Set<(isUp: boolean, isRefused: boolean) => void>()
  isUp = true

  constructor(answers: Answers = {}) {
    this.answers = {
      'wall.language': () => ok({ wanted: ['en'] }),
      'wall.hello': () => ok(helloWith()),
      'settings.save': ({ from, to }) => {
        this.#settings = wallSettingsSchema.parse({ ...this.#settings, ...from, ...to })
        return ok({ isKept: true, settings: this.#settings })
      },
      'events.tags': () => ok({ tags: [], source: 'platform' }),
      ...answers,
    }
  }

  async call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<Result<CallOutput<Name>, WallError>> {
    if (!this.isUp) return fail(wallError('shell_lost'))
    this.calls.push({ name, input })
    const answer = this.answers[name]
    return answer === undefined ? ok(undefined as CallOutput<Name>) : answer(input)
  }

  /**
   * As main on a full disk: a change is in its memory, and told, before the disk has refused it. What is given back makes
   * room.
   */
  fillDisk(
    tell: (change: CallInput<'settings.save'>['to']) => void = (change) =>
      this.push('settings', wallSettingsSchema.parse(change)),
  ): () => void {
    const { ['settings.save']: save } = this.answers
    this.answers['settings.save'] = ({ to }) => {
      tell(to)
      return fail(wallError('storage_failed'))
    }
    return () => {
      if (save !== undefined) this.answers['settings.save'] = save
    }
  }

  subscribe<Name extends PushName>(name: Name, listener: (payload: PushPayload<Name>) => void): () => void {
    const subscriber = { name, listener: listener as (payload: never) => void }
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  onLink(listener: (isUp: boolean, isRefused: boolean) => void): () => void {
    this.#linkListeners.add(listener)
    return () => this.#linkListeners.delete(listener)
  }

  push<Name extends PushName>(name: Name, payload: PushPayload<Name>): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.name === name) subscriber.listener(payload as never)
    }
  }

  link(isUp: boolean, isRefused = false): void {
    this.isUp = isUp
    for (const listener of this.#linkListeners) listener(isUp, isRefused)
  }

  /** Inputs of all calls of that name so far, oldest first. */
  inputsOf<Name extends CallName>(name: Name): CallInput<Name>[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input as CallInput<Name>)
  }

  get listenerCount(): number {
    return this.#subscribers.size + this.#linkListeners.size
  }
}
