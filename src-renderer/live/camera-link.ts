import {
  DisconnectReason,
  type RemoteTrack,
  type RemoteTrackPublication,
  RoomEvent,
  SubscriptionError,
  Track,
  type TrackPublication,
  VideoQuality,
} from 'livekit-client'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { LiveDefaults } from './defaults.ts'
import { iceServersUpTo } from './ice-servers.ts'
import { chooseLayer, type OfferedLayer } from './layer-policy.ts'
import { PLACEHOLDER_TICKET, type RelayExchange } from './relay-exchange.ts'
import type { PooledRoom, RoomPool } from './room-pool.ts'
import {
  configureConnections,
  cleanFailedEngine,
  closeForGood,
  engineOf,
  offerForNews,
  offerOnce,
  offerOneCamera,
  onMediaTrack,
  quietRoom,
  setSinglePeerConnection,
  trackSidOf,
  withoutNetworkListener,
} from './sdk-internals.ts'
import { chooseTracks } from './track-choice.ts'
import { t } from '../language/language.ts'

/** A camera's picture as it arrives. */
export interface LinkMedia {
  readonly track: MediaStreamTrack
  readonly receiver: RTCRtpReceiver
}

/** What a tile needs of its camera. Sizes are device pixels. */
export interface LinkWish {
  readonly isEnabled: boolean
  /** The operator listens to it: its sound is received, too. */
  readonly isAudible: boolean
  readonly widthPx: number
  readonly heightPx: number
}

export interface LinkEvents {
  /** The camera's picture has come, or has gone. */
  onMedia(media: LinkMedia | undefined): void
  /** The camera publishes, or has stopped; `why` where somebody says so. */
  onPublished(isPublished: boolean, why?: WallError): void
  /** The media server has answered; the peer connection is still to come. */
  onReached(): void
  /** The signalling or the peer connection broke. Pictures may still be coming: the owner decides. */
  onWounded(): void
  /** The media server has ended this session. */
  onEnded(error: WallError): void
}

export interface CameraLinkOptions {
  readonly exchange: RelayExchange
  readonly rooms: RoomPool
  readonly defaults: LiveDefaults
}

const qualities = { low: VideoQuality.LOW, medium: VideoQuality.MEDIUM, high: VideoQuality.HIGH } as const
const qualityNames: readonly (OfferedLayer['quality'] | undefined)[] = ['low', 'medium', 'high']

/** A link as its supervisor uses it. */
export type LinkPort = Pick<CameraLink, 'dial' | 'apply' | 'dispose' | 'layer' | 'sound'>

/** One session with one camera's room: dialled once, used, disposed. A lost one is replaced, never repaired. */
export class CameraLink {
  readonly cameraId: string
  readonly #options: CameraLinkOptions
  readonly #events: LinkEvents
  readonly #pooled: PooledRoom
  #failure: WallError | undefined
  #publication: RemoteTrackPublication | undefined
  #soundPublication: RemoteTrackPublication | undefined
  /** By the platform's id of the track: a camera may publish several, and more come in whatever order. */
  readonly #received = new Map<string, LinkMedia>()
  /** Tracks of a codec that this computer cannot decode. */
  readonly #undecodable = new Set<string>()
  /** Last reported by `onPublished`. */
  #isPublished = false
  #why: WallError['code'] | undefined
  /** Last reported by `onMedia`. */
  #media: LinkMedia | undefined
  #wish: LinkWish = { isEnabled: true, isAudible: false, widthPx: 0, heightPx: 0 }
  #quality: OfferedLayer['quality'] | undefined
  #dialling: Promise<unknown> = Promise.resolve()
  #isJoined = false
  /** The session was over before it was joined. */
  #ended: WallError | undefined
  #isDisposed = false

  constructor(cameraId: string, options: CameraLinkOptions, events: LinkEvents) {
    this.cameraId = cameraId
    this.#options = options
    this.#events = events
    this.#pooled = options.rooms.acquire()
  }

  /** Layer that is received: `only` where the camera sends one. */
  get layer(): OfferedLayer['quality'] | 'only' {
    return this.#quality ?? 'only'
  }

  /** `none`: the camera publishes a picture and no sound. Undefined: nothing yet. */
  get sound(): MediaStreamTrack | 'none' | undefined {
    if (this.#soundPublication) return this.#soundPublication.track?.mediaStreamTrack
    return this.#publication === undefined ? undefined : 'none'
  }

  /** Joins. Media may come before this ends. After a failure the link is of no more use. */
  dial(options: { isSinglePeerConnection: boolean }): Promise<Result<undefined, WallError>> {
    const dialled = this.#connect(options)
    this.#dialling = dialled
    return dialled
  }

  apply(wish: LinkWish): void {
    this.#wish = wish
    this.#applyWish()
  }

  /** Leaves the room. This link emits nothing more. */
  async dispose(): Promise<void> {
    if (this.#isDisposed) return
    this.#isDisposed = true
    this.#received.clear()
    this.#media = undefined
    const { room } = this.#pooled
    await room.disconnect()
    // A connect that had not begun to be abortable ends first, and is undone then.
    await this.#dialling
    await room.disconnect()
    this.#options.rooms.release(this.#pooled)
  }

  async #connect(options: { isSinglePeerConnection: boolean }): Promise<Result<undefined, WallError>> {
    const { room } = this.#pooled
    const { link } = this.#options.defaults
    const address = this.#options.exchange.address(this.cameraId, (error) => {
      this.#failure ??= error
    })
    setSinglePeerConnection(room, options.isSinglePeerConnection)
    const engine = engineOf(room)
    let hasFailed = false
    closeForGood(engine, () => hasFailed || this.#isDisposed)
    withoutNetworkListener(engine)
    if (options.isSinglePeerConnection) {
      offerOneCamera(engine)
      offerOnce(engine)
      offerForNews(engine, room)
    }
    configureConnections(engine, iceServersUpTo(link.mostIceServers))
    onMediaTrack(engine, (track, stream, receiver) => {
      this.#onTrack(trackSidOf(engine, track, stream, receiver), { track, receiver })
    })
    this.#pooled.onWounded = () => this.#events.onWounded()
    room
      .on(RoomEvent.SignalConnected, () => {
        if (!this.#isDisposed) this.#events.onReached()
        // Nothing will come, and the SDK would wait for it.
        if (!this.#mayWatch) {
          this.#failure = wallError('not_allowed', t('live.mayNotSubscribe'))
          void room.disconnect()
        }
        this.#readPublications()
      })
      .on(RoomEvent.ParticipantPermissionsChanged, () => this.#readPublications())
      .on(RoomEvent.TrackPublished, () => this.#readPublications())
      .on(RoomEvent.TrackUnpublished, () => this.#readPublications())
      .on(RoomEvent.TrackMuted, () => this.#readPublications())
      .on(RoomEvent.TrackUnmuted, () => this.#readPublications())
      .on(RoomEvent.ParticipantDisconnected, () => this.#readPublications())
      .on(RoomEvent.TrackSubscribed, (track) => {
        // The SDK would ask each track for statistics every two seconds.
        track.stopMonitor()
        this.#readPublications()
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => this.#onUnsubscribed(track))
      .on(RoomEvent.TrackSubscriptionFailed, (sid, publisher, reason) => {
        const isPicture = publisher.getTrackPublicationBySid(sid)?.kind === Track.Kind.Video
        if (isPicture && reason === SubscriptionError.SE_CODEC_UNSUPPORTED) this.#onUndecodable(sid)
      })
      .on(RoomEvent.Disconnected, (reason) => this.#onDisconnected(reason))
    try {
      await room.connect(address.url, PLACEHOLDER_TICKET, {
        autoSubscribe: true,
        maxRetries: 1,
        websocketTimeout: link.websocketTimeoutMs,
        peerConnectionTimeout: link.peerConnectionTimeoutMs,
      })
      if (this.#ended !== undefined) return fail(this.#ended)
      quietRoom(room)
      if (this.#hasUndecodableOnly) return fail(undecodable(this.#options.defaults))
      this.#isJoined = true
      return ok(undefined)
    } catch (cause) {
      hasFailed = true
      await cleanFailedEngine(engine)
      return fail(this.#failure ?? joinFailure(cause))
    } finally {
      address.release()
    }
  }

  #onTrack(sid: string, media: LinkMedia): void {
    if (this.#isDisposed || media.track.kind !== 'video') return
    this.#received.set(sid, media)
    this.#publishMedia()
  }

  #onUnsubscribed(track: RemoteTrack): void {
    if (this.#isDisposed) return
    for (const [sid, media] of this.#received) {
      if (media.track === track.mediaStreamTrack) this.#received.delete(sid)
    }
    this.#publishMedia()
  }

  #onUndecodable(sid: string): void {
    this.#undecodable.add(sid)
    this.#readPublications()
    if (!this.#isDisposed && this.#isJoined && this.#hasUndecodableOnly)
      this.#events.onEnded(undecodable(this.#options.defaults))
  }

  get #hasUndecodableOnly(): boolean {
    return this.#publication === undefined && this.#undecodable.size > 0
  }

  /** Without a publication a receiver yields black, and a track may be announced after the camera has left. */
  #publishMedia(): void {
    const sid = this.#isPublished ? this.#publication?.trackSid : undefined
    const media = sid === undefined ? undefined : this.#received.get(sid)
    if (media === this.#media) return
    this.#media = media
    this.#events.onMedia(media)
  }

  #onDisconnected(reason: DisconnectReason | undefined): void {
    if (this.#isDisposed) return
    const isRemoved = reason === DisconnectReason.PARTICIPANT_REMOVED
    const error = isRemoved
      ? wallError('not_allowed', exactMessage('live_withdrawn'))
      : wallError('media_unreachable', t('live.endedByServer'))
    if (this.#isJoined) return this.#events.onEnded(error)
    // A connect that has failed says so, too, and one whose pictures come already: its answer is the failure.
    this.#ended = error
    if (isRemoved) this.#failure ??= error
  }

  /** The platform may change its mind at any time. */
  get #mayWatch(): boolean {
    return this.#pooled.room.localParticipant.permissions?.canSubscribe !== false
  }

  #readPublications(): void {
    if (this.#isDisposed) return
    const { video, sound, all } = chooseTracks(
      this.#pooled.room.remoteParticipants.values(),
      this.#undecodable,
    )
    for (const publication of all) {
      // Costs nothing and needs no new negotiation.
      if (publication !== video && publication !== sound) publication.setEnabled(false)
    }
    this.#soundPublication = sound
    if (this.#publication !== undefined && video === undefined) this.#received.clear()
    if (video !== this.#publication) {
      this.#publication = video
      this.#quality = undefined
    }
    this.#applyWish()
    const muted = video?.isMuted === true ? wallError('camera_muted') : undefined
    const why = this.#mayWatch ? muted : wallError('not_allowed', exactMessage('live_withdrawn'))
    const isPublished = video !== undefined && why === undefined
    const isNews = isPublished !== this.#isPublished || why?.code !== this.#why
    this.#isPublished = isPublished
    this.#why = why?.code
    this.#publishMedia()
    if (isNews) this.#events.onPublished(isPublished, why)
  }

  #applyWish(): void {
    const publication = this.#publication
    if (this.#isDisposed) return
    // Disabled unless the operator listens: a disabled track is not sent.
    const sound = this.#soundPublication
    if (sound && sound.isEnabled !== this.#wish.isAudible) sound.setEnabled(this.#wish.isAudible)
    if (!publication) return
    const chosen = chooseLayer(layersOf(publication), this.#wish, this.#quality, this.#options.defaults.layer)
    this.#quality = chosen
    if (chosen) publication.setVideoQuality(qualities[chosen])
    // Enabled is how a publication begins: saying so would be a message for nothing.
    if (publication.isEnabled !== this.#wish.isEnabled) publication.setEnabled(this.#wish.isEnabled)
  }
}

function layersOf(publication: TrackPublication): OfferedLayer[] {
  const layers = publication.trackInfo?.layers ?? []
  return layers.flatMap(({ quality, width, height }) => {
    const name = qualityNames[quality]
    return name && width > 0 ? [{ quality: name, widthPx: width, heightPx: height }] : []
  })
}

/** Somebody has to act first: another try is as rare as after a refusal. */
function undecodable({ supervisor }: LiveDefaults): WallError {
  return wallError('bad_answer', t('live.undecodable'), supervisor.permanentRetryMs)
}

/** For errors that the SDK throws: the media server was called. */
export function joinFailure(cause: unknown): WallError {
  return cause instanceof Error && /timed out|timeout/i.test(cause.message)
    ? wallError('timeout', exactMessage('media_slow'))
    : wallError('media_unreachable')
}
