import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { PageFigures, ReadyFile } from '#contract/wall/support.ts'
import type { Redactor } from '../log/redactor.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Clock, Timers } from '../time.ts'
import { BUNDLE_LOG_MAX_BYTES } from './defaults.ts'
import { ReadyFiles } from './ready-files.ts'
import { bundleName, bundleText } from './support-bundle.ts'

const pack = promisify(gzip)

export interface SupportDeskPorts {
  readonly version: string
  readonly shell: string
  readonly clock: Clock
  readonly timers: Timers
  readonly settings: Pick<SettingsStore, 'state'>
  readonly redactor: Redactor
  readonly logTail: (maxBytes: number) => readonly string[]
  readonly status: () => ConnectionStatus
  /** Counts of parts of the wall, by name. */
  readonly figures: () => Promise<Readonly<Record<string, unknown>>>
}

/** Makes support bundles and hands each out once. */
export class SupportDesk {
  readonly #ports: SupportDeskPorts
  readonly #files: ReadyFiles

  constructor(ports: SupportDeskPorts) {
    this.#ports = ports
    this.#files = new ReadyFiles(ports.timers)
  }

  async bundle(page: PageFigures): Promise<ReadyFile> {
    const { version, shell, clock, settings, redactor, logTail, status, figures } = this.#ports
    const atMs = clock.wallMs()
    const content = { version, shell, atMs, page, settings: settings.state, status: status() }
    const text = bundleText(
      { ...content, figures: await figures(), log: logTail(BUNDLE_LOG_MAX_BYTES) },
      redactor,
    )
    // By what Node has: a folder of one file needs no archive, and every system opens it.
    const bytes = new Uint8Array(await pack(text))
    return this.#files.add({ fileName: bundleName(atMs), contentType: 'application/gzip', bytes })
  }

  /** The file behind an address; undefined when it is none of a bundle. */
  answer(request: { readonly method: string; readonly path: string }): Response | undefined {
    return this.#files.answer(request)
  }

  dispose(): void {
    this.#files.dispose()
  }
}
