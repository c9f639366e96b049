/** The part of a publication that it is told from others by. */
export interface OfferedTrack {
  readonly kind: string
  readonly source: string
  readonly trackName: string
  readonly trackSid: string
  readonly dimensions?: { readonly width: number; readonly height: number } | undefined
}

export interface Publisher<Offered> {
  readonly joinedAt?: Date | undefined
  readonly trackPublications: ReadonlyMap<string, Offered>
}

/**
 * One picture and one sound of all that is published in a camera's room, the same for every link and every wall: LiveKit
 * lists tracks to each viewer in another order. No shared screen where there is a picture, the most pixels, and of equal
 * ones the newest publisher's, because one that has died is listed for a while; the picture's own sound.
 * `refused`: sids of pictures that cannot be had.
 */
export function chooseTracks<Offered extends OfferedTrack>(
  publishers: Iterable<Publisher<Offered>>,
  refused: ReadonlySet<string>,
) {
  const offers = [...publishers]
    .flatMap((publisher) => [...publisher.trackPublications.values()].map((track) => ({ publisher, track })))
    .toSorted(
      (a, b) =>
        screens(a.track) - screens(b.track) ||
        pixels(b.track) - pixels(a.track) ||
        joinedAtMs(b.publisher) - joinedAtMs(a.publisher) ||
        (nameOf(a.track) < nameOf(b.track) ? -1 : 1),
    )
  const video = offers.find(({ track }) => track.kind === 'video' && !refused.has(track.trackSid))
  const sounds = offers.filter(({ track }) => track.kind === 'audio')
  const sound = sounds.find(({ publisher }) => publisher === video?.publisher) ?? sounds[0]
  return { video: video?.track, sound: sound?.track, all: offers.map(({ track }) => track) }
}

const screens = ({ source }: OfferedTrack): number => (source.startsWith('screen_share') ? 1 : 0)

function pixels({ dimensions }: OfferedTrack): number {
  return dimensions === undefined ? 0 : dimensions.width * dimensions.height
}

/** Of whole seconds: publishers of one device may have joined at the same instant. */
const joinedAtMs = ({ joinedAt }: Publisher<OfferedTrack>): number => joinedAt?.getTime() ?? 0
const nameOf = ({ trackName, trackSid }: OfferedTrack): string => `${trackName} ${trackSid}`
