import { assignRoles, type RoleInput } from './camera-roles.ts'
import { CameraSession, type CameraSessionOptions } from './camera-session.ts'

export interface CameraSessionsOptions {
  readonly session: CameraSessionOptions
  /** Told when the list has changed: main keeps tickets fresh for these, most urgent first. */
  readonly onWanted: (cameraIds: string[]) => void
}

/** As many as main keeps tickets for. */
const MAX_WANTED = 128

/** The cameras that are needed, each with its supervisor. */
export class CameraSessions {
  readonly #options: CameraSessionsOptions
  readonly #sessions = new Map<string, CameraSession>()
  #recent: string[] = []
  #wanted = ''

  constructor(options: CameraSessionsOptions) {
    this.#options = options
  }

  get(cameraId: string): CameraSession | undefined {
    return this.#sessions.get(cameraId)
  }

  get all(): CameraSession[] {
    return [...this.#sessions.values()]
  }

  /** Brings the sessions into line with what is needed. */
  assign(input: Omit<RoleInput, 'recent' | 'isSlow' | 'isConnected'>): void {
    const { waits, defaults } = this.#options.session
    const isSlow = (cameraId: string) => waits.isSlow(cameraId)
    const isConnected = (cameraId: string) => this.#sessions.has(cameraId)
    const demands = assignRoles({ ...input, recent: this.#recent, isSlow, isConnected }, defaults.standby)
    void this.#end((cameraId) => !demands.has(cameraId))
    for (const [cameraId, demand] of demands) {
      const session = this.#sessions.get(cameraId)
      if (session) session.require(demand)
      else this.#sessions.set(cameraId, new CameraSession(cameraId, demand, this.#options.session))
    }
    const shown = [...demands].flatMap(([cameraId, { role }]) => (role === 'live' ? [cameraId] : []))
    const older = this.#recent.filter((cameraId) => !shown.includes(cameraId))
    this.#recent = [...shown, ...older].slice(0, defaults.standby.maxStandby)
    this.#publishWanted([...demands.keys()].slice(0, MAX_WANTED))
  }

  receiveSoundOf(cameraId: string | undefined): void {
    for (const session of this.#sessions.values()) session.setAudible(session.cameraId === cameraId)
  }

  /** Main has forgotten what was wanted: the next assignment publishes it again. */
  forgetWanted(): void {
    this.#wanted = ''
  }

  /** Ends when all rooms are left. New sessions may be assigned meanwhile. */
  dispose(): Promise<unknown> {
    return this.#end(() => true)
  }

  #end(isOver: (cameraId: string) => boolean): Promise<unknown> {
    const ended: Promise<unknown>[] = []
    for (const [cameraId, session] of this.#sessions) {
      if (!isOver(cameraId)) continue
      this.#sessions.delete(cameraId)
      ended.push(session.dispose())
    }
    return Promise.all(ended)
  }

  #publishWanted(cameraIds: string[]): void {
    const fingerprint = JSON.stringify(cameraIds)
    if (fingerprint === this.#wanted) return
    this.#wanted = fingerprint
    this.#options.onWanted(cameraIds)
  }
}
