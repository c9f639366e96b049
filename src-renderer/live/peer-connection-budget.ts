import type { LiveDefaults } from './defaults.ts'

export interface BudgetNeeds {
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
  readonly #needs: BudgetNeeds
  readonly #collected = new FinalizationRegistry(() => {
    this.#aliveCount -= 1
  })
  #aliveCount = 0
  #collectedAt = 0

  constructor(needs: BudgetNeeds) {
    this.#needs = needs
  }

  /** Constructed and not collected yet, open or not. */
  get alive(): number {
    return this.#aliveCount
  }

  count(connection: object): void {
    this.#collected.register(connection, undefined)
    this.#aliveCount += 1
    const { limits, collect, onExhausted } = this.#needs
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

/** Counts every peer connection of the page from now on. Returns the function that undoes it. */
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
  }
  return () => {
    page.RTCPeerConnection = native
  }
}
