import type { LayoutName } from '#contract/wall/layout.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import { PlatformClock } from '#renderer/wall/platform-clock.ts'
import { createPlaybackStore } from '#renderer/wall/playback-store.ts'
import { createSessionStore, noConnection } from '#renderer/wall/session-store.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { FakeClock } from './fake-clock.ts'
import { FakeLiveWall } from './fake-live-wall.ts'
import { type Answers, camerasUpTo, FakeShell } from './fake-shell.ts'

export interface PagePartsOptions {
  readonly tiles?: LayoutName
  /** Or so many, from 1 on. */
  readonly cameras?: readonly WallCamera[] | number
  readonly nowMs?: number
  /** The platform's clock is ahead of this computer's by so much; not known if not said. */
  readonly skewMs?: number
  readonly settings?: Partial<WallSettings>
  readonly answers?: Answers
}

/** What every part of a page is made of: its stores, and doubles of the shell, the engine and the clock. */
export function pageParts(options: PagePartsOptions = {}) {
  const { tiles = 4, cameras = 4, nowMs, skewMs, settings = {}, answers } = options
  const clock = new FakeClock(nowMs)
  const connection = skewMs === undefined ? noConnection : { ...noConnection, skewMs, skewUncertaintyMs: 0 }
  const session = createSessionStore({ connection, settings: wallSettingsSchema.parse(settings) }, clock)
  return {
    clock,
    session,
    shell: new FakeShell(answers),
    live: new FakeLiveWall(),
    wall: createWallStore(emptyDocument(tiles), typeof cameras === 'number' ? camerasUpTo(cameras) : cameras),
    playback: createPlaybackStore(),
    platformClock: new PlatformClock(clock, session),
    notices: () => session.getState().notices.map(({ text }) => text),
  }
}
