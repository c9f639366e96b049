import { LiveKitRoom, useTracks, VideoTrack } from '@livekit/components-react'
import { setLogLevel, Track } from 'livekit-client'
import { createRoot } from 'react-dom/client'

/** The baseline: LiveKit's components for React as their documentation shows them, a room for each tile. */
declare global {
  interface Window {
    reactTickets: { readonly url: string; readonly token: string }[]
  }
}

function Picture() {
  return useTracks([Track.Source.Camera]).map((track) => (
    <VideoTrack key={track.publication.trackSid} trackRef={track} />
  ))
}

setLogLevel('warn')
const columns = Math.ceil(Math.sqrt(window.reactTickets.length))
document.body.style.setProperty('--columns', String(columns))
createRoot(document.body).render(
  window.reactTickets.map(({ url, token }, at) => (
    <LiveKitRoom key={token} data-tile={at} serverUrl={url} token={token} connect>
      <Picture />
    </LiveKitRoom>
  )),
)
