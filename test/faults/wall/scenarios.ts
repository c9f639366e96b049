import type { CameraHabits } from '#contract/process/launch.ts'
import type { RoughRule, Trouble } from '#test/rough/rough-platform.ts'
import { type NetworkTrouble, RoughNetwork } from '#test/rough/rough-network.ts'
import { whyNotScarce } from '#test/stand/scarce-machine.ts'
import { TurnServer } from '#test/stand/turn-server.ts'
import { cameraId } from '#test/stand/wall-stand.ts'
import { type FaultStand, type Program, type StandKind, tileCount } from './fault-stand.ts'
import { longGroupCamera, rareKeyFrameCamera } from './rough-footage.ts'
import type { Mode } from './watch.ts'

export interface Scenario {
  readonly name: string
  /** For the table: what is done to the wall. */
  readonly what: string
  /** Tiles that it may be seen on. */
  readonly concerns: readonly number[]
  readonly mode: Mode
  /** `plain` when left out. */
  readonly on?: StandKind
  /** What is missing on this machine for it; undefined: nothing. */
  readonly whyNot?: () => string | undefined
  /** How long it lasts once it has begun. */
  readonly forMs: number
  /** From its end until all tiles are back; `promisedBackMs` when left out. `what` says why it is longer. */
  readonly backWithinMs?: number
  /** What an operator sees on those tiles, and within how long; left out: nothing at all. */
  readonly sees?: { readonly states: readonly string[]; readonly withinMs: number }
  readonly begin: (stand: FaultStand) => Promise<void>
  readonly end: (stand: FaultStand) => Promise<void>
}

/** Of a fault that says nothing else. */
export const promisedBackMs = 5_000

const all = Array.from({ length: tileCount }, (_, at) => at + 1)
const whyNoNetwork = RoughNetwork.whyNot() ?? (await TurnServer.whyNot())
const html: Trouble = { does: 'body', type: 'text/html', bytes: '<html>Sign in</html>' }
const huge: Trouble = { does: 'body', type: 'application/json', bytes: `"${'x'.repeat(30_000_000)}"` }
const status = (code: number, headers?: Readonly<Record<string, string>>): Trouble => ({
  does: 'status',
  status: code,
  ...(headers === undefined ? {} : { headers }),
})
const kind = async ({ rough }: FaultStand) => rough.use()
const use =
  (...rules: RoughRule[]) =>
  async ({ rough }: FaultStand) =>
    rough.use(...rules)

type WrongAnswer = readonly [name: string, what: string, trouble: Trouble]

/** Every way in which one answer can go wrong. */
const wrongAnswers: readonly WrongAnswer[] = [
  ['500', 'answered 500', status(500)],
  ['503', 'answered 503', status(503)],
  ['429', 'answered 429 with `Retry-After: 1`', status(429, { 'retry-after': '1' })],
  ['hang', 'never answered', { does: 'hang' }],
  ['reset', 'cut off on the way', { does: 'reset', when: 'before' }],
  ['lost-answer', 'done, and the answer is lost', { does: 'reset', when: 'after' }],
  ['truncated', 'answered by half an answer', { does: 'truncate' }],
  ['html', 'answered by a web page', html],
  ['empty', 'answered by nothing', { does: 'body', type: 'application/json', bytes: '' }],
  [
    'wrong-type',
    'answered by a list of numbers',
    { does: 'body', type: 'application/json', bytes: '[1,2,3]' },
  ],
  ['huge', 'answered by 30 MB', huge],
  ['slow', 'answered after three seconds', { does: 'delay', inMs: 3_000 }],
  ['trickle', 'answered at 20 bytes a second', { does: 'drip', bytesPerSecond: 20 }],
]

/** A camera is typed into tile 5 while the platform gives it no ticket: it has one in hand, and nobody notices. */
const tickets = wrongAnswers.map(
  ([name, what, trouble]): Scenario => ({
    name: `ticket-${name}`,
    what: `Requests for tickets of a camera that is then typed are ${what}`,
    concerns: [5],
    mode: 'LIVE',
    forMs: 4_000,
    async begin(stand) {
      const camera = stand.nextSpare()
      stand.rough.use({ call: 'participants', cameras: [cameraId(camera)], trouble })
      await typeCamera(stand, camera)
    },
    end: kind,
  }),
)

interface Item {
  readonly id: string
  readonly number?: number
}

/** As a platform may list its cameras for once; what was arranged stays. */
const otherLists: readonly (readonly [name: string, what: string, change: (items: Item[]) => unknown[]])[] = [
  ['nobody', 'empty', () => []],
  ['half', 'without half of those on the wall', (items) => items.filter((_, at) => at > 4)],
  ['reversed', 'in another order', (items) => items.toReversed()],
  ['without-numbers', 'without their numbers', (items) => items.map(({ id }) => ({ id }))],
  [
    'other-numbers',
    'with other numbers',
    (items) => items.map((item, at) => ({ ...item, number: 900 - at })),
  ],
  ['doubled', 'with every camera twice', (items) => [...items, ...items]],
  [
    'grown',
    'with five thousand cameras more, sorted before the others',
    (items) => [
      ...Array.from({ length: 5_000 }, (_, at) => ({ ...items[0], id: `a-${at}`, number: 1_000 + at })),
      ...items,
    ],
  ],
]
const listed: readonly WrongAnswer[] = [
  ...wrongAnswers.filter(([name]) => !['429', 'slow', 'lost-answer', 'trickle'].includes(name)),
  ...otherLists.map(([name, what, change]): WrongAnswer => {
    const json = (answer: unknown) => ({ items: change((answer as { items: Item[] }).items) })
    return [name, what, { does: 'rewrite', json }]
  }),
]

const lists = listed.map(
  ([name, what, trouble]): Scenario => ({
    name: `list-${name}`,
    what: `The list of cameras is ${what}`,
    concerns: [],
    mode: 'LIVE',
    forMs: 1_000,
    async begin(stand) {
      await stand.begin(wishedOf(all), 'LIVE')
      stand.rough.use({ call: 'cameras', trouble })
      await stand.askForCameras()
    },
    async end(stand) {
      stand.rough.use()
      await stand.askForCameras()
    },
  }),
)

/** Into tile 5: a camera that has not been on the wall for long, unless it is another one. */
async function typeCamera(stand: FaultStand, camera = stand.nextSpare()): Promise<void> {
  await stand.wall.show(5, camera)
  await stand.begin({ ...wishedOf(all), 5: camera }, 'LIVE')
}

function wishedOf(tiles: readonly number[]): Record<number, number> {
  return Object.fromEntries(tiles.map((tile) => [tile, tile]))
}

interface LiveFault extends Partial<Pick<Scenario, 'concerns' | 'forMs' | 'sees' | 'backWithinMs'>> {
  readonly begin: Scenario['begin']
  readonly end?: Scenario['end']
}

function live(name: string, what: string, fault: LiveFault): Scenario {
  return {
    name,
    what,
    concerns: [],
    mode: 'LIVE',
    forMs: 4_000,
    end: kind,
    ...fault,
    async begin(stand) {
      await stand.begin(wishedOf(all), 'LIVE')
      await fault.begin(stand)
    },
  }
}

/** A kill is over at once; what follows from it is not. */
const untilSeenMs = 2_000
const stale = { states: ['STALE'], withinMs: 3_500 }
const notLive = { states: ['STALE', 'RECONNECTING', 'OFFLINE', 'CONNECTING'], withinMs: 3_500 }

/** What real cameras do. */
const habits: readonly (readonly [name: string, what: string, habits: CameraHabits])[] = [
  ['of-one-fps', 'sends one picture a second', { picturesOfGroup: 1 }],
  ['pauses', 'sends nothing for half of every second', { picturesOfGroup: 8 }],
  ['shrinks', 'sends another resolution and other parameter sets', { isSmall: true }],
  ['clock-jumps', 'has its clock set an hour ahead, and back', { clockAheadMs: 3_600_000 }],
  ['clock-jumps-back', 'has its clock set an hour back, and ahead', { clockAheadMs: -3_600_000 }],
]

const rareKeyFrames = [
  ['of-long-groups', 'a key frame every ten seconds', longGroupCamera, 10_000, 10_000],
  ['of-rare-key-frames', 'a key frame a minute', rareKeyFrameCamera, 60_000, 20_000],
] as const

const programs: readonly (readonly [name: string, program: Program, words: string])[] = [
  ['host', 'host', 'The wall’s own program'],
  ['platform', 'site', 'The platform'],
  ['media-server', 'mediaServer', 'The media server'],
]

/** Barely more than the answer. */
const scarceMb = 96

const clocks = [
  ['ahead', 'ahead', 600_000],
  ['behind', 'behind', -600_000],
] as const

/** Nothing: what stalls meanwhile, the machine does. */
export const quiet = live('quiet', 'Nothing happens', { forMs: 20_000, begin: kind })

const surroundings: readonly Scenario[] = [
  quiet,
  live('camera-freezes', 'A camera sends nothing any more', {
    concerns: [5],
    sees: stale,
    begin: ({ site }) => site.freeze('cam-05'),
    end: ({ site }) => site.resume('cam-05'),
  }),
  live('cameras-freeze', 'Four cameras send nothing any more', {
    concerns: [1, 4, 5, 9],
    sees: stale,
    begin: ({ site }) => each([1, 4, 5, 9], (id) => site.freeze(id)),
    end: ({ site }) => each([1, 4, 5, 9], (id) => site.resume(id)),
  }),
  live('camera-leaves', 'A camera leaves its room', {
    concerns: [8],
    sees: { states: ['OFFLINE'], withinMs: 6_000 },
    forMs: 6_000,
    begin: ({ site }) => site.stopCamera('cam-08'),
    end: ({ site }) => site.resume('cam-08'),
  }),
  live('cameras-leave', 'Three cameras leave their rooms', {
    concerns: [2, 6, 7],
    sees: { states: ['OFFLINE'], withinMs: 6_000 },
    forMs: 6_000,
    begin: ({ site }) => each([2, 6, 7], (id) => site.stopCamera(id)),
    end: ({ site }) => each([2, 6, 7], (id) => site.resume(id)),
  }),
  live('camera-restarts', 'A camera leaves its room and comes back at once, as another track', {
    concerns: [5],
    async begin({ site }) {
      await site.stopCamera('cam-05')
      await site.resume('cam-05')
    },
  }),
  ...habits.map(([name, what, habit]) =>
    live(`camera-${name}`, `A camera ${what}`, {
      concerns: [5],
      forMs: 6_000,
      begin: ({ site }) => site.setHabits('cam-05', habit),
      end: ({ site }) => site.setHabits('cam-05', {}),
    }),
  ),
  live('camera-without-key-frames', 'A camera that answers no request for a key frame is typed', {
    concerns: [5],
    async begin(stand) {
      const camera = stand.nextSpare()
      await stand.site.setHabits(cameraId(camera), { ignoresPli: true })
      await typeCamera(stand, camera)
    },
  }),
  ...rareKeyFrames.map(([name, what, camera, groupMs, forMs]) =>
    live(`camera-${name}`, `A camera with ${what} and no answer to requests for one is typed`, {
      concerns: [5],
      forMs,
      // Nothing can be decoded before its next key frame.
      backWithinMs: groupMs - forMs + promisedBackMs,
      sees: { states: ['CONNECTING'], withinMs: 1_000 },
      async begin(stand) {
        // From now on: an answer would take it back to where its group began.
        await stand.site.setHabits(cameraId(camera), { ignoresPli: true })
        await typeCamera(stand, camera)
      },
    }),
  ),
  ...programs.map(([name, program, words]) =>
    live(`no-handles-${name}`, `${words} can open no further file or socket, and a camera is typed`, {
      concerns: [5],
      forMs: 6_000,
      async begin(stand) {
        await stand.takeHandles(program)
        await typeCamera(stand)
      },
      end: (stand) => stand.giveHandles(program),
    }),
  ),
  {
    ...live('folder-read-only', 'The wall’s data folder can only be read any more, and a camera is typed', {
      concerns: [5],
      forMs: 6_000,
      async begin(stand) {
        stand.takeFolder()
        await typeCamera(stand)
      },
      end: async (stand) => stand.giveBack(),
    }),
    whyNot: whyNotScarce,
  },
  {
    ...live(
      'scarce-memory',
      `The wall’s own program gets ${scarceMb} MB beside what it has, and is answered by 30 MB`,
      {
        async begin(stand) {
          await stand.takeMemory('host', scarceMb * 1_048_576)
          stand.rough.use({ trouble: huge })
          await stand.askForCameras()
        },
        async end(stand) {
          stand.rough.use()
          await stand.askForCameras()
          stand.giveBack()
        },
      },
    ),
    whyNot: whyNotScarce,
  },
  live('signalling-cut', 'The connections to the media server are cut; pictures go their own way', {
    begin: async ({ line }) => line.cut(),
  }),
  live('signalling-held', 'The connections to the media server stay open, and nothing passes', {
    forMs: 8_000,
    begin: async ({ line }) => line.hold(),
    end: async ({ line }) => line.letGo(),
  }),
  live('signalling-far', 'A camera is typed while the media server is 600 ms away, with as much jitter', {
    concerns: [5],
    async begin(stand) {
      stand.line.use({ roundTripMs: 600, jitterMs: 600 })
      await typeCamera(stand)
    },
    end: async ({ line }) => line.use(),
  }),
  live('media-server-killed', 'The media server is killed', {
    concerns: all,
    forMs: untilSeenMs,
    begin: ({ site }) => site.killMediaServer(),
  }),
  live('media-server-killed-503', 'The media server is killed while no ticket is given', {
    concerns: all,
    forMs: untilSeenMs,
    async begin(stand) {
      await stand.untilTicketsInHand()
      stand.rough.use({ call: 'participants', trouble: status(503) })
      await stand.site.killMediaServer()
    },
    end: async () => undefined,
  }),
  live('media-server-killed-hang', 'The media server is killed while the platform answers nothing', {
    concerns: all,
    forMs: untilSeenMs,
    async begin(stand) {
      await stand.untilTicketsInHand()
      stand.rough.use({ trouble: { does: 'hang' } })
      await stand.site.killMediaServer()
    },
    end: async () => undefined,
  }),
  live('media-server-stands', 'The media server stands still', {
    concerns: all,
    sees: notLive,
    begin: (stand) => stand.signal('mediaServer', 'SIGSTOP'),
    end: (stand) => stand.signal('mediaServer', 'SIGCONT'),
  }),
  live('site-stands', 'The platform stands still, cameras included', {
    concerns: all,
    sees: notLive,
    begin: (stand) => stand.signal('site', 'SIGSTOP'),
    end: (stand) => stand.signal('site', 'SIGCONT'),
  }),
  live('site-killed', 'The platform is killed and started again', {
    concerns: all,
    forMs: untilSeenMs,
    begin: (stand) => stand.restartSite(),
  }),
  live('host-stands', 'The wall’s own program stands still', {
    concerns: all,
    begin: (stand) => stand.signal('host', 'SIGSTOP'),
    end: (stand) => stand.signal('host', 'SIGCONT'),
  }),
  ...wrongAnswers.map(([name, what, trouble]) =>
    live(`platform-${name}`, `All requests are ${what}`, { begin: use({ trouble }) }),
  ),
  live('platform-mostly-fails', 'Seven of ten requests fail', {
    begin: use({ percent: 70, trouble: status(502) }),
    forMs: 6_000,
  }),
  ...clocks.map(([name, what, aheadMs]) =>
    live(`platform-clock-${name}`, `The platform’s clock is ten minutes ${what}, and a camera is typed`, {
      concerns: [5],
      forMs: 15_000,
      async begin(stand) {
        stand.rough.use({ trouble: { does: 'clock', aheadMs } })
        await stand.askForCameras()
        await typeCamera(stand)
      },
    }),
  ),
  live('event-stream-cut', 'The stream of events is cut again and again', {
    begin: use({ call: 'eventStream', trouble: { does: 'reset', when: 'before' } }),
  }),
  live('event-stream-garbage', 'The stream of events is 30 MB of nothing', {
    begin: use({
      call: 'eventStream',
      trouble: { does: 'body', type: 'text/event-stream', bytes: 'x'.repeat(30_000_000) },
    }),
  }),
]

const named: readonly Scenario[] = [
  {
    ...live('certificate-ended', 'The platform’s certificate ends, and a camera is typed', {
      concerns: [5],
      forMs: 6_000,
      async begin(stand) {
        stand.named?.setEnded(true)
        await typeCamera(stand)
      },
      end: async ({ named }) => named?.setEnded(false),
    }),
    on: 'tls',
  },
  {
    ...live(
      'name-leads-elsewhere',
      'The media server is killed, and its name leads to where nobody listens',
      {
        concerns: all,
        sees: { ...notLive, withinMs: 5_000 },
        forMs: 6_000,
        async begin(stand) {
          await stand.named?.lead(false)
          await stand.site.killMediaServer()
        },
        end: async (stand) => stand.named?.lead(true),
      },
    ),
    on: 'tls',
  },
]

/** A camera is typed while the box has forgotten every TCP connection. */
const halfOpen: LiveFault = {
  async begin(stand) {
    await stand.network?.forgetConnections()
    await typeCamera(stand)
  },
}

/**
 * Each on the way between the wall and both servers. The TURN server opens with the first one that needs it, and those
 * come last: a tile whose picture comes over TURN is concerned by what happens to TCP.
 */
const networks: readonly Scenario[] = [
  line('loss-2', 'Two of a hundred packets are lost', { lossPercent: 2 }),
  line('loss-10', 'Ten of a hundred packets are lost', { lossPercent: 10 }),
  line('tight', 'The line carries 1.5 Mbit/s', { bitsPerSecond: 1_500_000 }),
  line('link-down', 'The cable is pulled', { isDown: true }, { sees: notLive }),
  line('tcp-dropped', 'Nothing but UDP passes', { drops: 'tcp' }),
  line(
    'half-open',
    'A box on the way forgets every TCP connection without a word, and a camera is typed',
    {},
    { ...halfOpen, concerns: [5] },
  ),
  withTurn(
    line(
      'turn-only',
      'No UDP passes any more; a TURN server is reached over TCP',
      { drops: 'udp' },
      { forMs: untilSeenMs, end: async () => undefined },
    ),
  ),
  withTurn(line('udp-dropped', 'No UDP passes, and a TURN server is known', { drops: 'udp' })),
  withTurn(
    line('turn-tcp-dropped', 'No TCP passes, and tiles get their pictures over a TURN server', {
      drops: 'tcp',
    }),
  ),
  withTurn(
    line(
      'turn-half-open',
      'A box on the way forgets every TCP connection, those to a TURN server too, and a camera is typed',
      {},
      halfOpen,
    ),
  ),
]

const farMs = 250

/** Stands of their own. */
const otherNetworks: readonly Scenario[] = [
  {
    ...line(
      'far',
      `The servers are ${farMs} ms away, with jitter, and a camera is typed`,
      {},
      {
        concerns: [5],
        async begin(stand) {
          stand.setDistance({ roundTripMs: farMs, jitterMs: 50 })
          await typeCamera(stand)
        },
        end: async (stand) => stand.setDistance(),
      },
    ),
    on: 'far',
    whyNot: () => RoughNetwork.whyNot(),
  },
  {
    ...line(
      'ipv6',
      'There is no IPv4 between the wall and its servers, and a camera is typed',
      {},
      {
        concerns: [5],
        async begin(stand) {
          await typeCamera(stand)
        },
      },
    ),
    on: 'ipv6',
    whyNot: () => RoughNetwork.whyNot(),
  },
  {
    ...line(
      'ipv6-link-down',
      'The cable of a network without IPv4 is pulled',
      { isDown: true },
      { sees: notLive },
    ),
    on: 'ipv6',
    whyNot: () => RoughNetwork.whyNot(),
  },
]

function withTurn(scenario: Scenario): Scenario {
  return {
    ...scenario,
    async begin(stand) {
      await stand.network?.open()
      await scenario.begin(stand)
    },
  }
}

/** `trouble` between the wall and its servers. */
function line(name: string, what: string, trouble: NetworkTrouble, fault: Partial<LiveFault> = {}): Scenario {
  return {
    ...live(`net-${name}`, what, {
      concerns: all,
      forMs: 8_000,
      begin: async ({ network }) => network?.use(trouble),
      end: async ({ network }) => network?.use(),
      ...fault,
    }),
    on: 'network',
    whyNot: () => whyNoNetwork,
  }
}

async function each(cameras: readonly number[], run: (id: string) => Promise<void>): Promise<void> {
  for (const camera of cameras) await run(cameraId(camera))
}

const segments = /\.m4s$/
const playlists = /\.m3u8$/

/** Camera 5, or every one, while the wall stands in the past and goes elsewhere. */
function past(name: string, what: string, rule: RoughRule): Scenario {
  const concerns = rule.cameras === undefined ? all : [5]
  return {
    name,
    what,
    concerns,
    mode: 'PAUSED',
    forMs: 4_000,
    async begin(stand) {
      await stand.begin(wishedOf(all), 'PAUSED')
      stand.rough.use(rule)
      // Half a minute back: more than is kept of what was played.
      await stand.wall.press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft')
    },
    end: kind,
  }
}

const only5 = { cameras: [cameraId(5)] }
const footage: readonly Scenario[] = [
  ...wrongAnswers.map(([name, what, trouble]) =>
    past(`segments-${name}`, `Segments of one camera are ${what}`, { path: segments, ...only5, trouble }),
  ),
  past('segments-missing', 'Segments of one camera are answered 404', {
    path: segments,
    ...only5,
    trouble: status(404),
  }),
  ...wrongAnswers
    .filter(([name]) => ['500', 'hang', 'truncated', 'html', 'empty'].includes(name))
    .map(([name, what, trouble]) =>
      past(`playlists-${name}`, `Playlists of one camera are ${what}`, {
        path: playlists,
        ...only5,
        trouble,
      }),
    ),
  past('footage-fails', 'Seven of ten requests fail while the wall is in the past', {
    percent: 70,
    trouble: status(502),
  }),
]

/** Those of the past last: on their way there and back the wall is not watched. */
export const scenarios: readonly Scenario[] = [
  ...surroundings,
  ...named,
  ...networks,
  ...otherNetworks,
  ...tickets,
  ...lists,
  ...footage,
]
