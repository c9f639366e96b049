import { createStore, type StoreApi } from 'zustand/vanilla'
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

/** Plays the sound of one tile, live or recorded, and measures its level. */
export class TileSound {
  readonly store: StoreApi<{ readonly audible: AudibleTile | undefined }> = createStore(() => ({
    audible: undefined,
  }))
  readonly #options: TileSoundOptions
  readonly #unsubscribe: () => void
  /** An element that was once connected to an audio graph plays through it for good. */
  readonly #elements = new WeakMap<HTMLVideoElement, AudioNode>()
  #graph: Graph | undefined
  #playing: { readonly from: Source; readonly stop: () => void } | undefined
  #callOffLook: (() => void) | undefined
  /** The context's own time when it last went on, and since when it stands still. */
  #ran = { timeS: -1, atMs: 0 }

  constructor(options: TileSoundOptions) {
    this.#options = options
    this.#unsubscribe = onChangeOf(options.wall, 'audibleTile', () => this.#look())
  }

  /** 0 to 1, of the sound at this moment. */
  get level(): number {
    if (this.#graph === undefined || this.#playing === undefined) return 0
    const samples = new Float32Array(this.#graph.meter.fftSize)
    this.#graph.meter.getFloatTimeDomainData(samples)
    return Math.min(1, Math.max(...samples.map(Math.abs)))
  }

  dispose(): void {
    this.#unsubscribe()
    this.#callOffLook?.()
    this.#play(undefined)
    void this.#graph?.context.close()
  }

  #look(): void {
    this.#callOffLook?.()
    this.#callOffLook = undefined
    const { wall, playback, pictures, live, clock } = this.#options
    const { audibleTile, document } = wall.getState()
    // A tile that is not visible, as behind a large one, is silent.
    const tile =
      audibleTile !== undefined && visibleTiles(document).includes(audibleTile) ? audibleTile : undefined
    const isPast = tile !== undefined && playback.getState().tiles.includes(tile)
    live.receiveSoundOf(isPast ? undefined : tile)
    // Footage that is paused or plays at another speed is silent, and loads sooner without its sound.
    pictures.playSoundOf(isPast && playback.getState().speed === 1 ? tile : undefined)
    const source = tile === undefined ? undefined : this.#sourceOf(tile, isPast)
    this.#play(typeof source === 'object' ? source : undefined)
    this.#keepRunning()
    this.#publish(tile, source)
    if (audibleTile !== undefined) this.#callOffLook = clock.after(LOOK_EVERY_IN_MS, () => this.#look())
  }

  #sourceOf(tile: number, isPast: boolean): Source | Silence | undefined {
    const { playback, pictures, live } = this.#options
    if (!isPast) return live.sound(tile)
    return playback.getState().speed === 1 ? pictures.sound(tile) : 'speed'
  }

  #publish(tile: number | undefined, source: Source | Silence | undefined): void {
    const state = source === undefined ? 'waiting' : typeof source === 'string' ? source : 'playing'
    const before = this.store.getState().audible
    if (before?.tile === tile && (tile === undefined || before?.state === state)) return
    this.store.setState({ audible: tile === undefined ? undefined : { tile, state } })
  }

  #play(from: Source | undefined): void {
    if (this.#playing?.from === from) return
    this.#playing?.stop()
    this.#playing = undefined
    if (from === undefined) return
    const graph = this.#graph ?? this.#makeGraph()
    // A page may make no sound before its first key press; this one follows a key press.
    void graph.context.resume()
    const stop = from instanceof HTMLVideoElement ? this.#playElement(from, graph) : playTrack(from, graph)
    this.#playing = { from, stop }
  }

  /**
   * After the end of the output (Chromium's audio process, a screen with speakers) a context stands still, in Chromium
   * 108 as `running`. Another one is of no use to an element; the same one takes another output after a pause.
   */
  #keepRunning(): void {
    if (this.#graph === undefined || this.#playing === undefined) return
    const { context } = this.#graph
    const nowMs = this.#options.clock.nowMs()
    if (context.currentTime !== this.#ran.timeS) this.#ran = { timeS: context.currentTime, atMs: nowMs }
    // The clock may be set meanwhile.
    if (Math.abs(nowMs - this.#ran.atMs) < OUTPUT_PATIENCE_IN_MS) return
    this.#ran = { ...this.#ran, atMs: nowMs }
    const resume = () => context.resume()
    context
      .suspend()
      .then(resume)
      .catch(() => undefined)
  }

  #playElement(video: HTMLVideoElement, { context, meter }: Graph): () => void {
    const node = this.#elements.get(video) ?? context.createMediaElementSource(video)
    this.#elements.set(video, node)
    node.connect(meter)
    video.muted = false
    return () => {
      video.muted = true
      node.disconnect()
    }
  }

  #makeGraph(): Graph {
    const context = this.#options.makeContext()
    const meter = context.createAnalyser()
    meter.connect(context.destination)
    this.#graph = { context, meter }
    return this.#graph
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
