import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import type { LinkEvents, LinkPort, LinkWish } from '#renderer/live/camera-link.ts'
import { CameraSessions } from '#renderer/live/camera-sessions.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { JoinMode } from '#renderer/live/join-mode.ts'
import { KeyFrameWaits } from '#renderer/live/key-frame-waits.ts'
import type { ConnectRequest } from '#renderer/live/connect-queue.ts'
import type { ExpectedCamera, TileWish } from '#renderer/live/live-wall-port.ts'
import { FakeClock, settle } from '../fake-clock.ts'

/** Joins at once. */
class FakeLink implements LinkPort {
  readonly sound = undefined
  readonly layer = 'only'
  readonly cameraId: string
  readonly events: LinkEvents
  wish: LinkWish | undefined
  isDisposed = false

  constructor(cameraId: string, events: LinkEvents) {
    this.cameraId = cameraId
    this.events = events
  }
  dial() {
    return Promise.resolve(ok(undefined))
  }
  apply(wish: LinkWish) {
    this.wish = wish
  }
  async dispose() {
    this.isDisposed = true
  }
}

function makeStage() {
  const links: FakeLink[] = []
  const wanted: string[][] = []
  const withdrawn: ConnectRequest[] = []
  const waits = new KeyFrameWaits(liveDefaults.standby)
  const sessions = new CameraSessions({
    session: {
      createLink: (cameraId, events) => {
        const link = new FakeLink(cameraId, events)
        links.push(link)
        return link
      },
      queue: {
        add: (request) => void request.connect(() => undefined),
        withdraw: (request) => void withdrawn.push(request),
        has: () => false,
        lostHost: () => false,
      },
      defaults: liveDefaults,
      clock: new FakeClock(),
      random: () => 0.5,
      waits,
      joinMode: new JoinMode(),
      nextProbeAtMs: () => undefined,
      onChange: () => undefined,
      onLearned: () => undefined,
    },
    onWanted: (cameraIds) => wanted.push(cameraIds),
  })
  const assign = (shown: readonly string[], standBy: readonly string[] = [], expected?: ExpectedCamera) => {
    const wishes = shown.map(
      (cameraId, tile): TileWish => ({ tile, cameraId, widthPx: 320, heightPx: 180, urgent: false }),
    )
    sessions.assign({ wishes, stillShown: [], standBy, expected })
  }
  const roles = () => sessions.all.map(({ cameraId, role }) => `${cameraId} ${role}`)
  return { sessions, links, wanted, withdrawn, waits, assign, roles }
}

describe('CameraSessions', () => {
  it('sends main once which cameras it needs, most urgent first, and again when main has forgotten', () => {
    const { sessions, wanted, assign } = makeStage()
    assign(['a', 'b'], ['c'])
    assign(['a', 'b'], ['c'])
    expect(wanted).toEqual([['a', 'b', 'c']])
    assign(['b', 'a'], ['c'])
    expect(wanted.at(-1)).toEqual(['b', 'a', 'c'])
    sessions.forgetWanted()
    expect(wanted).toHaveLength(2)
    assign(['b', 'a'], ['c'])
    expect(wanted).toHaveLength(3)
  })

  it('asks main for no more tickets than it keeps', () => {
    const { wanted, assign } = makeStage()
    assign(Array.from({ length: 130 }, (_, at) => `camera-${at}`))
    expect(wanted.at(-1)).toHaveLength(128)
    expect(wanted.at(-1)?.[0]).toBe('camera-0')
  })

  it('keeps the session of a camera that stays, and leaves room and queue of one that nobody needs', async () => {
    const { sessions, links, withdrawn, assign } = makeStage()
    assign(['a', 'b'])
    await settle()
    const [kept, left] = [sessions.get('a'), sessions.get('b')]
    assign(['a'])
    await settle()
    expect(sessions.get('a')).toBe(kept)
    expect(sessions.get('b')).toBeUndefined()
    expect(withdrawn).toEqual([left])
    expect(links.map(({ cameraId, isDisposed }) => [cameraId, isDisposed])).toEqual([
      ['a', false],
      ['b', true],
    ])
  })

  it('lets cameras stand by that were shown a moment ago, the last one first', () => {
    const { assign, roles } = makeStage()
    assign(['a'], ['x'])
    assign(['b'], ['x'])
    expect(roles().toSorted()).toEqual(['a standby', 'b live', 'x standby'])
    assign(['c'], ['x'])
    // As many as are named for stand-by.
    expect(roles().toSorted()).toEqual(['b standby', 'c live', 'x standby'])
  })

  it('still knows the camera that was shown before when roles were assigned many times since', () => {
    const { assign, roles } = makeStage()
    assign(['a'], ['x'])
    for (let times = 0; times <= liveDefaults.standby.maxStandby; times += 1) assign(['b'], ['x'])
    expect(roles().toSorted()).toEqual(['a standby', 'b live', 'x standby'])
  })

  it('decodes the camera that is typed once it is connected', () => {
    const { assign, roles } = makeStage()
    const typed = { tile: 0, cameraId: 'b', isUnambiguous: false }
    assign(['a'], ['b'], typed)
    expect(roles()).toEqual(['a live', 'b standby'])
    assign(['a'], ['b'], typed)
    expect(roles()).toEqual(['a live', 'b hot'])
  })

  it('lets no camera stand by because it stood by before, and decodes one of slow key frames', () => {
    const { waits, assign, roles } = makeStage()
    waits.learn('y', 5_000)
    assign([], ['x'])
    assign(['a'], ['y'])
    expect(roles()).toEqual(['a live', 'y hot'])
  })

  it('are alive as long as their own links are', async () => {
    const { sessions, links, assign } = makeStage()
    const alive = () => sessions.all.map(({ isAlive }) => isAlive)
    assign(['a', 'b'])
    expect(alive()).toEqual([false, false])
    await settle()
    links[0]?.events.onWounded()
    expect(alive()).toEqual([false, true])
  })

  it('receives the sound of one camera', async () => {
    const { sessions, links, assign } = makeStage()
    assign(['a', 'b'])
    await settle()
    const audible = () => links.map(({ wish }) => wish?.isAudible)
    sessions.receiveSoundOf('b')
    expect(audible()).toEqual([false, true])
    sessions.receiveSoundOf(undefined)
    expect(audible()).toEqual([false, false])
  })

  it('leaves all rooms when it is disposed of', async () => {
    const { sessions, links, assign } = makeStage()
    assign(['a', 'b'])
    await settle()
    await sessions.dispose()
    expect(sessions.all).toEqual([])
    expect(links.every(({ isDisposed }) => isDisposed)).toBe(true)
  })
})
