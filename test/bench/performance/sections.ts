import type { benchNames } from '../../../scripts/bench-names.mjs'

export type BenchName = (typeof benchNames)[number]

/** What the page of figures says about a bench besides its figures. */
export interface Section {
  readonly bench: BenchName
  readonly title: string
  readonly beside: string
  /** Why a row is not ahead: part of what the row is called, and the reason. The first that fits counts. */
  readonly reasons?: readonly (readonly [part: string, why: string])[]
}

const bareLive = 'Beside a page with livekit-client and nothing else, tickets in hand.'
const plainHls = 'Beside plain hls.js, straight to the site, on the same footage.'

export const sections: readonly Section[] = [
  {
    bench: 'live',
    title: 'Live pictures',
    beside: `${bareLive} Then beside a grid of \`@livekit/components-react\`, and beside MSE over a WebSocket as Frigate's player does it, fed by the same clips.`,
    reasons: [
      [
        'MSE: cold start',
        'MSE joins nothing: one WebSocket a tile, no ICE, no DTLS. It pays with a picture that is late and cannot follow the line',
      ],
      ['MSE: first', 'as above'],
      [
        'MSE: CPU',
        'no jitter buffer, no SRTP, no repair of lost packets: a line that loses nothing needs none of them',
      ],
      ['MSE: memory', 'no peer connection: some ten megabytes a tile'],
      ['presented', 'as many as the cameras film'],
      [
        'cold start',
        'the page of a whole application is loaded first, and its tickets are asked for; from about sixteen tiles on it is made up for',
      ],
      ['CPU of the browser', 'of few tiles the page itself is the larger part'],
      ['memory', 'the page itself, some forty megabytes'],
    ],
  },
  {
    bench: 'memory',
    title: 'Memory over twenty minutes',
    beside:
      'Beside a page with livekit-client and nothing else; sixteen live tiles, no driver attached. A browser’s WebRTC keeps the last 10 000 packets of every connection for an event log that nobody asks for; the wall’s shells switch it off, the baseline’s browser is as it comes.',
  },
  { bench: 'switch', title: 'Switching', beside: `${bareLive} Its switch is a new room.` },
  { bench: 'recover', title: 'Recovery of the media server', beside: bareLive },
  {
    bench: 'start',
    title: 'Start of the installed package',
    beside: 'Beside an empty Electron window.',
    reasons: [['', 'an empty window shows no pictures: what is over it is the wall’s own time']],
  },
  {
    bench: 'crash',
    title: 'A renderer that dies',
    beside: 'Beside the same page reloaded by hand.',
    reasons: [['', 'a death has to be noticed and a process started; a reload needs neither']],
  },
  {
    bench: 'scrub',
    title: 'Seeking and dragging',
    beside: plainHls,
    reasons: [
      ['pictures a second', 'as many as the browser presents'],
      [
        'behind the hand',
        'the baseline shows few pictures, so few of them can be late; the wall shows the key frames on the way',
      ],
      [
        'release',
        'its footage is asked for when the hand lets go; the baseline, which shows hardly a picture of the way, has loaded it before in half of the drags. Then both decode from the key frame on, which takes most of the time',
      ],
      ['seek', 'the same player, through the gateway of main'],
      ['gateway', 'the footage goes through main, so that no address of the platform enters the page'],
    ],
  },
  { bench: 'sync', title: 'Tiles in step', beside: plainHls },
  {
    bench: 'window',
    title: 'Footage that goes on',
    beside: 'Beside plain hls.js within one window that does not end.',
    reasons: [['', 'the baseline’s window never ends, so it has nothing to change']],
  },
  {
    bench: 'timeline',
    title: 'Timeline',
    beside: 'Beside vis-timeline with as many items as it moves at thirty frames a second.',
    reasons: [['', 'the page draws a million events, the baseline the few that it bears']],
  },
  {
    bench: 'events',
    title: 'Events',
    beside:
      'Beside SQL by hand on the same rows: a loop that commits each event, and the best query for each question.',
    reasons: [
      ['', 'the answer is for any question and any caller: parsed, permitted, counted and sent over HTTP'],
    ],
  },
  {
    bench: 'occupancy',
    title: 'Occupancy',
    beside: 'Beside one pass of SQL that adds the same rows up.',
    reasons: [['', 'the report applies the rules of the counter, which SQL leaves out']],
  },
  { bench: 'scale', title: 'Growth', beside: 'The wall and the site alone, at more and more of everything.' },
  { bench: 'operator', title: 'An operator’s tasks', beside: 'The wall alone, worked by keys.' },
]

/** A line of README's table of figures: what it is called there, and which row it is. */
export interface ReadmeLine {
  readonly label: string
  readonly bench: BenchName
  readonly row: string
}

export const readmeLines: readonly ReadmeLine[] = [
  {
    label: 'CPU of the browser, 16 live tiles (a page with livekit-client and nothing else)',
    bench: 'live',
    row: '16 tiles, both at 640×360: CPU of the browser',
  },
  {
    label: 'memory of the browser, 16 tiles live for 20 minutes',
    bench: 'memory',
    row: 'memory of the browser, 16 tiles, at the end',
  },
  {
    label: 'start → first of 16 live tiles',
    bench: 'live',
    row: '16 tiles, both at 640×360: cold start, first tile',
  },
  {
    label: '`Enter` → picture, camera on stand-by, its number typed at 120 ms a key',
    bench: 'switch',
    row: 'camera on stand-by, 120 ms a key',
  },
  {
    label: 'media server back → nine tiles live',
    bench: 'recover',
    row: 'return of the media server → all 9 tiles',
  },
  {
    label: 'seek → exact picture, 1080p, p95 (plain hls.js)',
    bench: 'scrub',
    row: '1080p: seek → picture, p95',
  },
  {
    label: 'pictures a second while dragging, 1080p',
    bench: 'scrub',
    row: '1080p: pictures a second under the hand',
  },
  {
    label: 'items on a timeline at 30 frames a second (vis-timeline)',
    bench: 'timeline',
    row: 'items at 30 frames a second',
  },
  {
    label: 'search of 1 000 000 events, newest 200 (SQL by hand)',
    bench: 'events',
    row: 'newest 200 of nine cameras and two tags in a day',
  },
  {
    label: 'events inserted by 50 clients (a raw SQLite loop)',
    bench: 'events',
    row: 'durable inserts, 50 clients',
  },
]
