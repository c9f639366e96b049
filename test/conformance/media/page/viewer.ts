import { Room, RoomEvent, Track, type RemoteTrackPublication, VideoQuality } from 'livekit-client'

/** One presented picture. */
export interface Picture {
  readonly widthPx: number
  /** Number in the fixture's loop, read from its pixels. */
  readonly index: number
  /** Number in the loop that the wall clock was at. */
  readonly clockIndex: number
}

const framesPerSecond = 15
const loopFrames = 30

/** A page that watches one camera with LiveKit's own client, and notes each picture that it presents. */
export class Viewer {
  readonly pictures: Picture[] = []
  readonly #room = new Room({ adaptiveStream: false, dynacast: false })
  readonly #video = document.createElement('video')
  readonly #canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  #publication: RemoteTrackPublication | undefined

  async join(url: string, token: string): Promise<void> {
    this.#video.muted = true
    document.body.append(this.#video)
    this.#room.on(RoomEvent.TrackSubscribed, (track, publication) => {
      if (track.kind !== Track.Kind.Video) return
      this.#publication = publication
      track.attach(this.#video)
    })
    this.#watch()
    await this.#room.connect(url, token)
  }

  get connectionState(): string {
    return this.#room.state
  }

  get trackCount(): number {
    return [...this.#room.remoteParticipants.values()].flatMap((one) => [...one.trackPublications.values()])
      .length
  }

  choose(layer: 'small' | 'large'): void {
    this.#publication?.setVideoQuality(layer === 'small' ? VideoQuality.LOW : VideoQuality.HIGH)
  }

  /** Switches the pictures off or on; the room stays joined. */
  setEnabled(enabled: boolean): void {
    this.#publication?.setEnabled(enabled)
  }

  async leave(): Promise<void> {
    await this.#room.disconnect()
  }

  #watch(): void {
    this.#video.requestVideoFrameCallback(() => {
      this.pictures.push(this.#read())
      this.#watch()
    })
  }

  #read(): Picture {
    const { videoWidth, videoHeight } = this.#video
    this.#canvas?.drawImage(
      this.#video,
      videoWidth / 3,
      videoHeight / 6,
      videoWidth / 3,
      videoHeight / 6,
      0,
      0,
      1,
      1,
    )
    const grey = this.#canvas?.getImageData(0, 0, 1, 1).data[0] ?? 0
    return {
      widthPx: videoWidth,
      index: Math.round((grey - 5) / 8.15),
      clockIndex: Math.floor((Date.now() * framesPerSecond) / 1000) % loopFrames,
    }
  }
}

declare global {
  interface Window {
    Viewer: typeof Viewer
    viewer: Viewer
  }
}

window.Viewer = Viewer
