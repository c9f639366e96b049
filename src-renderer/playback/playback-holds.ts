import type { CallInput } from '#contract/wall/calls.ts'
import type { WallShell } from '#contract/wall/shell.ts'

export type Held = CallInput<'playback.hold'>

/**
 * What this page plays, as one list: main stops all that is not in it, so whoever plays something (tiles, local live,
 * pictures of a timeline) registers it here and nowhere else.
 */
export class PlaybackHolds {
  readonly #shell: Pick<WallShell, 'call'>
  readonly #parts = new Map<object, Held>()
  #sent = ''

  constructor(shell: Pick<WallShell, 'call'>) {
    this.#shell = shell
  }

  /** Replaces what its owner held before; nothing at all takes the owner out. */
  set(owner: object, held: Held): void {
    if (held.playing.length + held.paused.length === 0) this.#parts.delete(owner)
    else this.#parts.set(owner, held)
    this.#send()
  }

  /** After main could not be reached: sends the list again, because main may not have received it. */
  repeat(): void {
    if (this.#sent === '') return
    this.#sent = ''
    this.#send()
  }

  #send(): void {
    const parts = [...this.#parts.values()]
    const all: Held = {
      playing: parts.flatMap(({ playing }) => playing),
      paused: parts.flatMap(({ paused }) => paused),
    }
    const text = JSON.stringify(all)
    if (text === this.#sent) return
    this.#sent = text
    void this.#shell.call('playback.hold', all)
  }
}
