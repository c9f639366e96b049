import type { WallDocument } from '#contract/wall/document.ts'
import { clockText } from '../timeline/axis/time-words.ts'
import type { AreaOptions } from './area-options.ts'
import { DocumentSaver } from './document-saver.ts'
import { publishSelection } from './hotspots.ts'
import { SequenceDriver } from './sequence-driver.ts'
import { ShellSync, type ShellSyncOptions } from './shell-sync.ts'
import { TileReporter } from './tile-reporter.ts'
import { WallActs, type WallActsOptions } from './wall-acts.ts'

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
  const acts = own(new WallActs({ ...options, timeText }))
  const reporter = own(new TileReporter(options))
  own({ dispose: publishSelection(wall, shell) })
  own(new SequenceDriver(options))
  const saver = own(new DocumentSaver(options, kept))
  own(new ShellSync({ ...options, reporter, acts, saver }))
  return saver
}
