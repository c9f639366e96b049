import {
  MediaStream,
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  type RTCRtpTransceiver,
  RTP_EXTENSION_URI,
} from 'werift'
import { streamNames } from './layer-quality.ts'

/** The media server runs on this machine; its pictures never need another interface. */
const loopback = '127.0.0.1'

export interface PublisherPeer {
  readonly connection: RTCPeerConnection
  readonly transceiver: RTCRtpTransceiver
  /** One for each layer, smallest first; undefined without simulcast. */
  readonly streamNames: readonly (string | undefined)[]
  /** Of a camera that has sound. */
  readonly sound: RTCRtpTransceiver | undefined
}

/** A peer connection that sends one H.264 picture in `layerCount` encodings, and sound where there is any, to loopback alone. */
export function createPublisherPeer(layerCount: number, hasSound: boolean): PublisherPeer {
  const simulcast = layerCount > 1
  const names = simulcast ? streamNames.slice(0, layerCount) : []
  const extensionUris = [RTP_EXTENSION_URI.sdesMid, ...(simulcast ? [RTP_EXTENSION_URI.sdesRTPStreamID] : [])]
  const connection = new RTCPeerConnection({
    iceServers: [],
    // Neither family: the library then gathers the additional addresses and no interface of the machine.
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [loopback],
    iceInterfaceAddresses: { udp4: loopback },
    bundlePolicy: 'max-bundle',
    codecs: { video: [h264()], audio: [opus()] },
    headerExtensions: { video: extensionUris.map((uri) => new RTCRtpHeaderExtensionParameters({ uri })) },
  })
  // The library writes an msid only for a real track in a real stream, and LiveKit finds the track by it.
  const track = new MediaStreamTrack({ kind: 'video' })
  const transceiver = connection.addTransceiver(track, {
    direction: 'sendonly',
    streams: [new MediaStream([track])],
    ...(simulcast ? { simulcast: names.map((rid) => ({ rid, direction: 'send' as const })) } : {}),
  })
  const soundTrack = new MediaStreamTrack({ kind: 'audio' })
  const sound = hasSound
    ? connection.addTransceiver(soundTrack, {
        direction: 'sendonly',
        streams: [new MediaStream([soundTrack])],
      })
    : undefined
  clearPublicStun(connection)
  return { connection, transceiver, streamNames: simulcast ? names : [undefined], sound }
}

/** Without ICE servers the library falls back to a public STUN server of its own choice. */
function clearPublicStun(connection: RTCPeerConnection): void {
  for (const transport of connection.iceTransports) {
    const agent: { stunServer?: unknown } = transport.connection
    agent.stunServer = undefined
  }
}

function h264(): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    payloadType: 102,
    rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'ccm', parameter: 'fir' }],
    // Constrained baseline: plain baseline (42001f) is leaving LiveKit's default codecs.
    parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  })
}

function opus(): RTCRtpCodecParameters {
  return new RTCRtpCodecParameters({
    mimeType: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
    payloadType: 111,
  })
}
