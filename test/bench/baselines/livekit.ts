import { Room, RoomEvent, Track, setLogLevel } from 'livekit-client'

/**
 * The baseline: livekit-client as its documentation shows it, and nothing else. Tickets are there before the
 * page loads, so it is spared every request that the wall has to make.
 */
interface Ticket {
  readonly url: string
  readonly token: string
}

declare global {
  interface Window {
    bareTickets: Ticket[]
    /** `adaptive`: by the size of the tile. */
    bareLayer: 'high' | 'adaptive'
    /** Ticket of the next switch, for the tile under test. */
    bareNext: Ticket | undefined
  }
}

setLogLevel('warn')
const columns = Math.ceil(Math.sqrt(window.bareTickets.length))
document.body.style.setProperty('--columns', String(columns))

async function show(ticket: Ticket, tile: HTMLElement): Promise<Room> {
  const video = document.createElement('video')
  video.muted = true
  video.autoplay = true
  const room = new Room({ adaptiveStream: window.bareLayer === 'adaptive' })
  room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind !== Track.Kind.Video) return
    track.attach(video)
    video.requestVideoFrameCallback(() => tile.replaceChildren(video))
  })
  tile.append(video)
  await room.connect(ticket.url, ticket.token)
  return room
}

const tiles = window.bareTickets.map((ticket, index) => {
  const tile = document.createElement('div')
  tile.dataset['tile'] = String(index)
  document.body.append(tile)
  return { tile, room: show(ticket, tile) }
})

window.addEventListener('keydown', (event) => {
  const first = tiles[0]
  const ticket = window.bareNext
  if (event.key !== 'Enter' || !first || !ticket) return
  const before = first.room
  first.room = show(ticket, first.tile)
  void first.room.then(async () => (await before).disconnect())
})
