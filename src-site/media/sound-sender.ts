import { randomInt } from 'node:crypto'
import { RtpHeader } from 'werift'
import type { RtpWay } from './layer-sender.ts'
import { soundPacketsPerSecond } from './sound.ts'

/** Of Opus, always. */
const ticksPerPacket = 48_000 / soundPacketsPerSecond

export interface SoundSenderOptions {
  readonly ssrc: number
  readonly payloadType: number
  readonly extensions: readonly { readonly id: number; readonly payload: Buffer }[]
  readonly way: Pick<RtpWay, 'protect' | 'send'>
}

export class SoundSender {
  readonly #options: SoundSenderOptions
  readonly #firstTick = randomInt(2 ** 32)
  #sequence = randomInt(2 ** 15)

  constructor(options: SoundSenderOptions) {
    this.#options = options
  }

  /** `at` counts packets since the epoch: what is left out is a silence of its length. */
  send(packet: Buffer, at: number): void {
    const { ssrc, payloadType, extensions, way } = this.#options
    const header = new RtpHeader({
      payloadType,
      sequenceNumber: this.#sequence,
      timestamp: (this.#firstTick + at * ticksPerPacket) % 2 ** 32,
      ssrc,
      marker: false,
      extension: extensions.length > 0,
      extensions: [...extensions],
    })
    this.#sequence = (this.#sequence + 1) % 2 ** 16
    way.send(way.protect(packet, header))
  }
}
