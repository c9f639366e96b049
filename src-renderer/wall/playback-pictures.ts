import type { PlaybackWish } from '../playback/playback-group.ts'
import type { PlaybackDriver } from '../playback/tile/playback-driver.ts'
import type { PlaybackObservation } from '../playback/tile/tile-state.ts'

interface Shown {
  readonly driver: PlaybackDriver
  readonly stopListening: () => void
}

/** Brings the drivers' pictures into the tiles' containers, and their changes to each tile's listeners. */
export class PlaybackPictures {
  readonly #containers = new Map<number, HTMLElement>()
  readonly #listeners = new Map<number, Set<() => void>>()
  readonly #shown = new Map<number, Shown>()

  /** Puts the tile's picture into the container; returns the function that takes it out. */
  mount(tile: number, container: HTMLElement): () => void {
    this.#containers.set(tile, container)
    this.#place(tile)
    return () => {
      if (this.#containers.get(tile) !== container) return
      this.#containers.delete(tile)
      container.replaceChildren()
    }
  }

  observe(tile: number): PlaybackObservation | undefined {
    return this.#shown.get(tile)?.driver.observe()
  }

  /** The picture that is seen, in its own size. To be closed by whoever asked. */
  frame(tile: number): ReturnType<PlaybackDriver['frame']> {
    return this.#shown.get(tile)?.driver.frame()
  }

  /** Plays this tile with its sound, and no other one. */
  playSoundOf(tile: number | undefined): void {
    for (const [other, { driver }] of this.#shown) driver.setAudible(other === tile)
  }

  sound(tile: number): ReturnType<PlaybackDriver['sound']> {
    return this.#shown.get(tile)?.driver.sound()
  }

  subscribe(tile: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(tile) ?? new Set()
    this.#listeners.set(tile, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** The whole list, on every change. */
  show(wishes: readonly PlaybackWish[], driverOf: (tile: number) => PlaybackDriver | undefined): void {
    const tiles = new Set([...this.#shown.keys(), ...wishes.map(({ tile }) => tile)])
    for (const tile of tiles) {
      const driver = driverOf(tile)
      if (driver === this.#shown.get(tile)?.driver) continue
      this.#shown.get(tile)?.stopListening()
      if (driver === undefined) this.#shown.delete(tile)
      else this.#shown.set(tile, { driver, stopListening: driver.subscribe(() => this.#notify(tile)) })
      this.#place(tile)
      this.#notify(tile)
    }
  }

  dispose(): void {
    for (const { stopListening } of this.#shown.values()) stopListening()
    this.#shown.clear()
    this.#listeners.clear()
    for (const container of this.#containers.values()) container.replaceChildren()
    this.#containers.clear()
  }

  #place(tile: number): void {
    const element = this.#shown.get(tile)?.driver.element
    this.#containers.get(tile)?.replaceChildren(...(element === undefined ? [] : [element]))
  }

  #notify(tile: number): void {
    for (const listener of this.#listeners.get(tile) ?? []) listener()
  }
}
