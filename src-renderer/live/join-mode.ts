import { type WallError } from '#contract/errors.ts'

/**
 * How rooms are joined: with one peer connection, or (media servers before LiveKit 1.9.2) with two.
 *
 * An old server answers 404 to the new way, as a proxy does whose server has stopped. So the old way is tried once
 * after a 404 for as long as the new one has never worked here, and kept once it has worked.
 */
export class JoinMode {
  #proven: 'single' | 'dual' | undefined

  get isSinglePeerConnection(): boolean {
    return this.#proven !== 'dual'
  }

  worked(isSinglePeerConnection: boolean): void {
    this.#proven = isSinglePeerConnection ? 'single' : 'dual'
  }

  shouldTryOldWay(error: WallError): boolean {
    return error.exact?.code === 'media_unknown_way' && this.#proven === undefined
  }
}
