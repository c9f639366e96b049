import { LogLevel, Room, setLogLevel } from 'livekit-client'

/**
 * Everything that the wall does to private parts of livekit-client 2.23.0, in one place.
 * `test/e2e/live` fails when a new version of the SDK has moved one of them.
 */

interface EnginePrivate {
  applyInitialPublisherLayout(): void
  makeRTCConfiguration(response?: object): RTCConfiguration
  addMediaSections(audios: number, videos: number): void
  negotiate(): Promise<void>
  cleanupPeerConnections(): Promise<void>
  cleanupLossyDataStats(): void
  registerOnLineListener: () => void
  getTrackIdForReceiver(receiver: RTCRtpReceiver): string | undefined
  on(event: 'mediaTrackAdded', listener: MediaTrackListener): void
  on(
    event: 'transportsCreated',
    listener: (publisher: TransportPrivate, subscriber: TransportPrivate | undefined) => void,
  ): void
  client: { close(updateState: boolean, reason: string): Promise<void> }
}
interface TransportPrivate {
  readonly latestOfferId: number
  readonly latestAcknowledgedOfferId: number
  getRemoteDescription(): RTCSessionDescription | null | undefined
  on(event: 'offerAnswered', listener: () => void): void
  getConnectionState(): RTCPeerConnectionState
  close: () => void
  createPC(): RTCPeerConnection
}
interface RoomPrivate {
  acquireAudioContext(): Promise<void>
  engine: EnginePrivate | undefined
  maybeCreateEngine(): void
  setStatsLogging(enabled: boolean): void
  options: { singlePeerConnection: boolean }
}
type MediaTrackListener = (track: MediaStreamTrack, stream: MediaStream, receiver: RTCRtpReceiver) => void

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- private members, checked by a test
const inside = (room: Room): RoomPrivate => room as unknown as RoomPrivate

/**
 * Rooms are never collected while the registry exists: its clean-up closure shares a scope with the Room
 * (client-sdk-js#2008). The log is ours to write; the SDK's default would collect statistics for it.
 */
export function prepareSdk(): void {
  Object.assign(Room, { cleanupRegistry: false })
  setLogLevel(LogLevel.silent)
}

/** One connection for both directions, or (before LiveKit 1.9.2) one for each. For the next connect. */
export function setSinglePeerConnection(room: Room, isSingle: boolean): void {
  inside(room).options.singlePeerConnection = isSingle
}

/** The engine of the next connect; a Room that was disconnected gets a new one. */
export function engineOf(room: Room): EnginePrivate {
  inside(room).maybeCreateEngine()
  const engine = inside(room).engine
  if (!engine) throw new Error('livekit-client: a Room without an engine')
  return engine
}

/**
 * Offers one section for the camera's picture and one for its sound. The SDK offers three of each and three
 * data channels, which a viewer of one camera never uses and which are half of the work of a connect. The
 * server asks for more when it needs more.
 */
export function offerOneCamera(engine: EnginePrivate): void {
  engine.applyInitialPublisherLayout = () => engine.addMediaSections(1, 1)
}

/**
 * A connection whose offer went with the join is being made. The SDK takes it for one that has not begun and offers once
 * more as soon as it is answered: a third of all offers, each of which costs browser and server what the first one did.
 */
export function offerOnce(engine: EnginePrivate): void {
  engine.on('transportsCreated', (publisher) => {
    const stateOf = publisher.getConnectionState.bind(publisher)
    publisher.getConnectionState = () => {
      const state = stateOf()
      return state === 'new' && publisher.latestOfferId > 0 ? 'connecting' : state
    }
  })
}

/**
 * A server that has given the connection a track asks for another offer, also when the track is in its last answer
 * already: half of all offers. Such a request is followed where that answer and the room name other tracks, and where it
 * is not the first such: a track that is taken away and given back, as watching is, has the same name.
 */
export function offerForNews(engine: EnginePrivate, room: Room): void {
  const add = engine.addMediaSections.bind(engine)
  const offer = engine.negotiate.bind(engine)
  let publisher: TransportPrivate | undefined
  let needsSections = false
  let isAsked = false
  /** One request has been left alone already. */
  let isSpared = false
  const look = async () => {
    if (!isAsked || !publisher || publisher.latestAcknowledgedOfferId < publisher.latestOfferId) return
    isAsked = false
    const answer = publisher.getRemoteDescription()?.sdp ?? ''
    const answered = new Set([...answer.matchAll(/^a=msid:\S+\|(TR\S+)/gm)].map(([, sid]) => sid))
    const named = [...room.remoteParticipants.values()].flatMap((one) => [...one.trackPublications.keys()])
    const isNews = named.length !== answered.size || named.some((sid) => !answered.has(sid))
    if (isNews || isSpared) return offer()
    isSpared = true
  }
  engine.on('transportsCreated', (created) => {
    publisher = created
    isSpared = false
    // A failed offer is the engine's to tell.
    created.on('offerAnswered', () => void look().catch(() => undefined))
  })
  engine.addMediaSections = (audios, videos) => {
    needsSections = audios + videos > 0
    add(audios, videos)
  }
  engine.negotiate = () => {
    if (needsSections) return offer()
    isAsked = true
    return look()
  }
}

/**
 * Chooses among the STUN and TURN servers that the media server names when it is joined, and one transport for all media
 * from the first candidate on. The browser's own policy makes a transport a section and drops all but one at the answer;
 * Chromium never frees the ICE transport of those, and gathers candidates for each.
 */
export function configureConnections(
  engine: EnginePrivate,
  chooseIceServers: (named: readonly RTCIceServer[]) => RTCIceServer[],
): void {
  const make = engine.makeRTCConfiguration.bind(engine)
  engine.makeRTCConfiguration = (response) => {
    const configuration = make(response)
    const iceServers = chooseIceServers(configuration.iceServers ?? [])
    return { ...configuration, bundlePolicy: 'max-bundle', iceServers }
  }
}

/**
 * A Room makes or wakes an audio context at each connect, which starts the browser's audio service and holds up the page
 * meanwhile. The wall plays what it plays by elements of its own.
 */
export function withoutAudioContext(room: Room): Room {
  inside(room).acquireAudioContext = async () => undefined
  return room
}

/** A Room listens for microphones coming and going: 6 ms at each construction, for a wall that has none. */
export function withoutDeviceListener<Made>(make: () => Made): Made {
  const { mediaDevices } = navigator
  if (!mediaDevices) return make()
  Object.defineProperty(mediaDevices, 'addEventListener', { value: () => undefined, configurable: true })
  try {
    return make()
  } finally {
    Reflect.deleteProperty(mediaDevices, 'addEventListener')
  }
}

/**
 * Hands tracks over when the answer is applied. The SDK's own event waits for the Room to be connected,
 * which it polls for every 50 ms: a picture would come up to 50 ms later.
 */
export function onMediaTrack(engine: EnginePrivate, listener: MediaTrackListener): void {
  engine.on('mediaTrackAdded', listener)
}

/** As LiveKit's own client reads it; with one connection for both directions, or synchronized streams, from the section. */
export function trackSidOf(
  engine: EnginePrivate,
  { id }: MediaStreamTrack,
  stream: MediaStream,
  receiver: RTCRtpReceiver,
): string {
  const sid = /\|(TR.+)$/.exec(stream.id)?.[1] ?? id
  return sid.startsWith('TR') ? sid : (engine.getTrackIdForReceiver(receiver) ?? sid)
}

/**
 * A failed connect leaves a peer connection with its timers open in single-PC mode: `close()` believes
 * that an engine that never joined is closed already. The signal client is closed for the same reason.
 */
export async function cleanFailedEngine(engine: EnginePrivate): Promise<void> {
  engine.cleanupLossyDataStats()
  await engine.cleanupPeerConnections()
  await engine.client.close(true, 'connect failed')
}

/**
 * Leaves no peer connection open, which the browser would keep for ever. A connect that is cancelled before it begins
 * to join makes its connection nevertheless, after the cleanup; and a closed transport of the SDK makes another one at
 * any request.
 */
export function closeForGood(engine: EnginePrivate, isUnwanted: () => boolean): void {
  engine.on('transportsCreated', (...transports) => {
    for (const transport of transports) if (transport) stayClosed(transport)
    // Once the SDK is through with it.
    setTimeout(() => {
      if (isUnwanted()) void cleanFailedEngine(engine)
    })
  })
}

function stayClosed(transport: TransportPrivate): void {
  const close = transport.close
  const create = transport.createPC.bind(transport)
  transport.close = () => {
    close()
    transport.createPC = () => {
      const connection = create()
      connection.close()
      return connection
    }
  }
}

/**
 * When the network comes back an engine asks the (unreachable) signalling host by HTTP. One whose connect was called off
 * would listen for that for ever, and the window would keep all that belonged to it.
 */
export function withoutNetworkListener(engine: EnginePrivate): void {
  engine.registerOnLineListener = () => undefined
}

/**
 * Timers that a viewer of one camera does not need, times the number of cameras: a statistics dump of both connections
 * every 30 s, and the tuning of a data channel that is never written to every second.
 */
export function quietRoom(room: Room): void {
  inside(room).setStatsLogging(false)
  inside(room).engine?.cleanupLossyDataStats()
}
