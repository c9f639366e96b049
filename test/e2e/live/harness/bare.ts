import { Room, RoomEvent, setLogLevel, Track, VideoQuality } from 'livekit-client'

/** livekit-client and nothing else, for comparison: tickets in the fragment, one Room a tile, all at once. */
declare global {
  interface Window {
    bareFirstFramesMs: number[]
  }
}
setLogLevel('warn')
const isLow = location.search.includes('low')
const { url, tokens }: { url: string; tokens: string[] } = JSON.parse(
  decodeURIComponent(location.hash.slice(1)),
)
const columns = Math.ceil(Math.sqrt(tokens.length))
document.body.style.cssText = `margin:0;height:100vh;background:#000;display:grid;gap:2px;grid-template-columns:repeat(${columns},1fr)`
window.bareFirstFramesMs = []
tokens.forEach((token, tile) => {
  const video = document.createElement('video')
  video.muted = true
  video.autoplay = true
  video.style.cssText = 'min-height:0;width:100%;height:100%'
  document.body.append(video)
  video.requestVideoFrameCallback((_now, frame) => {
    window.bareFirstFramesMs[tile] = frame.presentationTime
  })
  const room = new Room()
  room.on(RoomEvent.TrackSubscribed, (track, publication) => {
    if (track.kind !== Track.Kind.Video) return
    if (isLow) publication.setVideoQuality(VideoQuality.LOW)
    track.attach(video)
  })
  void room.connect(url, token)
})
