import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { proofText } from '#contract/wall/shell.ts'

/** Made at each start, known to whoever was given the address. Page and host prove to each other that they know it. */
export class HostSecret {
  readonly text = randomBytes(32).toString('base64url')

  /** Takes the same time for every guess. */
  isProvenBy(nonce: string, proof: string): boolean {
    return timingSafeEqual(digest(proof), digest(this.#sign('page', nonce)))
  }

  proofFor(nonce: string): string {
    return this.#sign('host', nonce)
  }

  #sign(who: 'page' | 'host', nonce: string): string {
    return createHmac('sha256', this.text).update(proofText(who, nonce)).digest('base64url')
  }
}

/** `timingSafeEqual` wants two of the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
