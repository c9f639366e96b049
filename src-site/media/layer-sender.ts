import { randomInt } from 'node:crypto'
import {
  RtcpSenderInfo,
  RtcpSourceDescriptionPacket,
  RtcpSrPacket,
  RtpHeader,
  SourceDescriptionChunk,
  SourceDescriptionItem,
  type RtcpPacket,
} from 'werift'
import type { AccessUnit } from './annexb.ts'
import { ntpTime, RtpClock, rtpPayloads } from './rtp-payload.ts'

export interface LayerStats {
  readonly sending: boolean
  readonly retransmitted: number
}

/** What the sender needs of the encrypted connection. */
export interface RtpWay {
  protect(payload: Buffer, header: RtpHeader): Buffer
  send(packet: Buffer): void
  sendReport(packets: RtcpPacket[]): void
}

export interface LayerSenderOptions {
  readonly ssrc: number
  readonly payloadType: number
  readonly cname: string
  readonly extensions: readonly { readonly id: number; readonly payload: Buffer }[]
  readonly maxPayloadBytes: number
  readonly historyPackets: number
  readonly way: RtpWay
}

/**
 * One RTP stream: numbers and protects packets, keeps them for retransmission, reports.
 * A stream that was off goes on with a key frame only, so what leaves is decodable without a gap.
 */
export class LayerSender {
  readonly ssrc: number
  readonly #options: LayerSenderOptions
  readonly #clock: RtpClock
  /** Encrypted packets by sequence number: sending the very bytes again keeps the SRTP roll-over counter out of it. */
  readonly #history: ({ sequence: number; packet: Buffer } | undefined)[]
  #sequence: number
  #enabled = true
  #needsKeyFrame = true
  #packets = 0
  #payloadBytes = 0
  #retransmitted = 0

  constructor(options: LayerSenderOptions) {
    this.ssrc = options.ssrc
    this.#options = options
    this.#history = Array.from({ length: options.historyPackets }, () => undefined)
    // RFC 3711 §3.3.1: in the lower half, so that the receiver cannot mistake an early loss for a roll-over.
    this.#sequence = randomInt(2 ** 15)
    this.#clock = new RtpClock(randomInt(2 ** 32))
  }

  get enabled(): boolean {
    return this.#enabled
  }

  get needsKeyFrame(): boolean {
    return this.#needsKeyFrame
  }

  setEnabled(enabled: boolean): void {
    this.#enabled = enabled
    if (!enabled) this.#needsKeyFrame = true
  }

  /** Sends one picture, unless the stream is off or waits for a key frame. */
  send(unit: AccessUnit, capturedAtMs: number): void {
    if (!this.#enabled || (this.#needsKeyFrame && !unit.isKeyFrame)) return
    this.#needsKeyFrame = false
    const { extensions, maxPayloadBytes, payloadType, ssrc, way } = this.#options
    const timestamp = this.#clock.take(capturedAtMs)
    const payloads = rtpPayloads(unit.nals, maxPayloadBytes)
    for (const [at, payload] of payloads.entries()) {
      const sequence = this.#sequence
      const header = new RtpHeader({
        payloadType,
        sequenceNumber: sequence,
        timestamp,
        ssrc,
        marker: at === payloads.length - 1,
        extension: extensions.length > 0,
        extensions: [...extensions],
      })
      const packet = way.protect(payload, header)
      this.#history[sequence % this.#history.length] = { sequence, packet }
      this.#sequence = (sequence + 1) % 2 ** 16
      this.#packets++
      this.#payloadBytes += payload.length
      way.send(packet)
    }
  }

  /** Answers a NACK with what is still there. */
  retransmit(sequences: readonly number[]): void {
    for (const sequence of sequences) {
      const kept = this.#history[sequence % this.#history.length]
      if (kept?.sequence !== sequence) continue
      this.#retransmitted++
      this.#options.way.send(kept.packet)
    }
  }

  /** Ties the stream's timestamps to the wall clock (RFC 3550 §6.4.1). */
  report(nowMs: number): void {
    if (!this.#enabled || this.#packets === 0) return
    const { ssrc, cname, way } = this.#options
    way.sendReport([
      new RtcpSrPacket({
        ssrc,
        senderInfo: new RtcpSenderInfo({
          ntpTimestamp: ntpTime(nowMs),
          rtpTimestamp: this.#clock.at(nowMs),
          packetCount: this.#packets % 2 ** 32,
          octetCount: this.#payloadBytes % 2 ** 32,
        }),
      }),
      new RtcpSourceDescriptionPacket({
        chunks: [
          new SourceDescriptionChunk({
            source: ssrc,
            items: [new SourceDescriptionItem({ type: 1, text: cname })],
          }),
        ],
      }),
    ])
  }

  stats(): LayerStats {
    return { sending: this.#enabled && !this.#needsKeyFrame, retransmitted: this.#retransmitted }
  }
}
