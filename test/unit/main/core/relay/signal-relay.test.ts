import {
  DisconnectReason,
  JoinResponse,
  LeaveRequest,
  ParticipantInfo,
  SignalRequest,
  SignalResponse,
} from '@livekit/protocol'
import * as fc from 'fast-check'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { ok } from '#contract/result.ts'
import { encodeRelayFrame, RELAY_MAX_FRAME_BYTES, relayKinds } from '#contract/wall/relay.ts'
import { MediaServerDouble } from './media-server-double.ts'
import { joinPath, PageDouble, TicketsDouble, ticketOf, tokenOf } from './page-double.ts'

let media: MediaServerDouble
let tickets: TicketsDouble
let page: PageDouble

beforeEach(async () => {
  media = new MediaServerDouble()
  await media.start()
  tickets = new TicketsDouble(media.url)
  page = new PageDouble(tickets)
})
afterEach(() => page.relay.dispose())

function joined(participantSid: string): Uint8Array {
  const participant = new ParticipantInfo({ sid: participantSid, identity: 'wall' })
  return new SignalResponse({
    message: { case: 'join', value: new JoinResponse({ participant }) },
  }).toBinary()
}

function refresh(token: string): Uint8Array {
  return new SignalResponse({ message: { case: 'refreshToken', value: token } }).toBinary()
}

const pong = new SignalResponse({ message: { case: 'pong', value: 5n } }).toBinary()

describe('opening', () => {
  it('puts the ticket into the URL that it dials', async () => {
    await page.join(1, 'door')
    expect(media.dialled[0]?.pathname).toBe('/rtc/v1')
    expect(media.dialled[0]?.searchParams.getAll('access_token')).toEqual([ticketOf('door', 1)])
    expect(media.dialled[0]?.searchParams.get('join_request')).not.toBeNull()
  })

  it('lets a hung handshake block nobody, and tells of it in time', async () => {
    page.relay.dispose()
    page = new PageDouble(tickets, { handshakeTimeoutMs: 2_000 })
    media.handshake = () => (media.dialled.length === 1 ? 'hang' : 'accept')
    page.open(1, 'hung')
    await expect.poll(() => media.dialled.length).toBe(1)
    await page.join(2, 'well')
    expect(await page.failed(1)).toMatchObject({ code: 'timeout', exact: { code: 'media_slow' } })
  })

  it('passes on why there is no ticket', async () => {
    tickets.failWith(wallError('key_rejected'))
    page.open(1, 'door')
    expect(await page.failed(1)).toEqual(wallError('key_rejected'))
    expect(media.dialled).toEqual([])
  })

  it.each([
    { handshake: { status: 401 }, code: 'ticket_refused', exact: undefined },
    { handshake: { status: 403 }, code: 'ticket_refused', exact: undefined },
    { handshake: { status: 404 }, code: 'media_unreachable', exact: 'media_unknown_way' },
    { handshake: { status: 429 }, code: 'rate_limited', exact: 'media_busy' },
    { handshake: { status: 300 }, code: 'media_unreachable', exact: 'media_elsewhere' },
    { handshake: { status: 399 }, code: 'media_unreachable', exact: 'media_elsewhere' },
    { handshake: { status: 299 }, code: 'media_unreachable', exact: 'media_status' },
    { handshake: { status: 400 }, code: 'media_unreachable', exact: 'media_status' },
    { handshake: { status: 503 }, code: 'media_unreachable', exact: 'media_status' },
    { handshake: 'reset' as const, code: 'media_unreachable', exact: undefined },
  ])('calls $handshake $code, and $exact in words', async ({ handshake, code, exact }) => {
    media.handshake = () => handshake
    page.open(1, 'door')
    const error = await page.failed(1)
    expect([error.code, error.exact?.code]).toEqual([code, exact])
    if (exact === 'media_status') expect(error.exact?.values).toEqual(handshake)
    expect(tickets.givenBack).toHaveLength(code === 'media_unreachable' ? 1 : 0)
    // Its number is free again.
    page.open(1, 'door')
    await page.frame(1, relayKinds.failed, 1)
    expect(media.dialled).toHaveLength(2)
    // Spent or not: the ticket is in neither the answer nor the log.
    expect(page.received() + page.logged.join()).not.toContain('eyJ')
  })

  it('calls a port where nobody listens media_unreachable', async () => {
    const gone = new MediaServerDouble()
    await gone.start()
    await gone.stop()
    tickets.hosts = [new URL(gone.url).host]
    tickets.answer = async () => ok({ token: 't', url: gone.url })
    page.open(1, 'door')
    expect(await page.failed(1)).toMatchObject({ code: 'media_unreachable' })
  })

  it('gives the ticket back when nobody was there, and not when a media server has seen it', async () => {
    await page.join(1, 'door')
    await media.stop()
    page.open(2, 'door')
    expect((await page.failed(2)).code).toBe('media_unreachable')
    expect(tickets.givenBack).toEqual([{ token: ticketOf('door', 2), url: media.url }])
  })

  it('follows no redirect', async () => {
    const elsewhere = new MediaServerDouble()
    await elsewhere.start()
    media.handshake = () => ({ status: 302, location: `${elsewhere.url}/rtc/v1` })
    page.open(1, 'door')
    expect(await page.failed(1)).toMatchObject({ code: 'media_unreachable' })
    expect(elsewhere.dialled).toEqual([])
  })
})

/** What comes now finds a socket that is not open yet. */
async function dialling(): Promise<void> {
  const lookedUp = vi.spyOn(tickets, 'lookupFor')
  for (let turns = 0; turns < 100 && lookedUp.mock.calls.length === 0; turns += 1) await Promise.resolve()
}

describe('relaying', () => {
  it('passes on that the platform has removed the page, after older tickets were dropped', async () => {
    const value = new LeaveRequest({ reason: DisconnectReason.PARTICIPANT_REMOVED })
    const leave = new SignalResponse({ message: { case: 'leave', value } }).toBinary()
    media.onSocket = (socket) => socket.send(leave)
    page.open(1, 'door')
    expect(Buffer.from(await page.frame(1, relayKinds.binary))).toEqual(Buffer.from(leave))
    expect(tickets.withdrawn).toEqual(['door'])
  })

  it('carries binary messages both ways', async () => {
    media.onSocket = (socket) => socket.on('message', (data: Buffer) => socket.send(data))
    await page.join(1, 'door')
    page.binary(1, pong)
    expect(await page.frame(1, relayKinds.binary)).toEqual(Uint8Array.from(pong))
  })

  it('tells the code and reason with which the media server closed', async () => {
    media.onSocket = (socket) => socket.close(4_002, 'moved')
    page.open(1, 'door')
    expect(await page.closed(1)).toEqual({ code: 4_002, reason: 'moved' })
  })

  it('tells an abnormal end as 1006', async () => {
    media.onSocket = (socket) => socket.terminate()
    page.open(1, 'door')
    expect(await page.closed(1)).toMatchObject({ code: 1_006 })
  })

  it('closes the media side when the page closes, with any code a page may name', async () => {
    page.relay.dispose()
    page = new PageDouble(tickets, { maxChannels: 1 })
    const codes: number[] = []
    media.onSocket = (socket) => socket.on('close', (code) => codes.push(code))
    const asked = [1_000, 1_001, 1_004, 1_005, 1_006, 1_014, 1_015, 2_500, 2_999, 3_000, 4_321, 4_999]
    for (const [index, code] of asked.entries()) {
      page.open(index + 1, 'door')
      await page.opened(index + 1)
      page.json(index + 1, relayKinds.close, { code, reason: 'é'.repeat(100) })
    }
    await expect.poll(() => codes.length).toBe(asked.length)
    const unsendable = Array<number>(6).fill(1_000)
    expect(codes.toSorted((a, b) => a - b)).toEqual([1_000, ...unsendable, 1_001, 1_014, 3_000, 4_321, 4_999])
  })

  it.each([
    ['done', 'done'],
    [`${'é'.repeat(61)}x`, `${'é'.repeat(61)}x`],
    ['é'.repeat(62), '?'.repeat(62)],
    ['x'.repeat(150), 'x'.repeat(123)],
  ])('tells the media server why: %s', async (reason, told) => {
    const closed = Promise.withResolvers<string>()
    media.onSocket = (socket) => socket.on('close', (_code, why) => closed.resolve(why.toString()))
    await page.join(1, 'door')
    page.json(1, relayKinds.close, { code: 1_000, reason })
    expect(await closed.promise).toBe(told)
  })

  it('keeps what the page sends before the media server has answered, and drops what comes before it is dialled', async () => {
    media.onSocket = (socket) => socket.on('message', (data: Buffer) => socket.send(data))
    page.open(1, 'door')
    page.binary(1, pong)
    await dialling()
    for (const value of [1n, 2n])
      page.binary(1, new SignalResponse({ message: { case: 'pong', value } }).toBinary())
    const echoes = [await page.frame(1, relayKinds.binary), await page.frame(1, relayKinds.binary, 1)]
    expect(echoes.map((echo) => SignalResponse.fromBinary(echo).message.value)).toEqual([1n, 2n])
  })

  it('keeps no more of it than there is room for', async () => {
    page.relay.dispose()
    page = new PageDouble(tickets, { maxEarlyBytes: 10 })
    media.handshake = () => 'hang'
    page.open(1, 'door')
    await dialling()
    page.binary(1, Buffer.alloc(6))
    page.binary(1, Buffer.alloc(4))
    expect(page.frames).toEqual([])
    page.binary(1, Buffer.alloc(1))
    expect(await page.closed(1)).toMatchObject({ code: 1_008 })
    // Whatever becomes of the handshake: this was the channel's last word.
    page.binary(1, pong)
    expect(page.frames).toHaveLength(1)
    page.open(1, 'door')
    await Promise.resolve()
    expect(tickets.taken).toHaveLength(2)
  })

  it('gives up a dial whose page has closed the channel meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { answer } = tickets
    tickets.answer = async (...of) => {
      await promise
      return answer(...of)
    }
    page.open(1, 'door')
    page.json(1, relayKinds.close, { code: 1_000, reason: '' })
    resolve()
    await page.join(2, 'door')
    expect(media.dialled).toHaveLength(1)
    expect(tickets.givenBack).toEqual([{ token: ticketOf('door', 1), url: media.url }])
    expect(page.frames.filter(({ channel }) => channel === 1)).toEqual([])
  })

  it('leaves every room, and closes its connection, when the page is gone', async () => {
    const closed: Promise<unknown[]>[] = []
    const said: string[] = []
    media.onSocket = (socket) => {
      closed.push(once(socket, 'close'))
      socket.on('message', (data: Buffer) => said.push(SignalRequest.fromBinary(data).toJsonString()))
    }
    for (const channel of [1, 2, 3]) page.open(channel, 'door')
    await Promise.all([page.opened(1), page.opened(2), page.opened(3)])
    page.session.leave()
    page.session.leave()
    for (const [code, reason] of await Promise.all(closed))
      expect([code, String(reason)]).toEqual([1_001, 'page gone'])
    expect(said).toEqual(Array(3).fill('{"leave":{"reason":"CLIENT_INITIATED"}}'))
    // What is on its way from it is no matter any more.
    page.session.receive(Uint8Array.of(0))
    page.open(4, 'door')
    expect(tickets.taken).toHaveLength(3)
    expect(page.frames).toHaveLength(3)
  })

  it('closes a channel whose media server sends more than fits into a frame', async () => {
    media.onSocket = (socket) => socket.send(Buffer.alloc(RELAY_MAX_FRAME_BYTES))
    await page.join(1, 'door')
    await page.closed(1)
    expect(page.frames.some((frame) => frame.kind === relayKinds.binary)).toBe(false)
  })

  it('closes a channel whose media server does not read', async () => {
    page.relay.dispose()
    page = new PageDouble(tickets, { maxWaitingBytes: 200_000 })
    media.onSocket = (socket) => socket.pause()
    await page.join(1, 'door')
    while (!page.frames.some((frame) => frame.kind === relayKinds.close)) {
      page.binary(1, Buffer.alloc(400_000))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await page.closed(1)).toMatchObject({ code: 1_008 })
  })

  it('never lets a text through, in which tokens would not be recognised', async () => {
    const closed = Promise.withResolvers<unknown[]>()
    media.onSocket = (socket) => {
      closed.resolve(once(socket, 'close'))
      socket.send(JSON.stringify({ refreshToken: ticketOf('x', 1) }))
    }
    page.open(1, 'door')
    expect(await page.closed(1)).toMatchObject({ code: 1_003 })
    const [code, reason] = await closed.promise
    expect([code, String(reason)]).toEqual([1_003, 'text'])
    expect(page.received()).not.toContain('eyJ')
    page.open(1, 'door')
    await Promise.resolve()
    expect(tickets.taken).toHaveLength(2)
  })
})

describe('renewed tokens', () => {
  const renewed = tokenOf({ exp: 1_700_000_600, sub: 'renewed' })
  const resumePath = joinPath({ reconnect: true, participantSid: 'PA_1' })

  async function joinAndRenew(): Promise<void> {
    media.onSocket = (socket) => {
      for (const message of [joined('PA_1'), pong, refresh(renewed), pong]) socket.send(message)
    }
    page.open(1, 'door')
    await page.frame(1, relayKinds.binary, 2)
    media.onSocket = () => {}
  }

  it('are kept from the page', async () => {
    await joinAndRenew()
    expect(page.frames.map((frame) => Buffer.from(frame.payload))).toEqual([
      Buffer.alloc(0),
      Buffer.from(joined('PA_1')),
      Buffer.from(pong),
      Buffer.from(pong),
    ])
  })

  it.each([
    { way: '/rtc/v1', path: resumePath },
    { way: '/rtc/v1 unpacked', path: joinPath({ reconnect: true, participantSid: 'PA_1' }, false) },
    { way: '/rtc', path: '/rtc?reconnect=1&sid=PA_1&access_token=page' },
  ])('resume the session that they belong to, over $way', async ({ path }) => {
    await joinAndRenew()
    await page.join(2, 'door', path)
    expect(media.dialled[1]?.searchParams.get('access_token')).toBe(renewed)
    expect(tickets.taken).toEqual(['door'])
  })

  it.each([
    { what: 'a session that nobody knows', cameraId: 'door', sid: 'PA_2' },
    { what: "another camera's session", cameraId: 'gate', sid: 'PA_1' },
  ])('do not resume $what: the page must join anew', async ({ cameraId, sid }) => {
    await joinAndRenew()
    page.open(2, cameraId, joinPath({ reconnect: true, participantSid: sid }))
    expect(await page.failed(2)).toMatchObject({
      code: 'ticket_refused',
      exact: { code: 'session_not_resumed' },
    })
    expect(tickets.taken).toEqual(['door'])
    expect(media.dialled).toHaveLength(1)
  })

  it('are not used after their end', async () => {
    await joinAndRenew()
    page.nowMs = 1_700_000_600_000
    page.open(2, 'door', resumePath)
    expect(await page.failed(2)).toMatchObject({ code: 'ticket_refused' })
  })

  it('are forgotten once the media server refuses them', async () => {
    await joinAndRenew()
    media.handshake = () => ({ status: 401 })
    page.open(2, 'door', resumePath)
    expect(await page.failed(2)).toMatchObject({ code: 'ticket_refused' })
    media.handshake = () => 'accept'
    page.open(3, 'door', resumePath)
    expect(await page.failed(3)).toMatchObject({ code: 'ticket_refused' })
    expect(media.dialled).toHaveLength(2)
  })

  it('are kept while the media server is only away, and replaced by what a resumed session is given', async () => {
    await joinAndRenew()
    media.handshake = () => ({ status: 503 })
    page.open(2, 'door', resumePath)
    expect(await page.failed(2)).toMatchObject({ code: 'media_unreachable' })
    const again = tokenOf({ exp: 1_700_000_900, sub: 'again' })
    media.handshake = () => 'accept'
    media.onSocket = (socket) => {
      for (const message of [refresh(again), pong]) socket.send(message)
    }
    page.open(3, 'door', resumePath)
    await page.frame(3, relayKinds.binary)
    await page.join(4, 'door', resumePath)
    expect(media.dialled.map((url) => url.searchParams.get('access_token')).slice(2)).toEqual([
      renewed,
      again,
    ])
  })

  it('do not resume at a host that is no longer configured', async () => {
    await joinAndRenew()
    tickets.hosts = []
    page.open(2, 'door', resumePath)
    expect(await page.failed(2)).toMatchObject({ code: 'host_not_allowed' })
  })
})

describe('strangers', () => {
  it('change nothing, whatever bytes they send', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        // Kind 1 with a whole request would be a page of ours.
        page.session.receive(bytes)
        return tickets.taken.length === 0
      }),
    )
    expect(media.dialled).toEqual([])
  })

  it.each([
    '{}',
    'null',
    '{"cameraId":""}',
    '{"cameraId":"a","pathAndQuery":"/twirp"}',
    `{"cameraId":"${'a'.repeat(300)}","pathAndQuery":"/rtc"}`,
  ])('open nothing with %s', async (text) => {
    page.session.receive(encodeRelayFrame(1, relayKinds.open, Buffer.from(text)))
    expect(await page.failed(1)).toMatchObject({ code: 'bad_request' })
    expect(tickets.taken).toEqual([])
  })

  it('are told when a join request is no join request', async () => {
    page.open(1, 'door', '/rtc/v1?join_request=%00%ff')
    expect(await page.failed(1)).toMatchObject({ code: 'bad_request' })
    page.open(2, 'door', '/rtc/v1')
    expect(await page.failed(2)).toMatchObject({ code: 'bad_request' })
  })

  it('do not open more channels than there is room for', async () => {
    page.relay.dispose()
    page = new PageDouble(tickets, { maxChannels: 2 })
    for (const channel of [1, 2, 3]) page.open(channel, 'door')
    expect(await page.failed(3)).toMatchObject({
      code: 'bad_request',
      exact: { code: 'too_many_media_connections' },
    })
    expect(tickets.taken).toHaveLength(2)
  })

  it.each([
    ['a kind that only main sends', relayKinds.opened, ''],
    ['another one', relayKinds.failed, '{}'],
    ['bytes for a channel that has just died', relayKinds.binary, 'x'],
    ['the end of it', relayKinds.close, '{"code":1000,"reason":""}'],
    ['an end that is none', relayKinds.close, '{"code":1}'],
  ])('are not answered: %s', (_what, kind, text) => {
    page.session.receive(encodeRelayFrame(9, kind, Buffer.from(text)))
    expect(page.frames).toEqual([])
  })

  it('that end a channel in no words we know end it', async () => {
    const closed = Promise.withResolvers<number>()
    media.onSocket = (socket) => socket.on('close', closed.resolve)
    await page.join(1, 'door')
    page.session.receive(encodeRelayFrame(1, relayKinds.close, Buffer.from('{')))
    expect(await closed.promise).toBe(1_000)
  })

  it('cannot take over a channel that is in use', async () => {
    await page.join(1, 'door')
    page.open(1, 'gate')
    expect(tickets.taken).toEqual(['door'])
  })
})
