import { type LocalTrackPublication, Room, Track } from 'livekit-client'
import { ok } from '#contract/result.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { engineOf } from '#renderer/live/sdk-internals.ts'
import { type LiveShell, LiveWall } from '#renderer/live/live-wall.ts'
import type { SwitchRecord } from '#renderer/live/tile-driver.ts'

/** The live engine alone on a page, driven by tests: no React, no host, the relay over one WebSocket. */
export interface LiveStage {
  readonly wall: LiveWall
  readonly switches: SwitchRecord[]
  show(cameraIds: readonly (string | undefined)[], urgent?: number): void
  states(): string[]
  /** What main was asked to keep tickets for, one entry a call. */
  readonly wanted: string[][]
  connection(status: ConnectionStatus): void
  peerConnections(): number
  /** By the browser's own count, one number a tile. */
  framesDrawn(): number[]
  /** From now on. */
  watchStates(): void
  /** All states that any tile had since `watchStates`, each once. */
  statesSeen(): string[]
  /** By this page itself, in order. */
  readonly published: LocalTrackPublication[]
  readonly Room: typeof Room
  readonly Source: typeof Track.Source
  /** Private parts of the SDK that `sdk-internals.ts` leans on and that this version does not have. */
  missingSdkParts(): string[]
  /** The cameras that have a session, by role. */
  roles(): Record<string, string>
}

declare global {
  interface Window {
    stage: LiveStage
    gc?: (options: { execution: 'async' }) => Promise<void>
  }
}

const query = new URLSearchParams(location.search)
const tileCount = Number(query.get('tiles') ?? 4)
const columns = Math.ceil(Math.sqrt(tileCount))
document.body.style.cssText = `margin:0;height:100vh;background:#000;display:grid;gap:2px;grid-template-columns:repeat(${columns},1fr)`

let relay: WebSocket
const early: Uint8Array<ArrayBuffer>[] = []
const frameListeners = new Set<(frame: Uint8Array) => void>()
const linkListeners = new Set<(isUp: boolean, isRefused: boolean) => void>()
const connectionListeners = new Set<(status: ConnectionStatus) => void>()

/** Like the host's page: a connection that is lost is made again, and the engine is told of both. */
function connectRelay(): void {
  relay = new WebSocket(`ws://${location.host}/relay`)
  relay.binaryType = 'arraybuffer'
  relay.addEventListener('open', () => {
    for (const frame of early.splice(0)) relay.send(frame)
    for (const listener of linkListeners) listener(true, false)
  })
  relay.addEventListener('message', (event: MessageEvent<ArrayBuffer>) => {
    const frame = new Uint8Array(event.data)
    for (const listener of frameListeners) listener(frame)
  })
  relay.addEventListener('close', () => {
    for (const listener of linkListeners) listener(false, false)
    setTimeout(connectRelay, 300)
  })
}
connectRelay()

const wanted: string[][] = []
const shell: LiveShell = {
  call: async (_name, { cameraIds }) => {
    wanted.push(cameraIds)
    return ok(undefined)
  },
  subscribe(_name, listener) {
    connectionListeners.add(listener)
    return () => void connectionListeners.delete(listener)
  },
  onLink(listener) {
    linkListeners.add(listener)
    return () => void linkListeners.delete(listener)
  },
  relay: {
    send(frame) {
      if (relay.readyState === WebSocket.OPEN) relay.send(frame)
      else early.push(frame)
    },
    onFrame(listener) {
      frameListeners.add(listener)
      return () => void frameListeners.delete(listener)
    },
  },
}

const overrides: Partial<typeof liveDefaults> = JSON.parse(query.get('defaults') ?? '{}')
const wall = new LiveWall({
  shell,
  lateAfterMs: () => Number(query.get('late') ?? 1_000),
  isInUse: () => false,
  defaults: { ...liveDefaults, ...overrides },
})
const switches: SwitchRecord[] = []
wall.onSwitch((record) => switches.push(record))

const statesSeen = new Set<string>()
const containers = Array.from({ length: tileCount }, (_, tile) => {
  const container = document.createElement('div')
  container.dataset['tile'] = String(tile)
  container.style.cssText = 'min-height:0;position:relative;overflow:hidden'
  document.body.append(container)
  wall.mount(tile, container)
  const report = () => {
    const { state } = wall.observe(tile)
    container.dataset['state'] = state
    statesSeen.add(state)
  }
  report()
  wall.subscribe(tile, report)
  return container
})

window.stage = {
  wall,
  switches,
  show(cameraIds, urgent = 0) {
    wall.show(
      containers.map((container, tile) => ({
        tile,
        cameraId: cameraIds[tile],
        widthPx: Math.round(container.clientWidth * devicePixelRatio),
        heightPx: Math.round(container.clientHeight * devicePixelRatio),
        urgent: tile === urgent,
      })),
    )
  },
  states: () => containers.map((_, tile) => wall.observe(tile).state),
  wanted,
  published: [],
  Room,
  Source: Track.Source,
  missingSdkParts() {
    const room = new Room()
    const engine = engineOf(room)
    const wanted: [string, object, string[]][] = [
      ['Room', Room, ['cleanupRegistry']],
      ['room', room, ['engine', 'maybeCreateEngine', 'setStatsLogging', 'options', 'acquireAudioContext']],
      [
        'engine',
        engine,
        [
          'applyInitialPublisherLayout',
          'addMediaSections',
          'makeRTCConfiguration',
          'cleanupPeerConnections',
          'cleanupLossyDataStats',
          'deregisterOnLineListener',
          'on',
          'client',
        ],
      ],
      ['client', engine.client, ['close']],
      ['options', Reflect.get(room, 'options') as object, ['singlePeerConnection']],
    ]
    return wanted.flatMap(([name, part, members]) =>
      members.filter((member) => !(member in part)).map((member) => `${name}.${member}`),
    )
  },
  peerConnections: () => wall.peerConnections,
  framesDrawn: () =>
    containers.map((container) =>
      [...container.querySelectorAll('video')].reduce(
        (sum, video) => sum + video.getVideoPlaybackQuality().totalVideoFrames,
        0,
      ),
    ),
  watchStates() {
    statesSeen.clear()
    for (let tile = 0; tile < tileCount; tile += 1) statesSeen.add(wall.observe(tile).state)
  },
  statesSeen: () => [...statesSeen],
  connection(status) {
    for (const listener of connectionListeners) listener(status)
  },
  roles: () =>
    Object.fromEntries(
      wall.sessionList().map(({ cameraId, role, readiness }) => [cameraId, `${role}/${readiness}`]),
    ),
}
