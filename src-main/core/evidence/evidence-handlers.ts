import { ok } from '#contract/result.ts'
import type { CallName } from '#contract/wall/calls.ts'
import type { CallGuards } from '../wall/call-guards.ts'
import type { CallHandlers } from '../wall-main.ts'
import type { EvidenceFolder } from './evidence-folder.ts'
import type { EvidenceExports } from './evidence-exports.ts'
import type { Snapshots } from './snapshots.ts'

type EvidenceCall = Extract<CallName, `evidence.${string}`>

export function createEvidenceHandlers(
  { withRedaction, here, withLink }: CallGuards,
  snapshots: Snapshots,
  footageExports: EvidenceExports,
  folder: EvidenceFolder,
): Pick<CallHandlers, EvidenceCall> {
  return {
    'evidence.picturePart': withRedaction(async ({ base64, isFirst }, page) =>
      snapshots.addPart(page, base64, isFirst),
    ),
    'evidence.snapshot': here((snapshot, page) => snapshots.save(page, snapshot)),
    'evidence.export': withLink((_link, wish) => footageExports.begin(wish)),
    'evidence.cancel': withRedaction(async ({ exportId }) => {
      footageExports.cancel(exportId)
      return ok(undefined)
    }),
    'evidence.resume': withLink((_link, { exportId }) => footageExports.resume(exportId)),
    'evidence.discard': withRedaction(({ exportId }) => footageExports.discard(exportId)),
    'evidence.state': withRedaction(async () => ok(await footageExports.state())),
    'evidence.chooseFolder': withRedaction(async ({ how }, page) => {
      const chosen = await (how === 'usual' ? folder.chooseUsual() : folder.choose(page.monitor))
      if (!chosen.ok) return chosen
      footageExports.folderChanged()
      return ok(await footageExports.state())
    }),
  }
}
