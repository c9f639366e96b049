import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { layoutNames } from '#contract/wall/layout.ts'
import { createRoot } from 'react-dom/client'
import { browserClock } from '#renderer/clock.ts'
import { openWall } from '#renderer/ui/open-wall.tsx'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { FakeShell, camerasUpTo, connected, helloWith } from '../fake-shell.ts'
import { drawPlace } from './draw-place.ts'

/**
 * The page with neither shell nor network, to look at it: `?layout=16&cameras=40&faults&first-run&weak`.
 * Not part of any build.
 */
const options = new URLSearchParams(location.search)
const root = document.getElementById('wall')
if (root === null) throw new Error('no #wall')

const unconnected = {
  source: 'none' as const,
  platforms: [],
  key: { state: 'none' as const, ...(options.has('weak') ? {} : { offered: 'os-keyring' as const }) },
  reach: 'idle' as const,
  ticketsPerMinute: 0,
  findings: {},
}
const shell = new FakeShell({
  'wall.hello': () =>
    ok(
      helloWith({
        cameras: options.has('first-run') ? [] : camerasUpTo(Number(options.get('cameras') ?? 40)),
        layout: layoutNames.find((name) => String(name) === options.get('layout')) ?? 9,
        connection: options.has('first-run') ? unconnected : connected,
      }),
    ),
  'connection.test': () =>
    ok([
      { name: 'reach', outcome: 'ok', tookMs: 12 },
      { name: 'key', outcome: 'ok', tookMs: 31 },
      { name: 'cameras', outcome: 'ok', found: { code: 'cameras', count: 40 }, tookMs: 44 },
      { name: 'live-view', outcome: 'failed', error: wallError('platform_failed'), tookMs: 1_204 },
    ]),
  'keys.set': () => fail(wallError('vault_weak')),
})

const live = new FakeLiveWall()
live.makePicture = (tile) => drawPlace(() => live.observe(tile))
await openWall({
  window,
  root: createRoot(root),
  marked: root,
  shell,
  clock: browserClock,
  makeLive: () => live,
})

const now = Date.now()
if (options.has('faults')) {
  live.fault(4, 'STALE', { lastFrameAtMs: now - 12_000, stateSinceMs: now - 9_000, error: undefined })
  live.set(5, { state: 'LATE', delayMs: 1_410 })
  live.fault(7, 'OFFLINE', {
    stateSinceMs: now - 2_000_000,
    nextTryAtMs: now + 8_000,
    shownCameraId: undefined,
  })
  if (options.has('many')) {
    live.fault(
      1,
      'RECONNECTING',
      { lastFrameAtMs: now - 31_000, nextTryAtMs: now + 1_200 },
      wallError('ticket_refused'),
    )
    live.fault(
      2,
      'NO ACCESS',
      { shownCameraId: undefined, stateSinceMs: now - 90_000 },
      wallError('not_allowed'),
    )
    live.fault(
      3,
      'NO CAMERA',
      { shownCameraId: undefined, stateSinceMs: now - 90_000 },
      wallError('not_found'),
    )
    live.set(6, { state: 'CONNECTING', shownCameraId: 'camera-2', stateSinceMs: now })
    live.set(8, { state: 'CONNECTING', shownCameraId: undefined, stateSinceMs: now })
  }
}
if (options.has('link')) shell.link(false)

setInterval(() => {
  for (let tile = 0; tile < 36; tile++) {
    live.measure(tile, {
      receivedFps: 15,
      presentedFps: 14.8,
      widthPx: 640,
      heightPx: 360,
      layer: 'high',
      lossPercent: 0.2,
      jitterBufferMs: 38,
      decodeMs: 1.4,
      bitsPerSecond: 812_000,
      delayMs: 164,
      history: [
        { atMs: now - 60_000, state: 'CONNECTING', why: 'asked for' },
        { atMs: now - 59_400, state: 'LIVE', why: 'first picture' },
        { atMs: now - 20_000, state: 'RECONNECTING', why: 'media server closed the connection' },
        { atMs: now - 18_500, state: 'LIVE', why: 'first picture' },
      ],
    })
  }
}, 1_000)
