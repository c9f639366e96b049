import type { LiveDefaults } from './defaults.ts'

export interface BudgetOptions {
  readonly limits: LiveDefaults['peerConnections']
  /** `globalThis.gc` where the shell exposes it. */
  readonly collect: (() => void) | undefined
  /** The page should be reloaded at a calm moment: peer connections are running out. */
  readonly onExhausted: () => void
}

/**
 * Chromium allows 500 peer connections a page and frees those that were closed only when it collects garbage
 * (crbug 825576). Those that are not collected yet are counted.
 */
export class PeerConnectionBudget {
  readonly #options: BudgetOptions
  readonly #collected = new FinalizationRegistry(() => {
    this.#aliveCount -= 1
  })
  #aliveCount = 0
  #collectedAt = 0

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** Constructed and not collected yet, open or not. */
  get alive(): number {
    return this.#aliveCount
  }

  count(connection: object): void {
    this.#collected.register(connection, undefined)
    this.#aliveCount += 1
    const { limits, collect, onExhausted } = this.#options
    if (this.#aliveCount >= limits.reloadAt) onExhausted()
    // Finalizers run later: not again before as many more have come as would matter.
    if (collect && this.#aliveCount >= limits.collectAt && this.#aliveCount >= this.#collectedAt) {
      this.#collectedAt = this.#aliveCount + (limits.reloadAt - limits.collectAt) / 4
      collect()
    } else if (this.#aliveCount < limits.collectAt) {
      this.#collectedAt = 0
    }
  }
}

/** Longer than Chromium takes to dispatch what has changed. */
const CLOSE_AFTER_MS = 100

/** Counts every peer connection of the page from now on, and closes it so that it can be freed. Returns the function that undoes it. */
export function installBudget(
  page: { RTCPeerConnection: typeof RTCPeerConnection },
  budget: PeerConnectionBudget,
): () => void {
  const native = page.RTCPeerConnection
  page.RTCPeerConnection = class extends native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      budget.count(this)
    }

    /**
     * A moment later. Chromium never frees a connection that is closed while a change of its state waits to be
     * dispatched: the event holds the connection, and the connection the event.
     */
    override close(): void {
      setTimeout(() => super.close(), CLOSE_AFTER_MS)
    }
  }
  return () => {
    page.RTCPeerConnection = native
  }
}
