import type { LiveDefaults } from './defaults.ts'

export interface PeerConnectionBudgetOptions {
  readonly limits: LiveDefaults['peerConnections']
  /** `globalThis.gc` where the shell exposes it. */
  readonly collect: (() => void) | undefined
}

/**
 * Chromium allows 500 peer connections a page and frees those that were closed only when it collects garbage
 * (crbug 825576). Those that are not collected yet are counted.
 */
export class PeerConnectionBudget {
  readonly #options: PeerConnectionBudgetOptions
  readonly #collected = new FinalizationRegistry(() => {
    this.#aliveCount -= 1
  })
  #aliveCount = 0
  #collectedAt = 0
  #isExhausted = false

  constructor(options: PeerConnectionBudgetOptions) {
    this.#options = options
    // A page that was loaded anew has the process, and the connections in it, of the one before.
    if (performance.getEntriesByType('navigation').some((one) => 'type' in one && one.type === 'reload'))
      options.collect?.()
  }

  /** Constructed and not collected yet, open or not. */
  get alive(): number {
    return this.#aliveCount
  }

  count(connection: object): void {
    this.#collected.register(connection, undefined)
    this.#aliveCount += 1
    const { limits, collect } = this.#options
    if (this.#aliveCount >= limits.reloadAt) this.#isExhausted = true
    // Finalizers run later: collect again only when enough more have come.
    if (collect && this.#aliveCount >= limits.collectAt && this.#aliveCount >= this.#collectedAt) {
      this.#collectedAt = this.#aliveCount + (limits.reloadAt - limits.collectAt) / 4
      collect()
    } else if (this.#aliveCount < limits.collectAt) {
      this.#collectedAt = 0
    }
  }

  /** Whether the page should be reloaded now, once: at a calm moment, unless hardly any connection is left. */
  isReloadDue(isCalm: () => boolean): boolean {
    const canWait = this.#aliveCount < this.#options.limits.reloadNowAt
    if (!this.#isExhausted || (canWait && !isCalm())) return false
    this.#isExhausted = false
    return true
  }
}

/** Changes of a connection's state that belong together are dispatched within this time of each other. */
const quietMs = 100
/** Longest wait for candidates of a STUN or TURN server that does not answer. */
const closeWithinMs = 10_000
const changes = [
  'connectionstatechange',
  'icecandidate',
  'iceconnectionstatechange',
  'icegatheringstatechange',
  'signalingstatechange',
  'track',
] as const

/** Counts every peer connection of the page from now on, and closes it so that it can be freed. Returns the function that undoes it. */
export function installBudget(
  page: { RTCPeerConnection: typeof RTCPeerConnection },
  budget: PeerConnectionBudget,
): () => void {
  const native = page.RTCPeerConnection
  page.RTCPeerConnection = class extends native {
    #isClosing = false

    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      budget.count(this)
    }

    override close(): void {
      if (this.#isClosing) return
      this.#isClosing = true
      closeWhenQuiet(this, () => super.close())
    }
  }
  return () => {
    page.RTCPeerConnection = native
  }
}

/**
 * Chromium never frees a connection that is closed while a change of its state waits to be dispatched: the event holds
 * the connection, and the connection the event. So it is closed when it has changed nothing for a while.
 */
function closeWhenQuiet(connection: RTCPeerConnection, close: () => void): void {
  const giveUpAtMs = performance.now() + closeWithinMs
  let dueAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    dueAtMs = performance.now() + quietMs
    timer = setTimeout(look, quietMs)
  }
  const look = () => {
    const nowMs = performance.now()
    // A page that was busy until now has changes waiting that are not seen yet.
    const isLate = nowMs > dueAtMs + quietMs
    if ((isLate || connection.iceGatheringState === 'gathering') && nowMs < giveUpAtMs) return wait()
    // A change that is pending runs before this timer, and cancels it.
    timer = setTimeout(end)
  }
  const end = () => {
    for (const change of changes) connection.removeEventListener(change, wait)
    close()
  }
  for (const change of changes) connection.addEventListener(change, wait)
  wait()
}
