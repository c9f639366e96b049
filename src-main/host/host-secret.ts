import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Shown by a page to be let in: made at each start, known to whoever was given the address. */
export class HostSecret {
  readonly text = randomBytes(32).toString('base64url')
  readonly #digest = digest(this.text)

  /** Takes the same time for every guess. */
  matches(guess: string): boolean {
    return timingSafeEqual(digest(guess), this.#digest)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
