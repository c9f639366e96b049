import type HlsPlayer from 'hls.js'
import type { LevelDetails } from 'hls.js'
import { offer } from '../playback/page/playback-page.ts'
import type { Tiles } from '../playback/page/tiles.ts'

/** The baseline: hls.js as its documentation shows it, with its defaults, straight to the platform. */
declare global {
  interface Window {
    readonly Hls: typeof HlsPlayer
  }
}

interface BareTile {
  readonly element: HTMLElement
  readonly video: HTMLVideoElement
  readonly hls: HlsPlayer
  /** Of the player's time line, epoch milliseconds: footage without a gap needs no more. */
  readonly zeroMs: number
}

async function openTile(manifest: string): Promise<BareTile> {
  const element = document.createElement('div')
  const video = document.createElement('video')
  video.muted = true
  Object.assign(element.style, { position: 'relative', width: '100%', height: '100%' })
  Object.assign(video.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    objectFit: 'contain',
  })
  element.append(video)
  const hls = new window.Hls()
  const loaded = Promise.withResolvers<LevelDetails>()
  hls.on(window.Hls.Events.LEVEL_LOADED, (_event, { details }) => loaded.resolve(details))
  hls.loadSource(manifest)
  hls.attachMedia(video)
  const [first] = (await loaded.promise).fragments
  return { element, video, hls, zeroMs: (first?.programDateTime ?? 0) - (first?.start ?? 0) * 1_000 }
}

async function openTiles(manifests: readonly string[], atMs: number): Promise<Tiles> {
  const tiles = await Promise.all(manifests.map(openTile))
  const seek = (wallMs: number) => {
    for (const { video, zeroMs } of tiles) video.currentTime = (wallMs - zeroMs) / 1_000
  }
  seek(atMs)
  return {
    elements: tiles.map(({ element }) => element),
    seek,
    drag: seek,
    mediaSeconds: (tile, wallMs) => (wallMs - (tiles[tile]?.zeroMs ?? 0)) / 1_000,
    wallMs: (tile, mediaSeconds) => (tiles[tile]?.zeroMs ?? 0) + mediaSeconds * 1_000,
    windowOf: () => undefined,
    setTurn(isTurn) {
      for (const { hls, video } of tiles) {
        if (isTurn) hls.startLoad(video.currentTime)
        else hls.stopLoad()
      }
    },
    run(rate) {
      for (const { video } of tiles) {
        if (rate === 0) {
          video.pause()
          continue
        }
        video.playbackRate = rate
        void video.play()
      }
    },
  }
}

offer(openTiles)
