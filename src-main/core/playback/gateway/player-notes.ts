import type { Lease } from '../platform-session.ts'
import type { ManifestPrint } from './manifest-lines.ts'

/** The playlist that a player read last, by what another session would differ in. */
export interface ReadPlaylist {
  readonly rest: string
  readonly print: ManifestPrint
}

/** What the gateway remembers of a playback's player. */
export class PlayerNotes {
  /** Manifests that turned out too long only when they had been sent in part. */
  readonly tooLarge = new Set<string>()
  /** Session that the player's names and times come from; undefined before its first manifest. */
  #generation: number | undefined
  #last: ReadPlaylist | undefined
  #comparing: { readonly generation: number; readonly isSame: Promise<boolean> } | undefined

  /** A player reads the manifest: whatever was before is no matter any more. */
  begin({ generation }: Lease): void {
    this.#generation = generation
    this.#last = undefined
  }

  read(playlist: ReadPlaylist): void {
    this.#last = playlist
  }

  /** Whether a session's names and times are those that the player has. Compared once a session, however many wait. */
  isSame({ generation }: Lease, compare: (last: ReadPlaylist) => Promise<boolean>): Promise<boolean> {
    if (this.#generation === generation || this.#last === undefined) {
      this.#generation = generation
      return Promise.resolve(true)
    }
    if (this.#comparing?.generation !== generation) {
      const isSame = compare(this.#last).then((same) => {
        if (same) this.#generation = generation
        return same
      })
      this.#comparing = { generation, isSame }
    }
    return this.#comparing.isSame
  }
}
