import type { WallError } from '#contract/errors.ts'
import type { EventExportState, ExportEvents, ResolvedEventQuery } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore } from 'zustand/vanilla'
import type { AreaOptions } from '../../wall/area-options.ts'

export interface SearchExportState {
  /** One that has been asked for and has not begun. */
  readonly isAsking: boolean
  /** Of the last export that was begun here. */
  readonly export: EventExportState | undefined
  readonly fileName: string
  readonly error: WallError | undefined
}

export interface SearchExportOptions extends Pick<AreaOptions, 'zone' | 'download'> {
  readonly shell: Pick<WallShell, 'call' | 'subscribe'>
}

/** A search on its way into a file: one at a time, and how far it is. */
export class SearchExport {
  readonly store = createStore<SearchExportState>(() => ({
    isAsking: false,
    export: undefined,
    fileName: '',
    error: undefined,
  }))
  readonly #options: SearchExportOptions
  readonly #unsubscribe: () => void

  constructor(options: SearchExportOptions) {
    this.#options = options
    this.#unsubscribe = options.shell.subscribe('events.exported', (state) => {
      if (state.exportId === this.store.getState().export?.exportId) this.store.setState({ export: state })
    })
  }

  dispose(): void {
    this.#unsubscribe()
  }

  async begin(query: ResolvedEventQuery, format: ExportEvents['format']): Promise<void> {
    const { shell, zone, download } = this.#options
    if (this.store.getState().isAsking) return
    this.store.setState({ isAsking: true, error: undefined })
    const answer = await shell.call('events.export', { query, format, timeZone: zone().id })
    this.store.setState({ isAsking: false })
    if (!answer.ok) return this.store.setState({ error: answer.error })
    const { exportId, fileName, address } = answer.value
    this.store.setState({
      export: { exportId, state: 'waiting', written: 0, isCutOff: false },
      fileName,
    })
    download(address, fileName)
  }

  cancel(): void {
    const exportId = this.store.getState().export?.exportId
    if (exportId !== undefined) void this.#options.shell.call('events.cancelExport', { exportId })
  }
}
