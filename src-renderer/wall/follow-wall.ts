import type { WallDocument } from '#contract/wall/document.ts'
import { clockText } from '../timeline/axis/time-words.ts'
import type { AreaOptions } from './area-options.ts'
import { type DocumentSaver, keepDocument } from './document-saver.ts'
import { publishSelection } from './hotspots.ts'
import { driveSequences } from './sequence-driver.ts'
import { type ShellSyncOptions, syncWithShell } from './shell-sync.ts'
import { reportTiles } from './tile-reporter.ts'
import { type WallActsOptions, wallActsOf } from './wall-acts.ts'

type FollowWallOptions = AreaOptions &
  Omit<ShellSyncOptions, 'reporter' | 'acts' | 'saver'> &
  Pick<WallActsOptions, 'salvos' | 'sound' | 'isTyping' | 'keyHint'> & {
    /** What main has already, if it has one. */
    readonly kept: WallDocument | undefined
  }

/** Passes what happens on the wall to the shell, and then what the shell publishes to the wall. */
export function followWall(options: FollowWallOptions): DocumentSaver {
  const { own, wall, shell, zone, platformClock, kept } = options
  const timeText = (atMs: number) => clockText(zone(), platformClock.ofComputer(atMs), 'minute')
  const acts = own(wallActsOf({ ...options, timeText }))
  const reporter = own(reportTiles(options))
  own({ dispose: publishSelection(wall, shell) })
  own(driveSequences(options))
  const saver = own(keepDocument(options, kept))
  own(syncWithShell({ ...options, reporter, acts, saver }))
  return saver
}
