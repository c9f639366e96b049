import {
  GenericNack,
  PictureLossIndication,
  type RtcpPacket,
  RtcpPayloadSpecificFeedback,
  RtcpTransportLayerFeedback,
} from 'werift'

export type Feedback =
  | { readonly kind: 'key-frame'; readonly ssrc: number }
  | { readonly kind: 'lost'; readonly ssrc: number; readonly sequences: readonly number[] }

/** What a receiver asks for, read from one RTCP packet: PLI and FIR ask for a key frame, NACK for packets. */
export function feedbackOf(packet: RtcpPacket): Feedback[] {
  if (packet instanceof RtcpPayloadSpecificFeedback) {
    const { feedback } = packet
    if (feedback instanceof PictureLossIndication) return [{ kind: 'key-frame', ssrc: feedback.mediaSsrc }]
    // The library does not export the class of a FIR.
    if ('fir' in feedback) {
      return feedback.fir.map(({ ssrc }) => ({ kind: 'key-frame', ssrc }))
    }
  }
  if (packet instanceof RtcpTransportLayerFeedback && packet.feedback instanceof GenericNack) {
    return [{ kind: 'lost', ssrc: packet.feedback.mediaSourceSsrc, sequences: packet.feedback.lost }]
  }
  return []
}
