import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { PageFigures, ReadyFile } from '#contract/wall/support.ts'
import type { Redactor } from '../log/redactor.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Clock } from '../time.ts'
import { BUNDLE_LOG_MAX_BYTES } from './defaults.ts'
import type { ReadyFiles } from './ready-files.ts'
import { bundleName, bundleText } from './support-bundle.ts'

const pack = promisify(gzip)

export interface SupportServicePorts {
  readonly version: string
  readonly shell: string
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'state'>
  readonly redactor: Redactor
  readonly logTail: (maxBytes: number) => readonly string[]
  readonly status: () => ConnectionStatus
  /** Counts of parts of the wall, by name. */
  readonly figures: () => Promise<Readonly<Record<string, unknown>>>
  readonly cameras: () => readonly WallCamera[]
  /** Where it waits for its download. */
  readonly files: Pick<ReadyFiles, 'add'>
}

/** Makes support bundles. */
export class SupportService {
  readonly #ports: SupportServicePorts

  constructor(ports: SupportServicePorts) {
    this.#ports = ports
  }

  async bundle(page: PageFigures): Promise<ReadyFile> {
    const { version, shell, clock, settings, redactor, logTail, status, figures, cameras, files } =
      this.#ports
    const atMs = clock.wallMs()
    const content = {
      version,
      shell,
      atMs,
      page,
      settings: settings.state,
      status: status(),
      cameras: cameras(),
    }
    const text = bundleText(
      { ...content, figures: await figures(), log: logTail(BUNDLE_LOG_MAX_BYTES) },
      redactor,
    )
    // By what Node has: a folder of one file needs no archive, and every system opens it.
    const bytes = new Uint8Array(await pack(text))
    return files.add({ fileName: bundleName(atMs), contentType: 'application/gzip', bytes })
  }
}
