import { hostname } from 'node:os'
import { ok } from '#contract/result.ts'
import type { AlarmService } from '../alarms/alarm-service.ts'
import type { Operators } from '../alarms/operators.ts'
import { settingsOf } from '../settings/stored-platforms.ts'
import type { ReadyFiles } from '../support/ready-files.ts'
import type { ActivePlatform } from '../wall/active-platform.ts'
import type { CallGuards } from '../wall/call-guards.ts'
import type { OpenPages } from '../wall/open-pages.ts'
import type { WallMainOptions } from '../wall/wall-main-options.ts'
import type { CallHandlers } from '../wall-main.ts'
import { EvidenceExports } from './evidence-exports.ts'
import { EvidenceFolder } from './evidence-folder.ts'
import { Snapshots } from './snapshots.ts'

export interface EvidenceOptions {
  readonly ports: WallMainOptions
  readonly shown: ActivePlatform
  readonly pages: OpenPages
  readonly files: ReadyFiles
  readonly operators: Operators
  readonly alarms: AlarmService
}

/** Saved pictures and exports of footage, and the folder that both go to. */
export function openEvidence({ ports, shown, pages, files, operators, alarms }: EvidenceOptions) {
  const { settings, launch, clock, version } = ports
  const folder = new EvidenceFolder({
    given: launch.evidenceDir,
    usual: ports.evidenceDir,
    settings,
    ask: ports.askFolder,
  })
  const snapshots = new Snapshots({
    version,
    clock,
    // A browser is where its downloads are, and nobody looks elsewhere.
    folder: ports.shell === 'electron' ? folder : undefined,
    camera: (cameraId) => shown.camera(cameraId),
    files,
    noteSaved: (cameraIds, file) =>
      alarms.note({ kind: 'picture-saved', who: alarms.who, cameraIds: [...cameraIds], file }),
  })
  const footageExports = new EvidenceExports({
    ...ports,
    folder,
    workerScript: ports.evidenceWorker,
    log: ports.logger.area('evidence'),
    link: () => shown.link,
    settingsOf: (platform) => settingsOf(settings.state, platform),
    by: () => ({ operator: operators.signedOn, workstation: hostname() }),
    note: (fact) => alarms.note(fact),
    push: (state) => pages.push('evidence.changed', state),
  })
  const handlers = ({ here, withLink }: CallGuards) =>
    ({
      'evidence.picturePart': async ({ base64, isFirst }, page) => snapshots.addPart(page, base64, isFirst),
      'evidence.snapshot': here((snapshot, page) => snapshots.save(page, snapshot)),
      'evidence.export': withLink((_link, wish) => footageExports.begin(wish)),
      'evidence.cancel': async ({ exportId }) => {
        footageExports.cancel(exportId)
        return ok(undefined)
      },
      'evidence.resume': withLink((_link, { exportId }) => footageExports.resume(exportId)),
      'evidence.discard': ({ exportId }) => footageExports.discard(exportId),
      'evidence.state': async () => ok(await footageExports.state()),
      'evidence.chooseFolder': async ({ how }, page) => {
        const chosen = await (how === 'usual' ? folder.chooseUsual() : folder.choose(page.monitor))
        if (!chosen.ok) return chosen
        footageExports.folderChanged()
        return ok(await footageExports.state())
      },
    }) satisfies Partial<CallHandlers>
  return { snapshots, footageExports, handlers }
}
