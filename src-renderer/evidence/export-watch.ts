import type { EvidenceState } from '#contract/wall/evidence.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface ExportWatchState {
  /** Undefined until main has answered. */
  readonly evidence: EvidenceState | undefined
}

/** Exports of footage on this machine, as the page knows them. */
export class ExportWatch {
  readonly store: StoreApi<ExportWatchState>
  readonly #shell: Pick<WallShell, 'call'>
  readonly #unsubscribe: () => void

  constructor(shell: Pick<WallShell, 'call' | 'subscribe'>) {
    this.#shell = shell
    this.store = createStore<ExportWatchState>(() => ({ evidence: undefined }))
    this.#unsubscribe = shell.subscribe('evidence.changed', (evidence) => this.store.setState({ evidence }))
  }

  dispose(): void {
    this.#unsubscribe()
  }

  /** Main sends changes; exports of earlier runs are requested when the window opens. */
  async refresh(): Promise<void> {
    const answer = await this.#shell.call('evidence.state', undefined)
    if (answer.ok) this.store.setState({ evidence: answer.value })
  }
}
