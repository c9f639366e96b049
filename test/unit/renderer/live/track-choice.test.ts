import { expect, test } from 'vitest'
import { chooseTracks, type OfferedTrack } from '#renderer/live/track-choice.ts'

const track = (trackSid: string, kind: string, source: string, width = 0, trackName = ''): OfferedTrack => ({
  trackSid,
  kind,
  source,
  trackName,
  ...(width === 0 ? {} : { dimensions: { width, height: width / 2 } }),
})
const main = track('TR_9', 'video', 'camera', 1_920, 'main')
const thermal = track('TR_1', 'video', 'camera', 640, 'thermal')
const screen = track('TR_2', 'video', 'screen_share', 3_840)
const sizeless = track('TR_3', 'video', 'unknown')
const wide = track('TR_4', 'video', 'camera', 1_920, 'wide')
const sound = track('TR_5', 'audio', 'microphone')
const talkBack = track('TR_0', 'audio', 'microphone')

const none: ReadonlySet<string> = new Set()
const publisher = (joinedAtSeconds: number, ...tracks: readonly OfferedTrack[]) => ({
  joinedAt: new Date(joinedAtSeconds * 1_000),
  trackPublications: new Map(tracks.map((one) => [one.trackSid, one])),
})

test.for([
  ['the larger of two pictures', [publisher(1, thermal, main)], main],
  ['a picture rather than a shared screen', [publisher(1, screen, thermal)], thermal],
  ['a shared screen where there is no picture', [publisher(1, screen)], screen],
  ['a picture of a known size', [publisher(1, sizeless, thermal)], thermal],
  ['of two as large the first by name', [publisher(1, wide, main)], main],
  ['of two as large that of the newest publisher', [publisher(1, main), publisher(2, wide)], wide],
  [
    'of two as large whose publishers joined at once the first by name',
    [publisher(1, wide), publisher(1, main)],
    main,
  ],
  ['nothing where nothing is published', [publisher(1)], undefined],
] as const)('shows %s, in whatever order they are listed', ([, publishers, chosen]) => {
  const reversed = publishers.toReversed().map(({ joinedAt, trackPublications }) => ({
    joinedAt,
    trackPublications: new Map([...trackPublications].toReversed()),
  }))
  expect([chooseTracks(publishers, none).video, chooseTracks(reversed, none).video]).toEqual([chosen, chosen])
})

test('plays the sound of the picture’s publisher, and another one only where that has none', () => {
  const visitor = publisher(2, talkBack)
  expect(chooseTracks([visitor, publisher(1, main, sound)], none).sound).toBe(sound)
  expect(chooseTracks([publisher(1, main), visitor], none).sound).toBe(talkBack)
})

test('shows another picture where the largest cannot be had', () => {
  const publishers = [publisher(1, main, thermal)]
  expect(chooseTracks(publishers, new Set(['TR_9'])).video).toBe(thermal)
  expect(chooseTracks(publishers, new Set(['TR_9', 'TR_1'])).video).toBeUndefined()
})
