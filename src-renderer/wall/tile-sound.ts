import { createStore } from 'zustand/vanilla'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import type { AreaOptions } from './area-options.ts'
import type { PlaybackPictures } from './playback-pictures.ts'
import { visibleTiles } from './wall-document.ts'
import { onChangeOf } from './on-change-of.ts'

/** `waiting`: its camera is being connected; `none`: no sound; `lost`: not to be played; `speed`: not played at the plain speed. */
export type SoundState = 'waiting' | 'playing' | 'none' | 'lost' | 'speed'
export interface AudibleTile {
  readonly tile: number
  readonly state: SoundState
}

export interface TileSoundOptions extends Pick<AreaOptions, 'wall' | 'clock' | 'playback'> {
  readonly pictures: Pick<PlaybackPictures, 'playSoundOf' | 'sound'>
  readonly live: Pick<LiveWallPort, 'receiveSoundOf' | 'sound'>
  readonly makeContext: () => AudioContext
}

type Source = MediaStreamTrack | HTMLVideoElement
type Silence = Exclude<SoundState, 'playing' | 'waiting'>
interface Graph {
  readonly context: AudioContext
  readonly meter: AnalyserNode
}

/** As often as a level is drawn; while nobody listens nothing runs. */
const LOOK_EVERY_IN_MS = 100

/** Longer than an audio output takes to start. */
const OUTPUT_PATIENCE_IN_MS = 3_000

export type TileSound = ReturnType<typeof soundTile>

/** Plays the sound of one tile, live or recorded, and measures its level. */
export function soundTile({ wall, clock, playback, pictures, live, makeContext }: TileSoundOptions) {
  const store = createStore<{ readonly audible: AudibleTile | undefined }>(() => ({ audible: undefined }))
  /** An element that was once connected to an audio graph plays through it for good. */
  const elements = new WeakMap<HTMLVideoElement, AudioNode>()
  let graph: Graph | undefined
  let playing: { readonly from: Source; readonly stop: () => void } | undefined
  let callOffLook: (() => void) | undefined
  /** The context's own time when it last went on, and since when it stands still. */
  let ran = { timeS: -1, atMs: 0 }

  function look(): void {
    callOffLook?.()
    callOffLook = undefined
    const { audibleTile, document } = wall.getState()
    // A tile that is not visible, as behind a large one, is silent.
    const tile =
      audibleTile !== undefined && visibleTiles(document).includes(audibleTile) ? audibleTile : undefined
    const isPast = tile !== undefined && playback.getState().tiles.includes(tile)
    live.receiveSoundOf(isPast ? undefined : tile)
    // Footage that is paused or plays at another speed is silent, and loads sooner without its sound.
    pictures.playSoundOf(isPast && playback.getState().speed === 1 ? tile : undefined)
    const source = tile === undefined ? undefined : sourceOf(tile, isPast)
    play(typeof source === 'object' ? source : undefined)
    keepRunning()
    publish(tile, source)
    if (audibleTile !== undefined) callOffLook = clock.after(LOOK_EVERY_IN_MS, look)
  }

  function sourceOf(tile: number, isPast: boolean): Source | Silence | undefined {
    if (!isPast) return live.sound(tile)
    return playback.getState().speed === 1 ? pictures.sound(tile) : 'speed'
  }

  function publish(tile: number | undefined, source: Source | Silence | undefined): void {
    const state = source === undefined ? 'waiting' : typeof source === 'string' ? source : 'playing'
    const before = store.getState().audible
    if (before?.tile === tile && (tile === undefined || before?.state === state)) return
    store.setState({ audible: tile === undefined ? undefined : { tile, state } })
  }

  function play(from: Source | undefined): void {
    if (playing?.from === from) return
    playing?.stop()
    playing = undefined
    if (from === undefined) return
    graph ??= makeGraph()
    // A page may make no sound before its first key press; this one follows a key press.
    void graph.context.resume()
    const stop = from instanceof HTMLVideoElement ? playElement(from, graph) : playTrack(from, graph)
    playing = { from, stop }
  }

  /**
   * After the end of the output (Chromium's audio process, a screen with speakers) a context stands still, in Chromium
   * 108 as `running`. Another one is of no use to an element; the same one takes another output after a pause.
   */
  function keepRunning(): void {
    if (graph === undefined || playing === undefined) return
    const { context } = graph
    const nowMs = clock.nowMs()
    if (context.currentTime !== ran.timeS) ran = { timeS: context.currentTime, atMs: nowMs }
    // The clock may be set meanwhile.
    if (Math.abs(nowMs - ran.atMs) < OUTPUT_PATIENCE_IN_MS) return
    ran = { ...ran, atMs: nowMs }
    context
      .suspend()
      .then(() => context.resume())
      .catch(() => undefined)
  }

  function playElement(video: HTMLVideoElement, { context, meter }: Graph): () => void {
    const node = elements.get(video) ?? context.createMediaElementSource(video)
    elements.set(video, node)
    node.connect(meter)
    video.muted = false
    return () => {
      video.muted = true
      node.disconnect()
    }
  }

  function makeGraph(): Graph {
    const context = makeContext()
    const meter = context.createAnalyser()
    meter.connect(context.destination)
    return { context, meter }
  }

  const stopListening = onChangeOf(wall, 'audibleTile', look)
  return {
    store,
    /** 0 to 1, of the sound at this moment. */
    get level(): number {
      if (graph === undefined || playing === undefined) return 0
      const samples = new Float32Array(graph.meter.fftSize)
      graph.meter.getFloatTimeDomainData(samples)
      return Math.min(1, Math.max(...samples.map(Math.abs)))
    },
    dispose(): void {
      stopListening()
      callOffLook?.()
      play(undefined)
      void graph?.context.close()
    },
  }
}

function playTrack(track: MediaStreamTrack, { context, meter }: Graph): () => void {
  const stream = new MediaStream([track])
  // Chromium decodes a remote track only while an element plays it (crbug.com/40094084).
  const sink = new Audio()
  sink.muted = true
  sink.srcObject = stream
  sink.play().catch(() => undefined)
  const node = context.createMediaStreamSource(stream)
  node.connect(meter)
  return () => {
    node.disconnect()
    sink.srcObject = null
  }
}
