import {
  DisconnectReason,
  JoinRequest,
  JoinResponse,
  LeaveRequest,
  ParticipantInfo,
  RoomMovedResponse,
  SignalResponse,
} from '@livekit/protocol'
import * as fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inspectSignal, joinIntent, readProtobuf } from '#main/core/relay/signal-inspector.ts'
import { parseSignallingTarget } from '#main/core/relay/signalling-target.ts'
import { joinPath, tokenOf } from './page-double.ts'

const token = tokenOf({ sub: 'x' })

function intentOf(pathAndQuery: string) {
  const target = parseSignallingTarget(pathAndQuery)
  if (target === undefined) throw new Error('not a signalling path')
  return joinIntent(target)
}

describe('inspectSignal', () => {
  it('keeps a refreshed token and forwards nothing', () => {
    const message = new SignalResponse({ message: { case: 'refreshToken', value: token } }).toBinary()
    expect([...message.subarray(0, 2)]).toEqual([0x82, 0x01])
    expect(inspectSignal(message)).toEqual({ forward: undefined, refreshedToken: token })
  })

  it('keeps the token of a moved room and forwards nothing', () => {
    const value = new RoomMovedResponse({ token })
    const message = new SignalResponse({ message: { case: 'roomMoved', value } }).toBinary()
    expect(inspectSignal(message)).toEqual({ forward: undefined, refreshedToken: token })
  })

  it('reads the session from the join response and forwards it as it is', () => {
    const value = new JoinResponse({
      participant: new ParticipantInfo({ sid: 'PA_x' }),
      serverVersion: '1.13.5',
    })
    const message = new SignalResponse({ message: { case: 'join', value } }).toBinary()
    const seen = inspectSignal(message)
    expect(seen.participantSid).toBe('PA_x')
    expect(seen.forward).toBe(message)
  })

  it.each([
    [DisconnectReason.PARTICIPANT_REMOVED, true],
    [DisconnectReason.SERVER_SHUTDOWN, undefined],
  ])('knows whether an end, for reason %j, is by the platform’s order', (reason, isRemoved) => {
    const value = new LeaveRequest({ canReconnect: true, reason })
    const message = new SignalResponse({ message: { case: 'leave', value } }).toBinary()
    expect(inspectSignal(message)).toEqual({ forward: message, isRemoved })
  })

  it('forwards no token with the word that it was removed', () => {
    const value = new LeaveRequest({ reason: DisconnectReason.PARTICIPANT_REMOVED })
    const leave = new SignalResponse({ message: { case: 'leave', value } }).toBinary()
    const refreshed = new SignalResponse({ message: { case: 'refreshToken', value: token } }).toBinary()
    expect(inspectSignal(Buffer.concat([leave, refreshed])).forward).toBeUndefined()
    const other = Buffer.concat([leave, Buffer.from([0x7a, token.length]), Buffer.from(token)])
    expect(Buffer.from(inspectSignal(other).forward ?? []).toString('latin1')).toBe(
      other.toString('latin1').replace(token, '*'.repeat(token.length)),
    )
  })

  it('blanks a token anywhere else without changing a length', () => {
    const participant = new ParticipantInfo({ sid: 'PA_x', metadata: `{"t":"${token}"}` })
    const value = new JoinResponse({ participant })
    const message = new SignalResponse({ message: { case: 'join', value } }).toBinary()
    const { forward } = inspectSignal(message)
    const read = SignalResponse.fromBinary(forward ?? new Uint8Array())
    expect(read.message.case === 'join' && read.message.value.participant?.metadata).toBe(
      `{"t":"${'*'.repeat(token.length)}"}`,
    )
  })

  it('finds a token behind another field of the same message', () => {
    const both = Buffer.concat([
      new SignalResponse({ message: { case: 'pong', value: 1n } }).toBinary(),
      new SignalResponse({ message: { case: 'refreshToken', value: token } }).toBinary(),
    ])
    expect(inspectSignal(both).forward).toBeUndefined()
  })

  it('never forwards a token, wherever it is put into whatever bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (before, after) => {
        const bytes = Buffer.concat([before, Buffer.from(token), after])
        const { forward } = inspectSignal(bytes)
        return forward === undefined || !Buffer.from(forward).includes(token)
      }),
    )
  })

  it('knows no session from a join response that names none, and no token from a field that holds none', () => {
    const joined = new SignalResponse({ message: { case: 'join', value: new JoinResponse() } }).toBinary()
    expect(inspectSignal(joined)).toEqual({ forward: joined, participantSid: undefined })
    const moved = new SignalResponse({ message: { case: 'roomMoved', value: new RoomMovedResponse() } })
    expect(inspectSignal(moved.toBinary())).toEqual({ forward: undefined, refreshedToken: undefined })
    // 16 as a number, not as a text.
    const number = Uint8Array.of(0x80, 0x01, 0x05)
    expect(inspectSignal(number).forward).toBe(number)
  })

  it('withholds what cannot be read', () => {
    for (const bytes of [[0x0b], [0x82, 0x01, 0x7f], [0x00], [0x80]]) {
      expect(inspectSignal(Uint8Array.from(bytes)).forward).toBeUndefined()
    }
  })
})

describe('readProtobuf', () => {
  it('sees the same top-level fields as the official reader', () => {
    const message = new JoinRequest({ metadata: 'm', reconnect: true, participantSid: 'PA_1' })
    expect(readProtobuf(message.toBinary())?.map((field) => field.number)).toEqual([3, 7, 9])
  })

  const nine = Array<number>(9).fill(0xff)
  it.each<[string, number[], object[] | undefined]>([
    ['nothing', [], []],
    ['a number of two bytes', [0x08, 0x96, 0x01], [{ number: 1, value: 150n }]],
    ['the longest number', [0x08, ...nine, 0x01], [{ number: 1, value: 2n ** 64n - 1n }]],
    ['a longer one', [0x08, ...nine, 0x80, 0x01], undefined],
    ['a number that is cut', [0x08, 0x96], undefined],
    [
      'eight bytes and more',
      [0x09, ...Array<number>(8).fill(7), 0x10, 5],
      [{ number: 1 }, { number: 2, value: 5n }],
    ],
    ['eight bytes that are cut', [0x09, ...Array<number>(7).fill(7)], undefined],
    ['four bytes and more', [0x0d, 7, 7, 7, 7, 0x10, 5], [{ number: 1 }, { number: 2, value: 5n }]],
    ['four bytes that are cut', [0x0d, 7, 7, 7], undefined],
    [
      'a text and more',
      [0x12, 2, 65, 66, 0x10, 5],
      [
        { number: 2, bytes: Uint8Array.of(65, 66) },
        { number: 2, value: 5n },
      ],
    ],
    ['a text to the end', [0x12, 1, 65], [{ number: 2, bytes: Uint8Array.of(65) }]],
    ['a text that is cut', [0x12, 3, 65, 66], undefined],
    ['a text without a length', [0x12], undefined],
    ['the field 0', [0x00, 0x00], undefined],
    ['the highest field', [0xf8, 0xff, 0xff, 0xff, 0x0f, 1], [{ number: 0x1fff_ffff, value: 1n }]],
    ['a higher one', [0x80, 0x80, 0x80, 0x80, 0x10, 1], undefined],
    ['a group', [0x0b], undefined],
    ['its end', [0x0c], undefined],
    ['a kind that does not exist', [0x0e, 1], undefined],
  ])('reads %s', (_what, bytes, fields) => {
    // From the middle of a larger piece, as messages come.
    expect(readProtobuf(Uint8Array.of(9, ...bytes, 9).subarray(1, -1))).toEqual(fields)
  })

  it('never throws and never reads outside of the message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const field of readProtobuf(bytes) ?? []) {
          if (
            field.bytes &&
            field.bytes.byteOffset + field.bytes.byteLength > bytes.byteOffset + bytes.byteLength
          ) {
            return false
          }
        }
        return true
      }),
    )
  })
})

const wrapped = (...bytes: number[]) => `/rtc/v1?join_request=${Buffer.from(bytes).toString('base64url')}`

describe('joinIntent', () => {
  it('tells a join from a resume on both paths', () => {
    expect(intentOf(joinPath({ metadata: 'x' }))).toEqual({ kind: 'join' })
    expect(intentOf(joinPath({ metadata: 'x' }, false))).toEqual({ kind: 'join' })
    expect(intentOf('/rtc?auto_subscribe=1')).toEqual({ kind: 'join' })
    const resume = { kind: 'resume', participantSid: 'PA_1' }
    expect(intentOf(joinPath({ reconnect: true, participantSid: 'PA_1' }))).toEqual(resume)
    expect(intentOf('/rtc?reconnect=1&sid=PA_1')).toEqual(resume)
  })

  it.each<[string, string, object]>([
    ['an answer of no to reconnect', wrapped(0x12, 2, 0x38, 0), { kind: 'join' }],
    ['a later no', wrapped(0x12, 4, 0x38, 1, 0x38, 0), { kind: 'join' }],
    ['a session without a name', wrapped(0x12, 2, 0x38, 1), { kind: 'resume', participantSid: '' }],
    ['the same on the older path', '/rtc?reconnect=1', { kind: 'resume', participantSid: '' }],
    ['a no on the older path', '/rtc?reconnect=0&sid=PA_1', { kind: 'join' }],
    ['no request in its wrapping', wrapped(0x08, 0), { kind: 'unreadable' }],
    ['a request that is none', wrapped(0x12, 1, 0x0b), { kind: 'unreadable' }],
    ['a wrapping that is none', wrapped(0x12, 2, 0x38, 1, 0x0b), { kind: 'unreadable' }],
    ['one that is said to be packed', wrapped(0x08, 1, 0x12, 2, 0x38, 1), { kind: 'unreadable' }],
  ])('reads %s as what it is', (_what, path, intent) => expect(intentOf(path)).toEqual(intent))

  it('unpacks no bomb', () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const length = Buffer.from([
      (bomb.length & 0x7f) | 0x80,
      ((bomb.length >> 7) & 0x7f) | 0x80,
      bomb.length >> 14,
    ])
    const wrapped = Buffer.concat([Buffer.from([0x08, 1, 0x12]), length, bomb])
    expect(intentOf(`/rtc/v1?join_request=${wrapped.toString('base64url')}`)).toEqual({ kind: 'unreadable' })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        intentOf(`/rtc/v1?join_request=${encodeURIComponent(text)}`)
      }),
    )
  })
})
