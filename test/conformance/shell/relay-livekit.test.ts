import {
  ClientInfo,
  ClientInfo_SDK,
  ConnectionSettings,
  type JoinResponse,
  LeaveRequest,
  SignalRequest,
  SignalResponse,
} from '@livekit/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '#contract/result.ts'
import { relayKinds } from '#contract/wall/relay.ts'
import { ResumeTokens } from '#main/core/relay/resume-tokens.ts'
import { describeWithLivekit, LivekitStand } from '../media/livekit-stand.ts'
import { viewerToken } from '../media/viewer-page.ts'
import { joinPath, PageDouble, TicketsDouble } from '../../unit/main/core/relay/page-double.ts'

const clientInfo = new ClientInfo({ sdk: ClientInfo_SDK.JS, protocol: 16, version: '2.23.0' })
const connectionSettings = new ConnectionSettings({ autoSubscribe: true })

describeWithLivekit('the signalling relay before a real media server', () => {
  let media: LivekitStand
  let url: string
  let tickets: TicketsDouble
  let page: PageDouble

  beforeAll(async () => {
    media = await LivekitStand.create()
    url = (await media.start()).url
  })
  afterAll(() => media.dispose())
  beforeEach(() => {
    tickets = new TicketsDouble(url)
    tickets.answer = async (cameraId) => ok({ token: await ticket(cameraId), url })
    page = new PageDouble(tickets)
    page.nowMs = Date.now()
  })
  afterEach(() => page.relay.dispose())

  const ticket = (cameraId: string, ttl?: number) => viewerToken(media.access, cameraId, ttl)

  async function joinResponse(channel: number): Promise<JoinResponse> {
    const first = SignalResponse.fromBinary(await page.frame(channel, relayKinds.binary))
    if (first.message.case !== 'join') throw new Error(`expected a join, got ${first.message.case}`)
    return first.message.value
  }

  it.each([
    { path: '/rtc/v1', pathAndQuery: joinPath({ clientInfo, connectionSettings }) },
    { path: '/rtc', pathAndQuery: '/rtc?auto_subscribe=1&sdk=js&protocol=16&version=2.23.0' },
  ])('joins the room of a camera over $path', async ({ pathAndQuery }) => {
    page.open(1, 'camera-1', pathAndQuery)
    await page.opened(1)
    expect((await joinResponse(1)).room?.name).toBe('camera-1')
  })

  it('lets no token into any frame towards the page', async () => {
    const kept = vi.spyOn(ResumeTokens.prototype, 'keep')
    page.open(1, 'camera-1', joinPath({ clientInfo, connectionSettings }))
    await joinResponse(1)
    // The server pushes a fresh token right after the join; it stays here.
    await expect.poll(() => kept.mock.calls.length).toBe(1)
    expect(page.received()).not.toContain('eyJ')
    expect(page.logged.join()).not.toContain('eyJ')
  })

  it('joins sixteen cameras in parallel', async () => {
    const channels = Array.from({ length: 16 }, (_, index) => index + 1)
    for (const channel of channels) {
      page.open(channel, `camera-${channel}`, joinPath({ clientInfo, connectionSettings }))
    }
    const rooms = await Promise.all(channels.map(async (channel) => (await joinResponse(channel)).room?.name))
    expect(rooms).toEqual(channels.map((channel) => `camera-${channel}`))
  })

  it.each([
    { what: 'an expired', token: async () => ticket('camera-1', -600) },
    { what: 'a forged', token: async () => `${(await ticket('camera-1')).slice(0, -8)}AAAAAAAA` },
    { what: 'no', token: async () => '' },
  ])('is told that $what ticket is refused', async ({ token }) => {
    tickets.answer = async () => ok({ token: await token(), url })
    page.open(1, 'camera-1', joinPath({ clientInfo, connectionSettings }))
    expect(await page.failed(1)).toMatchObject({ code: 'ticket_refused' })
    expect(page.received()).not.toContain('eyJ')
  })

  it('ends the session at the server when the page leaves', async () => {
    page.open(1, 'camera-1', joinPath({ clientInfo, connectionSettings }))
    await joinResponse(1)
    const leave = new SignalRequest({ message: { case: 'leave', value: new LeaveRequest() } })
    page.binary(1, leave.toBinary())
    expect(await page.closed(1)).toMatchObject({ code: expect.any(Number) })
  })
})
