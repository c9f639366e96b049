import type { TesseraBridge } from '#contract/wall/bridge.ts'
import { monitorNumberSchema } from '#contract/wall/monitors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { PreloadShell } from './preload-shell.ts'
import { WebSocketShell } from './web-socket-shell.ts'

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in a plain browser. */
    readonly tessera?: TesseraBridge
  }
}

/** Called once at start; nothing else asks which shell it is. */
export function pickShell(window: Window): WallShell & { dispose(): void } {
  if (window.tessera !== undefined) return new PreloadShell(window.tessera, window)
  const { location, history, sessionStorage } = window
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocketShell({
    url: `${scheme}//${location.host}/shell`,
    secret: takeHostSecret({ location, history, storage: sessionStorage }),
    monitor: monitorOfAddress(location.search),
  })
}

/** `?monitor=2`: a browser's windows are placed by hand, and each is told by its address which monitor it is. */
function monitorOfAddress(search: string): number {
  const number = monitorNumberSchema.safeParse(Number(new URLSearchParams(search).get('monitor')))
  return number.data ?? 1
}

const KEPT_AS = 'tessera:host-secret'

interface SecretPlaces {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState'>
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * The secret that lets this page in. It arrives in the fragment, is taken out of the address bar and the
 * history at once, and outlives a reload of this tab only.
 */
export function takeHostSecret({ location, history, storage }: SecretPlaces): string {
  const arrived = location.hash.slice(1)
  if (arrived === '') return storage.getItem(KEPT_AS) ?? ''
  storage.setItem(KEPT_AS, arrived)
  history.replaceState(null, '', location.pathname + location.search)
  return arrived
}
