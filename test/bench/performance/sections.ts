import type { benchNames } from '../../../scripts/bench-names.mjs'
import type { Row } from '../report.ts'

export type BenchName = (typeof benchNames)[number]

/** What the page of figures says about a bench besides its figures. */
export interface Section {
  readonly bench: BenchName
  readonly title: string
  readonly beside: string
  /** The first that fits counts. */
  readonly reasons?: readonly Reason[]
}

/** Why a row is behind: part of what the row is called, the reason, and whether its figures bear it. */
export type Reason = readonly [part: string, why: string, isSo?: (row: Row) => boolean]

/** Of the baseline less than two thirds of the wall's values. */
const hasFewValues = ({ wall, baseline }: Row) => baseline !== undefined && baseline.n * 1.5 < wall.n
/** Never so of a 95th percentile, which is one value. */
const overlap = ({ wall, baseline }: Row) =>
  baseline !== undefined && Math.max(wall.min, baseline.min) < Math.min(wall.max, baseline.max)

const drags: readonly Reason[] = [
  [
    'lag while dragging',
    'the baseline shows fewer pictures, so fewer of them can be late; the wall shows the key frames on the way',
    hasFewValues,
  ],
  ['lag while dragging', 'where exact seeks take long, the wall shows the nearest key frame on the way'],
  [
    'release',
    'the wall requests this footage on release; the baseline, which shows hardly a picture on the way, has often loaded it before. Both then decode from the key frame, which takes most of the time',
    ({ what }) => what.startsWith('1080p'),
  ],
  ['gateway', 'the footage goes through main, so that no address of the platform enters the page'],
  ['last of nine', 'ranges overlap; the median differs from run to run', overlap],
  ['seek', 'the same player, through the gateway of main'],
]

const watches: Reason = [
  'CPU of the browser',
  'the page also watches its pictures: their states, delays and statistics',
]

const bareLive = 'Baseline: a page with livekit-client alone, its tickets ready.'
const plainHls = 'Baseline: plain hls.js on the same footage, connected to the site directly.'

export const sections: readonly Section[] = [
  {
    bench: 'live',
    title: 'Live pictures',
    beside: `${bareLive} Further baselines: a grid of \`@livekit/components-react\`, and MSE over a WebSocket as in Frigate's player, from the same clips. The wall’s browser runs without WebRTC’s event log, as in its shells; the baselines’ browser with its defaults.`,
    reasons: [
      [
        'MSE: cold start',
        'MSE joins nothing: one WebSocket a tile, no ICE, no DTLS. Its picture is later and cannot adapt to the bandwidth',
      ],
      [
        'MSE: CPU',
        'no jitter buffer, no SRTP, no repair of lost packets: a line that loses nothing needs none of them',
      ],
      ['MSE: memory', 'no peer connections'],
      ['cold start', 'the page of a whole application is loaded first, and its tickets are asked for'],
      watches,
      ['memory', 'the page is a whole application'],
    ],
  },
  {
    bench: 'memory',
    title: 'Memory over twenty minutes',
    beside:
      'Baseline: a page with livekit-client alone. Sixteen live tiles, no driver attached. Chromium keeps the last 10 000 packets of every connection for WebRTC’s event log; the wall’s shells switch it off, the baseline’s browser keeps it.',
    reasons: [
      ['main and host', 'a page by itself has no main: nothing of a server is counted there'],
      watches,
    ],
  },
  { bench: 'switch', title: 'Switching', beside: `${bareLive} It switches by joining a new room.` },
  {
    bench: 'recover',
    title: 'Recovery of the media server',
    beside: `${bareLive} Each runs with the other closed. The time from the server’s return includes the site’s cameras publishing again and the page joining again. Only WebRTC pictures count, not the local HLS that the wall shows meanwhile; what took more than twenty seconds is not in the range.`,
  },
  {
    bench: 'start',
    title: 'Start of the installed package',
    beside: 'Baseline: an empty Electron window.',
    reasons: [['', 'an empty window shows no pictures; the difference is the wall’s own time']],
  },
  {
    bench: 'crash',
    title: 'A renderer that dies',
    beside: 'Baseline: the same page reloaded by hand.',
    reasons: [['', 'the crash has to be noticed and a process started; a reload needs neither']],
  },
  {
    bench: 'scrub',
    title: 'Seeking and dragging',
    beside: plainHls,
    reasons: drags,
  },
  {
    bench: 'scrub-far',
    title: 'Seeking and dragging, the site 100 ms further away',
    beside: plainHls,
    reasons: drags,
  },
  { bench: 'sync', title: 'Tiles in step', beside: plainHls },
  {
    bench: 'window',
    title: 'Footage that goes on',
    beside: 'Baseline: plain hls.js within one window that does not end.',
    reasons: [['', 'the baseline’s window never ends, so it has nothing to change']],
  },
  {
    bench: 'timeline',
    title: 'Timeline',
    beside:
      'Baseline: vis-timeline with as many items as it takes in within a minute and moves at thirty frames a second.',
    reasons: [['', 'the page draws a million events, the baseline the few that it bears']],
  },
  {
    bench: 'events',
    title: 'Events',
    beside:
      'Baseline: SQL written by hand on the same rows: a loop that commits each event, and the best query for each question.',
    reasons: [['', 'any query of any caller: parsed, authorized, counted and sent over HTTP']],
  },
  {
    bench: 'occupancy',
    title: 'Occupancy',
    beside: 'Baseline: one pass of SQL that adds up the same rows.',
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
    label: 'CPU of the browser, the same over 20 minutes',
    bench: 'memory',
    row: 'CPU of the browser',
  },
  {
    label: 'memory of browser, main and host, 16 tiles live for 20 minutes (a browser alone)',
    bench: 'memory',
    row: 'memory of browser, main and host (baseline: it has a browser alone)',
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
    label: 'frames a second while dragging, 1080p',
    bench: 'scrub',
    row: '1080p: frames a second while dragging',
  },
  {
    label: 'items on a timeline, taken in within a minute, at 30 frames a second (vis-timeline)',
    bench: 'timeline',
    row: 'items taken in within a minute and moved at 30 frames a second',
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
