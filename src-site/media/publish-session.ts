import { randomInt } from 'node:crypto'
import {
  AddTrackRequest,
  SimulcastCodec,
  type SubscribedQualityUpdate,
  TrackSource,
  TrackType,
  VideoLayer,
} from '@livekit/protocol'
import { type RtcpPacket, type RTCRtpTransceiver, RTP_EXTENSION_URI } from 'werift'
import { fail, ok, type Result } from '#contract/result.ts'
import { messageOf } from '#contract/thrown.ts'
import { layerQuality } from './layer-quality.ts'
import { LayerSender, type RtpWay } from './layer-sender.ts'
import { mediaDefaults } from './media-defaults.ts'
import { type MediaError, mediaError } from './media-errors.ts'
import { createPublisherPeer, type PublisherPeer } from './publisher-peer.ts'
import { feedbackOf } from './rtcp-feedback.ts'
import { type CandidateInit, SignalClient } from './signal-client.ts'
import { SoundSender } from './sound-sender.ts'
import type { LayerInfo } from './source.ts'

const limits = mediaDefaults.publisher

export interface PublishSessionOptions {
  readonly url: string
  readonly token: string
  readonly name: string
  readonly layers: readonly LayerInfo[]
  readonly hasSound: boolean
  readonly onKeyFrameWanted: (layer: number) => void
  /** Once, after `open` succeeded: the session is dead and must be disposed. */
  readonly onLost: (error: MediaError) => void
}

/** One connection of a camera to its room, from the handshake to its end. Never repairs itself. */
export class PublishSession {
  readonly #options: PublishSessionOptions
  readonly #signal: SignalClient
  readonly #peer: PublisherPeer
  readonly #ended = Promise.withResolvers<MediaError>()
  readonly #answer = Promise.withResolvers<string>()
  #candidates: CandidateInit[] | undefined = []
  #open = false
  #senders: readonly LayerSender[] = []
  #soundSender: SoundSender | undefined
  #watched: readonly boolean[] | undefined

  constructor(options: PublishSessionOptions) {
    this.#options = options
    this.#peer = createPublisherPeer(options.layers.length, options.hasSound)
    this.#signal = new SignalClient(options.url, options.token, {
      onAnswer: (sdp) => this.#answer.resolve(sdp),
      onCandidate: (candidate) => this.#takeCandidate(candidate),
      onQualities: (update) => {
        const watched = watchedLayers(update, options.layers.length)
        if (watched !== undefined) this.#applyWatched(watched)
      },
      onLost: (error) => this.#end(error),
    })
  }

  /** Empty until the session is open. Smallest layer first. */
  get senders(): readonly LayerSender[] {
    return this.#senders
  }

  /** Undefined until the session is open, and of a camera without sound. */
  get soundSender(): SoundSender | undefined {
    return this.#soundSender
  }

  async open(): Promise<Result<void, MediaError>> {
    const late = mediaError('publish_timeout', 'The connection for the pictures was not ready in time.')
    const timer = setTimeout(() => this.#end(late), limits.peerTimeoutMs)
    try {
      return await Promise.race([this.#connect(), this.#ended.promise.then((error) => fail(error))])
    } catch (cause) {
      // What the library throws here comes from the other side's SDP, not from a fault of ours.
      const why = messageOf(cause)
      return fail(mediaError('publish_refused', `The media server's answer was not understood: ${why}.`))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Leaves the room and frees the sockets. */
  async dispose(): Promise<void> {
    this.#open = false
    this.#end(mediaError('cancelled', 'The camera was stopped.'))
    this.#senders = []
    this.#soundSender = undefined
    this.#signal.dispose()
    await this.#peer.connection.close()
  }

  #end(error: MediaError): void {
    this.#ended.resolve(error)
    if (this.#open) this.#options.onLost(error)
    this.#open = false
  }

  async #connect(): Promise<Result<void, MediaError>> {
    const joined = await this.#signal.join()
    if (!joined.ok) return joined
    const added = await this.#signal.addTrack(this.#trackRequest())
    if (!added.ok) return added
    const { sound } = this.#peer
    const soundAdded = sound && (await this.#signal.addTrack(soundRequest(sound.sender.trackId)))
    if (soundAdded?.ok === false) return soundAdded
    await this.#negotiate()
    await this.#connected()
    this.#senders = this.#createSenders()
    this.#soundSender = sound && createSoundSender(sound)
    if (this.#watched !== undefined) this.#applyWatched(this.#watched)
    this.#open = true
    return ok(undefined)
  }

  #trackRequest(): AddTrackRequest {
    const cid = this.#peer.transceiver.sender.trackId
    const { layers } = this.#options
    const described = layers.map(
      ({ widthPx, heightPx, bitsPerSecond }, at) =>
        new VideoLayer({
          quality: layerQuality(at, layers.length),
          width: widthPx,
          height: heightPx,
          bitrate: bitsPerSecond,
        }),
    )
    const largest = layers.at(-1)
    return new AddTrackRequest({
      cid,
      name: this.#options.name,
      type: TrackType.VIDEO,
      source: TrackSource.CAMERA,
      width: largest?.widthPx ?? 0,
      height: largest?.heightPx ?? 0,
      layers: described,
      simulcastCodecs: [new SimulcastCodec({ codec: 'h264', cid, layers: described })],
    })
  }

  async #negotiate(): Promise<void> {
    const { connection } = this.#peer
    connection.onIceCandidate.subscribe((candidate) => {
      if (candidate !== undefined)
        this.#signal.candidate({ candidate: candidate.candidate, sdpMid: '0', sdpMLineIndex: 0 })
    })
    const offer = await connection.createOffer()
    const gathered = connection.setLocalDescription(offer)
    this.#signal.offer(offer.sdp)
    const sdp = await this.#answer.promise
    await gathered
    await connection.setRemoteDescription({ type: 'answer', sdp })
    const early = this.#candidates ?? []
    this.#candidates = undefined
    for (const candidate of early) await connection.addIceCandidate(candidate)
  }

  #connected(): Promise<void> {
    const { connection } = this.#peer
    return new Promise((resolve) => {
      const look = (): void => {
        const state = connection.connectionState
        if (state === 'connected') resolve()
        if (state === 'failed' || state === 'closed') {
          this.#end(mediaError('media_unreachable', 'The connection for the pictures broke.'))
        }
      }
      connection.connectionStateChange.subscribe(look)
      look()
    })
  }

  #createSenders(): LayerSender[] {
    const { connection, transceiver, streamNames } = this.#peer
    const { dtlsTransport, sender, mid } = transceiver
    const idOf = (uri: string): number | undefined =>
      transceiver.headerExtensions.find((extension) => extension.uri === uri)?.id
    const midId = idOf(RTP_EXTENSION_URI.sdesMid)
    const nameId = idOf(RTP_EXTENSION_URI.sdesRTPStreamID)
    const way = wayOf(dtlsTransport)
    const senders = this.#options.layers.map((_, at) => {
      const name = streamNames[at]
      const extensions: { id: number; payload: Buffer }[] = []
      if (midId !== undefined) extensions.push({ id: midId, payload: Buffer.from(mid ?? '0') })
      if (nameId !== undefined && name !== undefined)
        extensions.push({ id: nameId, payload: Buffer.from(name) })
      return new LayerSender({
        // The library can announce one stream only; the others are recognised by their names.
        ssrc: name === undefined ? sender.ssrc : randomInt(1, 2 ** 32),
        payloadType: sender.codec?.payloadType ?? 0,
        cname: connection.cname,
        extensions,
        maxPayloadBytes: limits.maxPayloadBytes,
        historyPackets: limits.historyPackets,
        way,
      })
    })
    dtlsTransport.onRtcp.subscribe((packet) => this.#takeFeedback(packet))
    return senders
  }

  #takeFeedback(packet: RtcpPacket): void {
    for (const feedback of feedbackOf(packet)) {
      const layer = this.#senders.findIndex(({ ssrc }) => ssrc === feedback.ssrc)
      const sender = this.#senders[layer]
      if (sender === undefined) continue
      if (feedback.kind === 'lost') sender.retransmit(feedback.sequences)
      else this.#options.onKeyFrameWanted(layer)
    }
  }

  #takeCandidate(candidate: CandidateInit): void {
    if (this.#candidates !== undefined) this.#candidates.push(candidate)
    else ignoreLoss(this.#peer.connection.addIceCandidate(candidate))
  }

  #applyWatched(watched: readonly boolean[]): void {
    this.#watched = watched
    for (const [layer, sender] of this.#senders.entries()) {
      const wanted = watched[layer] ?? false
      if (wanted === sender.enabled) continue
      sender.setEnabled(wanted)
      if (wanted) this.#options.onKeyFrameWanted(layer)
    }
  }
}

function wayOf(dtlsTransport: RTCRtpTransceiver['dtlsTransport']): RtpWay {
  return {
    protect: (payload, header) => dtlsTransport.srtp.encrypt(payload, header),
    send: (packet) => ignoreLoss(dtlsTransport.iceTransport.connection.send(packet)),
    sendReport: (packets: RtcpPacket[]) => ignoreLoss(dtlsTransport.sendRtcp(packets)),
  }
}

function soundRequest(cid: string): AddTrackRequest {
  return new AddTrackRequest({
    cid,
    name: 'sound',
    type: TrackType.AUDIO,
    source: TrackSource.MICROPHONE,
    disableRed: true,
  })
}

function createSoundSender({ sender, dtlsTransport, headerExtensions, mid }: RTCRtpTransceiver): SoundSender {
  const midId = headerExtensions.find(({ uri }) => uri === RTP_EXTENSION_URI.sdesMid)?.id
  return new SoundSender({
    ssrc: sender.ssrc,
    payloadType: sender.codec?.payloadType ?? 0,
    extensions: midId === undefined ? [] : [{ id: midId, payload: Buffer.from(mid ?? '1') }],
    way: wayOf(dtlsTransport),
  })
}

/** A packet that cannot be sent is a lost packet: the connection's state tells when it matters. */
function ignoreLoss(sent: Promise<unknown>): void {
  sent.catch(() => undefined)
}

const codecName = 'h264'

/**
 * Which layers anybody watches, from LiveKit's update (dynacast): one boolean a layer, smallest first.
 * Undefined where the update says nothing about our codec.
 */
export function watchedLayers(update: SubscribedQualityUpdate, layerCount: number): boolean[] | undefined {
  const codec = update.subscribedCodecs.find(({ codec }) => codec.toLowerCase().endsWith(codecName))
  const qualities = codec?.qualities ?? []
  if (qualities.length === 0) return undefined
  if (layerCount === 1) return [qualities.some(({ enabled }) => enabled)]
  return Array.from({ length: layerCount }, (_, layer) =>
    qualities.some(({ quality, enabled }) => enabled && quality === layerQuality(layer, layerCount)),
  )
}
