/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WallError, type WallErrorCode, wallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { LinkEvents, LinkMedia, LinkPort, LinkWish } from '#renderer/live/camera-link.ts'
import type { CameraDemand } from '#renderer/live/camera-roles.ts'
import { CameraSession } from '#renderer/live/camera-session.ts'
import { ConnectQueue } from '#renderer/live/connect-queue.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { HostGate } from '#renderer/live/host-gate.ts'
import { JoinMode } from '#renderer/live/join-mode.ts'
import { KeyFrameWaits } from '#renderer/live/key-frame-waits.ts'
import { FakeClock, settle } from '../fake-clock.ts'

const live: CameraDemand = { role: 'live', widthPx: 640, heightPx: 360, priority: 0 }
const standby: CameraDemand = { ...live, role: 'standby' }
const sources: RTCRtpSynchronizationSource[] = []
const media = (): LinkMedia => ({
  track: {} as MediaStreamTrack,
  receiver: { getSynchronizationSources: () => sources } as unknown as RTCRtpReceiver,
})

class FakeLink implements LinkPort {
  readonly sound = 'none'
  readonly layer = 'high'
  readonly events: LinkEvents
  readonly wishes: LinkWish[] = []
  isSinglePeerConnection: boolean | undefined
  isDisposed = false
  readonly #dialled = Promise.withResolvers<Result<undefined, WallError>>()

  constructor(events: LinkEvents) {
    this.events = events
  }
  dial({ isSinglePeerConnection }: { isSinglePeerConnection: boolean }) {
    this.isSinglePeerConnection = isSinglePeerConnection
    return this.#dialled.promise
  }
  apply(wish: LinkWish) {
    this.wishes.push(wish)
  }
  async dispose() {
    this.isDisposed = true
    this.#dialled.resolve(fail(wallError('media_unreachable')))
  }
  async join() {
    this.events.onPublished(true)
    this.events.onMedia(media())
    await this.accept()
  }
  async accept() {
    this.#dialled.resolve(ok(undefined))
    await settle()
  }
  async refuse(code: WallErrorCode, what?: ExactMessage, retryInMs?: number) {
    this.#dialled.resolve(fail(wallError(code, what, retryInMs)))
    await settle()
  }
  async wounded() {
    this.events.onWounded()
    await settle()
  }
}

async function makeStage(demand = live) {
  const clock = new FakeClock()
  const links: FakeLink[] = []
  const gate = new HostGate(liveDefaults.supervisor, () => 0.5)
  const sessions: Pick<CameraSession, 'isAlive'>[] = []
  const queue = new ConnectQueue({
    gate,
    clock,
    limits: liveDefaults.queue,
    isAnyTileComing: () => false,
    isAnyoneAlive: () => sessions.some(({ isAlive }) => isAlive),
    onGate: () => undefined,
    onHostBack: () => undefined,
  })
  const waits = new KeyFrameWaits(liveDefaults.standby)
  const calls = { changes: 0, learned: 0 }
  const session = new CameraSession('camera', demand, {
    createLink: (_cameraId, events) => {
      const link = new FakeLink(events)
      links.push(link)
      return link
    },
    queue,
    defaults: liveDefaults,
    clock,
    random: () => 0.5,
    waits,
    joinMode: new JoinMode(),
    nextProbeAtMs: () => gate.nextProbeAtMs,
    onChange: () => void (calls.changes += 1),
    onLearned: () => void (calls.learned += 1),
  })
  sessions.push(session)
  await settle()
  const last = () => {
    const link = links.at(-1)
    if (!link) throw new Error('nothing was dialled')
    return link
  }
  const draw = () => {
    const track = session.media?.track
    if (track) session.firstFrame(track, clock.nowMs(), 'cold')
  }
  const present = () => {
    const track = session.media?.track
    if (track) session.presented(track, clock.nowMs(), false)
  }
  return { clock, links, session, sessions, gate, waits, calls, last, draw, present }
}

/** Its link has joined. */
async function joined(demand = live) {
  const stage = await makeStage(demand)
  await stage.last().join()
  return stage
}

/** As the wall's clock goes, `everyMs` apart a picture; each link is joined at once. Resolves to the dials so far. */
const dialsAfter = async (
  { session, clock, links, last, present }: Awaited<ReturnType<typeof makeStage>>,
  ms: number,
  everyMs = Number.POSITIVE_INFINITY,
) => {
  let joined = links.length
  for (let passed = 250; passed <= ms; passed += 250) {
    await clock.pass(250)
    if (passed % everyMs === 0) present()
    session.tick(clock.nowMs())
    await settle()
    if (links.length === joined) continue
    joined = links.length
    await last().join()
  }
  return links.length
}

/** Key frames come at once, until that is known. */
const probe = async ({
  session,
  clock,
}: Pick<Awaited<ReturnType<typeof makeStage>>, 'session' | 'clock'>) => {
  for (let looks = 0; looks < 20; looks += 1) {
    await clock.pass(250)
    sources.splice(0, 1, { timestamp: clock.nowMs(), source: 1, rtpTimestamp: 0 })
    session.tick(clock.nowMs())
  }
}

/** Joined, silent, and dialled for. */
const silent = async () => {
  const stage = await makeStage()
  const first = stage.last()
  await first.join()
  stage.draw()
  const track = stage.session.media?.track
  if (track === undefined) throw new Error('no picture was announced')
  await stage.clock.pass(4_000)
  stage.session.tick(stage.clock.nowMs())
  await settle()
  return { ...stage, first, track }
}

describe('CameraSession', () => {
  it('serves the picture as soon as it is announced, and is alive once it has joined', async () => {
    const { session, last } = await makeStage()
    last().events.onMedia(media())
    expect(session.media).toBeDefined()
    expect(session.isAlive).toBe(false)
    await last().join()
    expect(session.isAlive).toBe(true)
    expect(session.observation).toMatchObject({ phase: 'joined', isPublished: true, error: undefined })
  })

  it('replaces a wounded link beside it, and lets it go when the new one has drawn', async () => {
    const { session, links, last, draw } = await joined()
    const first = last()
    const picture = session.media
    await first.wounded()
    expect(links).toHaveLength(2)
    expect(session.media).toBe(picture)
    await last().join()
    const fresh = session.media
    expect(fresh).not.toBe(picture)
    expect(first.isDisposed).toBe(false)
    first.events.onMedia(media())
    expect(session.media).toBe(fresh)
    draw()
    expect(first.isDisposed).toBe(true)
  })

  it('takes the wounded link back when its replacement fails after all', async () => {
    const { session, last } = await joined()
    const first = last()
    const picture = session.media
    await first.wounded()
    last().events.onMedia(media())
    await last().refuse('media_unreachable')
    expect(session.media).toBe(picture)
    expect(first.isDisposed).toBe(false)
  })

  it('does not keep the replaced link for ever when nothing is drawn', async () => {
    const { clock, last } = await joined()
    const first = last()
    await first.wounded()
    await last().join()
    await clock.pass(liveDefaults.link.lingerMs)
    expect(first.isDisposed).toBe(true)
  })

  it('leaves the room of a link whose replacement was replaced before it had drawn', async () => {
    const { clock, links, last } = await makeStage()
    for (const waitMs of [0, 1_000]) {
      await last().join()
      await last().wounded()
      await clock.pass(waitMs)
    }
    last().events.onMedia(media())
    expect(links.map(({ isDisposed }) => isDisposed)).toEqual([true, false, false])
  })

  it('dials once for a link that is wounded and then ended', async () => {
    const { clock, links, last } = await joined()
    const first = last()
    await first.wounded()
    first.events.onEnded(wallError('media_unreachable'))
    await last().join()
    await clock.pass(60_000)
    expect(links).toHaveLength(2)
  })

  it('waits for a refusal of the key a minute at a time, unless something changes', async () => {
    const { session, clock, links, last } = await makeStage()
    await last().refuse('key_rejected')
    expect(session.observation.error?.code).toBe('key_rejected')
    session.hostIsBack()
    await clock.pass(59_000)
    expect(links).toHaveLength(1)
    await clock.pass(1_000)
    expect(links).toHaveLength(2)
    await last().refuse('key_rejected')
    session.hurry()
    await settle()
    expect(links).toHaveLength(3)
  })

  it('waits as after a refusal when it was removed from the room, whoever reaches the host', async () => {
    const { session, clock, links, last } = await joined()
    const { permanentRetryMs } = liveDefaults.supervisor
    last().events.onEnded(wallError('not_allowed'))
    session.hostIsBack()
    await clock.pass(permanentRetryMs - 1)
    expect(links).toHaveLength(1)
    await clock.pass(1)
    expect(links).toHaveLength(2)
  })

  it('dials at once when others reach the host again, unless its wait is its own', async () => {
    const { session, clock, links, last } = await joined()
    for (let at = 0; at < 2; at += 1) {
      last().events.onWounded()
      await clock.pass(400)
      await last().join()
    }
    await last().wounded()
    const before = links.length
    session.hostIsBack()
    await settle()
    expect(links).toHaveLength(before + 1)
    await last().refuse('ticket_refused')
    session.hostIsBack()
    await settle()
    expect(links).toHaveLength(before + 1)
  })

  it('looks for a server that goes again and again, every few seconds, while no camera has a link', async () => {
    const { session, clock, last, sessions } = await joined()
    const lose = async () => {
      await last().wounded()
      const waitMs = (session.observation.nextTryAtMs ?? clock.nowMs()) - clock.nowMs()
      await clock.pass(waitMs)
      await last().join()
      return waitMs
    }
    for (let at = 0; at < 8; at += 1) await lose()
    expect(await lose()).toBe(liveDefaults.supervisor.hostRetryMs)
    // Of one whose neighbours are well the failure is its own.
    sessions.push({ isAlive: true })
    expect(await lose()).toBe(liveDefaults.supervisor.retryDelaysMs.at(-1))
  })

  it('waits as long as the platform asks to', async () => {
    const { session, clock, links, last } = await makeStage()
    await last().refuse('rate_limited', undefined, 20_000)
    expect(session.observation.nextTryAtMs).toBe(clock.nowMs() + 20_000)
    await clock.pass(19_900)
    expect(links).toHaveLength(1)
    await clock.pass(100)
    expect(links).toHaveLength(2)
  })

  it('tries a media server the old way once when it does not know the new one', async () => {
    const { links, last } = await makeStage()
    await last().refuse('media_unreachable', exactMessage('media_unknown_way'))
    expect(links.map(({ isSinglePeerConnection }) => isSinglePeerConnection)).toEqual([true, false])
    await last().join()
  })

  it('does not try the old way once it is disposed', async () => {
    const { session, links, last } = await makeStage()
    const refused = last().refuse('media_unreachable', exactMessage('media_unknown_way'))
    await session.dispose()
    await refused
    expect(links).toHaveLength(1)
  })

  it('dials a silent camera again beside its good connection, soon and then rarer and rarer', async () => {
    const stage = await joined()
    stage.draw()
    expect(await dialsAfter(stage, 3_250)).toBe(1)
    expect(await dialsAfter(stage, 500)).toBe(2)
    expect(await dialsAfter(stage, 5_500)).toBe(2)
    expect(await dialsAfter(stage, 1_000)).toBe(3)
    expect(await dialsAfter(stage, 19_000)).toBe(3)
    // That it is asked for otherwise is no reason to wait.
    stage.session.require({ ...live, widthPx: 320 })
    expect(await dialsAfter(stage, 1_500)).toBe(4)
    // And then every two minutes.
    expect(await dialsAfter(stage, 600_000)).toBeLessThan(11)
  })

  it('dials again for a picture that is published and never comes, and not where none is', async () => {
    for (const isPublished of [true, false]) {
      const stage = await makeStage()
      if (isPublished) stage.last().events.onPublished(true)
      await stage.last().accept()
      expect(stage.session.observation).toMatchObject({ phase: 'joined', isPublished })
      expect(await dialsAfter(stage, 4_000)).toBe(isPublished ? 2 : 1)
    }
  })

  it('dials nobody while the picture may not be watched, and gives it time to come when it may be again', async () => {
    const stage = await makeStage()
    const { events } = stage.last()
    await stage.last().join()
    stage.present()
    events.onPublished(false, wallError('not_allowed'))
    events.onMedia(undefined)
    expect(await dialsAfter(stage, 600_000)).toBe(1)
    events.onPublished(true)
    expect(await dialsAfter(stage, 3_250)).toBe(1)
    expect(await dialsAfter(stage, 500)).toBe(2)
  })

  it('does not dial for the silence of a wounded link while it waits for its next try', async () => {
    const { session, clock, links, last } = await joined()
    await clock.pass(7_000)
    await last().wounded()
    await last().refuse('ticket_refused')
    session.tick(clock.nowMs())
    await settle()
    expect(links).toHaveLength(2)
  })

  it('dials no sooner again because a picture or two have come', async () => {
    const stage = await joined()
    stage.draw()
    expect(await dialsAfter(stage, 4_000)).toBe(2)
    stage.present()
    await stage.clock.pass(250)
    stage.present()
    expect(await dialsAfter(stage, 5_500)).toBe(2)
    expect(await dialsAfter(stage, 1_000)).toBe(3)
  })

  it('publishes each change of its pictures and its phase, and none once it is disposed', async () => {
    const { session, calls, last } = await makeStage()
    let seen = 0
    const isNews = () => {
      const before = seen
      seen = calls.changes
      return seen > before
    }
    const first = last()
    first.events.onPublished(true)
    expect(isNews()).toBe(true)
    first.events.onMedia(media())
    expect(isNews()).toBe(true)
    await first.accept()
    expect(isNews()).toBe(true)
    first.events.onWounded()
    expect(isNews()).toBe(true)
    await settle()
    // Nobody is served by that one yet.
    last().events.onMedia(undefined)
    last().events.onEnded(wallError('timeout'))
    expect(isNews()).toBe(false)
    await last().refuse('timeout')
    expect(isNews()).toBe(true)
    first.events.onEnded(wallError('media_unreachable'))
    expect(isNews()).toBe(true)
    void session.dispose()
    first.events.onPublished(false)
    expect(isNews()).toBe(false)
  })

  it('has a layer and a sound once it has a link, and the place in the queue that it is needed for', async () => {
    const { session, last } = await makeStage({ ...live, priority: 3 })
    expect([session.layer, session.sound]).toEqual(['only', undefined])
    await last().join()
    expect([session.layer, session.sound]).toEqual(['high', 'none'])
    expect([session.priority(), session.isVisible()]).toEqual([3, true])
    session.require(standby)
    expect([session.priority(), session.isVisible()]).toEqual([0, false])
  })

  it.each([
    ['a join', (link: FakeLink) => link.join()],
    ['a refusal', (link: FakeLink) => link.refuse('ticket_refused')],
  ] as const)('opens the gate by any answer, such as %s', async (_what, answer) => {
    const { clock, gate, last } = await makeStage()
    await last().refuse('media_unreachable')
    expect(gate.isShut).toBe(true)
    await clock.pass(1_000)
    await answer(last())
    expect(gate.isShut).toBe(false)
  })

  it('never tries the old way again once the new one has worked', async () => {
    const { links, last } = await joined()
    await last().wounded()
    await last().refuse('media_unreachable', exactMessage('media_unknown_way'))
    expect(links.map(({ isSinglePeerConnection }) => isSinglePeerConnection)).toEqual([true, true])
  })

  type Silent = Awaited<ReturnType<typeof silent>>
  it.each<[string, (stage: Silent) => Promise<void>]>([
    ['is dialled for', async () => undefined],
    ['waits for the next try', ({ last }) => last().refuse('timeout')],
    ['has a replacement that has joined and not drawn', ({ last }) => last().join()],
    [
      'has a replacement that the server has ended',
      async ({ last }) => {
        await last().join()
        last().events.onEnded(wallError('media_unreachable'))
      },
    ],
  ])('goes on with the link that was silent and sends again while it %s', async (_what, begin) => {
    const stage = await silent()
    const { session, clock, links, track } = stage
    await begin(stage)
    session.presented(track, clock.nowMs(), false)
    await clock.pass(liveDefaults.link.lingerMs + 30_000)
    expect(links.map(({ isDisposed }) => isDisposed)).toEqual([false, true])
    expect(session.media?.track).toBe(track)
    expect(session.isAlive).toBe(true)
    expect(session.observation).toMatchObject({ phase: 'joined', error: undefined, nextTryAtMs: undefined })
  })

  it('calls off the dial before its turn has come, too', async () => {
    const { session, clock, links, present } = await joined()
    await clock.pass(4_000)
    session.tick(clock.nowMs())
    present()
    await settle()
    expect(links).toHaveLength(1)
  })

  it('goes on with the dial when the link that was silent sends what is late', async () => {
    const { session, clock, last, track } = await silent()
    session.presented(track, clock.nowMs(), true)
    await last().join()
    expect(last().isDisposed).toBe(false)
    expect(session.media?.track).not.toBe(track)
  })

  it('takes back the link that was silent and sends again before its replacement has joined', async () => {
    const { session, clock, calls, last, track } = await silent()
    last().events.onMedia(media())
    expect(session.media?.track).not.toBe(track)
    const before = calls.changes
    session.presented(track, clock.nowMs(), false)
    await settle()
    expect(calls.changes).toBe(before + 1)
    expect(last().isDisposed).toBe(true)
    expect(session.media?.track).toBe(track)
  })

  it('dials no further where the silent link ends while its replacement is dialled', async () => {
    const { clock, links, first, last } = await silent()
    first.events.onEnded(wallError('media_unreachable'))
    await last().join()
    await clock.pass(2_000)
    expect(links).toHaveLength(2)
  })

  it('dials for a link that is wounded before it has joined', async () => {
    const { clock, links, last } = await joined()
    await last().wounded()
    last().events.onMedia(media())
    await last().wounded()
    await last().accept()
    await clock.pass(2_000)
    expect(links).toHaveLength(3)
  })

  it('does not dial for a link that is wounded when it has been replaced', async () => {
    const { session, links, first, last } = await silent()
    await last().join()
    await first.wounded()
    expect(links).toHaveLength(2)
    expect(session.observation.phase).toBe('joined')
  })

  it('keeps the link that was silent also when its first replacement is ended', async () => {
    const { clock, first, last } = await silent()
    await last().join()
    last().events.onEnded(wallError('media_unreachable'))
    await clock.pass(300)
    last().events.onMedia(media())
    expect(first.isDisposed).toBe(false)
  })

  it('keeps the replacement whose own picture comes before it has joined', async () => {
    const { session, clock, last, track, present, draw } = await silent()
    last().events.onMedia(media())
    present()
    draw()
    await clock.pass(100)
    await last().join()
    expect(last().isDisposed).toBe(false)
    expect(session.media?.track).not.toBe(track)
    expect(session.isAlive).toBe(true)
  })

  it('does not dial a camera of one picture in four seconds for each of them', async () => {
    const stage = await joined()
    expect(await dialsAfter(stage, 300_000, 4_000)).toBe(2)
  })

  it('dials soon again after a silence that is long over', async () => {
    const stage = await joined()
    stage.draw()
    expect(await dialsAfter(stage, 4_000)).toBe(2)
    expect(await dialsAfter(stage, 10_000, 500)).toBe(2)
    expect(await dialsAfter(stage, 4_000)).toBe(3)
  })

  it('gives a camera that nobody saw before as long as any for its first picture', async () => {
    const stage = await joined({ ...live, role: 'hot' })
    expect(await dialsAfter(stage, 60_000)).toBe(1)
    stage.session.require(live)
    expect(await dialsAfter(stage, 3_250)).toBe(1)
    expect(await dialsAfter(stage, 500)).toBe(2)
  })

  it('leaves a camera alone that plays', async () => {
    expect(await dialsAfter(await joined(), 50_000, 250)).toBe(1)
  })

  it('stands by with the picture switched off, once it has learned how long key frames take', async () => {
    const { session, clock, waits, calls, last } = await joined(standby)
    session.require({ ...standby, widthPx: 320 })
    expect(last().wishes.at(-1)?.isEnabled).toBe(true)
    await probe({ session, clock })
    expect(calls.learned).toBeGreaterThan(0)
    expect(waits.isUnproven('camera')).toBe(false)
    expect(last().wishes.at(-1)?.isEnabled).toBe(false)
    expect(session.readiness).toBe('standby')
    session.require(live)
    expect(last().wishes.at(-1)?.isEnabled).toBe(true)
  })

  it('measures the wait for a key frame from the join on', async () => {
    const { session, clock, waits, last } = await makeStage(standby)
    sources.length = 0
    await clock.pass(2_000)
    await last().join()
    for (let looks = 0; looks < 2; looks += 1) {
      await clock.pass(250)
      if (looks > 0) sources.push({ timestamp: clock.nowMs(), source: 1, rtpTimestamp: 0 })
      session.tick(clock.nowMs())
    }
    expect(waits.waitMs('camera')).toBe(250)
  })

  it('measures nothing of a camera that was live when it joined', async () => {
    const { session, last } = await joined()
    session.require(standby)
    expect(last().wishes.at(-1)?.isEnabled).toBe(false)
  })

  it('learns nothing of a camera that is taken from stand-by meanwhile', async () => {
    const { session, last } = await joined(standby)
    session.require(live)
    session.require(standby)
    expect(last().wishes.at(-1)?.isEnabled).toBe(false)
    expect(session.readiness).toBe('standby')
  })

  it('knows how a switch to it would go', async () => {
    const { session, last } = await makeStage({ ...live, role: 'hot' })
    expect(session.readiness).toBe('cold')
    last().events.onMedia(media())
    expect(session.readiness).toBe('cold')
    await last().join()
    expect(session.readiness).toBe('hot')
  })

  it('learns from a switch from stand-by, and from no other one, how long a key frame takes', async () => {
    const { session, clock, waits } = await joined(standby)
    await probe({ session, clock })
    const before = waits.waitMs('camera') ?? Number.NaN
    const track = session.media?.track
    if (track === undefined) throw new Error('no picture was announced')
    session.require(live)
    await clock.pass(50)
    session.require({ ...live, widthPx: 320 })
    session.firstFrame(track, clock.nowMs() + 30, 'cold')
    session.firstFrame({} as MediaStreamTrack, clock.nowMs() + 30, 'standby')
    expect(waits.waitMs('camera')).toBe(before)
    session.firstFrame(track, clock.nowMs() + 30, 'standby')
    expect(waits.waitMs('camera')).toBeCloseTo(before * 0.3 + 80 * 0.7)
  })

  it('reports its phase, from the first dial to a failure and the next try', async () => {
    const { session, clock, last } = await makeStage()
    const sinceMs = clock.nowMs()
    expect(session.observation).toMatchObject({ phase: 'connecting', sinceMs, error: undefined })
    last().events.onMedia(media())
    expect(session.observation.phase).toBe('connecting')
    await clock.pass(500)
    await last().refuse('media_unreachable')
    // It waits for a probe like all others.
    const nextTryAtMs = clock.nowMs() + (liveDefaults.supervisor.probeDelaysMs[0] ?? 0)
    expect(session.observation).toMatchObject({ phase: 'lost', sinceMs: clock.nowMs(), nextTryAtMs })
    expect(session.observation).toMatchObject({ error: { code: 'media_unreachable' }, isPublished: false })
  })

  it('waits longer and longer for a camera that is refused, and begins anew after a good connection', async () => {
    const { session, clock, last } = await makeStage()
    const waits: number[] = []
    for (let tries = 0; tries < 3; tries += 1) {
      await last().refuse('ticket_refused')
      const waitMs = (session.observation.nextTryAtMs ?? 0) - clock.nowMs()
      waits.push(waitMs)
      await clock.pass(waitMs)
    }
    expect(waits).toEqual(liveDefaults.supervisor.retryDelaysMs.slice(0, 3))
    await last().join()
    await clock.pass(liveDefaults.supervisor.healthyAfterMs + 1)
    last().events.onEnded(wallError('media_unreachable'))
    expect(session.media).toBeUndefined()
    expect(session.isAlive).toBe(false)
    expect(session.observation).toMatchObject({
      phase: 'lost',
      sinceMs: clock.nowMs(),
      error: { code: 'media_unreachable' },
      nextTryAtMs: clock.nowMs() + (liveDefaults.supervisor.retryDelaysMs[0] ?? 0),
    })
  })

  it('does not dial at once for a link that breaks again and again', async () => {
    const { session, clock, links, last, draw, present } = await joined()
    last().events.onWounded()
    await last().wounded()
    expect(links).toHaveLength(2)
    await last().join()
    draw()
    present()
    await last().wounded()
    expect(links).toHaveLength(2)
    expect(session.observation.nextTryAtMs).toBeGreaterThan(clock.nowMs())
  })

  it('asks its link for what its tile needs, and one that is being dialled too', async () => {
    const { session, links, last } = await makeStage()
    expect(last().wishes).toEqual([{ isEnabled: true, isAudible: false, widthPx: 640, heightPx: 360 }])
    await last().join()
    await last().wounded()
    session.setAudible(true)
    session.require({ ...live, widthPx: 1_280, heightPx: 720 })
    const wish = { isEnabled: true, isAudible: true, widthPx: 1_280, heightPx: 720 }
    expect(links.map(({ wishes }) => wishes.at(-1))).toEqual([wish, wish])
    const before = last().wishes.length
    session.setAudible(true)
    expect(last().wishes).toHaveLength(before)
  })

  it('leaves its rooms when it is disposed, also one that is being joined, and dials no more', async () => {
    const { session, clock, links, last } = await joined()
    await last().wounded()
    await session.dispose()
    expect(links.map(({ isDisposed }) => isDisposed)).toEqual([true, true])
    await clock.pass(600_000)
    expect(links).toHaveLength(2)
    expect(await session.connect(() => undefined)).toBe('cancelled')
  })

  it.each(['ticket_refused', 'media_unreachable'] as const)(
    'tries no more once it is disposed while it waits after %s',
    async (code) => {
      const { session, clock, links, last } = await makeStage()
      await last().refuse(code)
      await session.dispose()
      await clock.pass(600_000)
      expect(links).toHaveLength(1)
    },
  )

  it('is cancelled, and has not failed, when it is disposed during a dial', async () => {
    const { session } = await makeStage()
    const dialled = session.connect(() => undefined)
    await session.dispose()
    expect(await dialled).toBe('cancelled')
    expect(session.observation.error).toBeUndefined()
  })

  it('never gives up, never dials twice at a time and never storms, whatever fails', async () => {
    const codes: WallErrorCode[] = [
      'media_unreachable',
      'timeout',
      'ticket_refused',
      'key_rejected',
      'not_found',
    ]
    const events = fc.array(
      fc.oneof(
        fc.constantFrom(...codes).map((code) => ({ kind: 'refuse' as const, code })),
        fc.constant({ kind: 'join' as const }),
        fc.constant({ kind: 'wound' as const }),
        fc.constant({ kind: 'end' as const }),
        fc.integer({ min: 1, max: 40_000 }).map((ms) => ({ kind: 'pass' as const, ms })),
      ),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(events, async (history) => {
        const { clock, links, session, last } = await makeStage()
        const startedAtMs = clock.nowMs()
        const settled = new Set<FakeLink>()
        for (const event of history) {
          const link = last()
          if (event.kind === 'pass') await clock.pass(event.ms)
          else if (event.kind === 'wound') link.events.onWounded()
          else if (event.kind === 'end') link.events.onEnded(wallError('media_unreachable'))
          else if (!settled.has(link)) {
            settled.add(link)
            if (event.kind === 'join') await link.join()
            else await link.refuse(event.code)
          }
          await settle()
          expect(links.filter((one) => !settled.has(one) && !one.isDisposed).length).toBeLessThanOrEqual(1)
          const seconds = (clock.nowMs() - startedAtMs) / 1_000
          expect(links.length).toBeLessThanOrEqual(history.length * 2 + seconds * 8 + 2)
        }
        for (let tries = 0; tries < 4 && !session.isAlive; tries += 1) {
          await clock.pass(120_000)
          await last().join()
        }
        expect(session.isAlive).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
