import { ok } from '../../../../src-contract/result.ts'
import type { WallShell } from '../../../../src-contract/wall/shell.ts'
import { liveDefaults } from '../../../../src-renderer/live/defaults.ts'
import { LiveWall } from '../../../../src-renderer/live/live-wall.ts'
import type { SwitchRecord } from '../../../../src-renderer/live/tile-driver.ts'

/** The live engine alone on a page, driven by tests: no React, no host, the relay over one WebSocket. */
export interface LiveStage {
  readonly wall: LiveWall
  readonly switches: SwitchRecord[]
  /** Milliseconds since the page began to load, of each tile's first frame. */
  readonly firstFramesMs: number[]
  show(cameraIds: readonly (string | undefined)[], urgent?: number): void
  states(): string[]
  setLink(isUp: boolean): void
}

declare global {
  interface Window {
    stage: LiveStage
    gc?: () => void
  }
}

const query = new URLSearchParams(location.search)
const tileCount = Number(query.get('tiles') ?? 4)
const columns = Math.ceil(Math.sqrt(tileCount))
document.body.style.cssText = `margin:0;height:100vh;background:#000;display:grid;gap:2px;grid-template-columns:repeat(${columns},1fr)`

const relay = new WebSocket(`ws://${location.host}/relay`)
relay.binaryType = 'arraybuffer'
const early: Uint8Array<ArrayBuffer>[] = []
const frameListeners = new Set<(frame: Uint8Array) => void>()
const linkListeners = new Set<(isUp: boolean) => void>()
relay.addEventListener('open', () => {
  for (const frame of early.splice(0)) relay.send(frame)
})
relay.addEventListener('message', ({ data }) => {
  const frame = new Uint8Array(data as ArrayBuffer)
  for (const listener of frameListeners) listener(frame)
})

const shell: Pick<WallShell, 'call' | 'subscribe' | 'onLink' | 'relay'> = {
  call: async () => ok(undefined as never),
  subscribe: () => () => undefined,
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

const overrides = JSON.parse(query.get('defaults') ?? '{}') as Partial<typeof liveDefaults>
const wall = new LiveWall({
  shell,
  lateAfterMs: () => Number(query.get('late') ?? 1_000),
  defaults: { ...liveDefaults, ...overrides },
})
const switches: SwitchRecord[] = []
const firstFramesMs: number[] = []
wall.onSwitch((record) => {
  switches.push(record)
  firstFramesMs[record.tile] ??= record.firstFrameAtMs - performance.timeOrigin
})

const containers = Array.from({ length: tileCount }, (_, tile) => {
  const container = document.createElement('div')
  container.dataset['tile'] = String(tile)
  container.style.cssText = 'min-height:0;position:relative;overflow:hidden'
  document.body.append(container)
  wall.mount(tile, container)
  const tell = () => {
    container.dataset['state'] = wall.observe(tile).state
  }
  tell()
  wall.subscribe(tile, tell)
  return container
})

window.stage = {
  wall,
  switches,
  firstFramesMs,
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
  setLink(isUp) {
    for (const listener of linkListeners) listener(isUp)
  },
}
const show = query.get('show')
if (show) window.stage.show(show.split(','))
