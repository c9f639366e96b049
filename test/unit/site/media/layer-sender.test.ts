import { type RtcpPacket, RtcpSrPacket, RtpHeader, RtpPacket } from 'werift'
import { describe, expect, test } from 'vitest'
import type { AccessUnit } from '#site/media/annexb.ts'
import { LayerSender } from '#site/media/layer-sender.ts'
import { ntpTime } from '#site/media/rtp-payload.ts'

const nowMs = 1_795_248_237_065

function createSender(historyPackets = 64) {
  const packets: Buffer[] = []
  const reports: RtcpPacket[] = []
  let protectedCount = 0
  const sender = new LayerSender({
    ssrc: 1234,
    payloadType: 102,
    cname: 'camera',
    extensions: [{ id: 1, payload: Buffer.from('0') }],
    maxPayloadBytes: 100,
    historyPackets,
    way: {
      protect: (payload: Buffer, header: RtpHeader) => {
        protectedCount++
        return new RtpPacket(header, payload).serialize()
      },
      send: (packet) => packets.push(packet),
      sendReport: (sent) => reports.push(...sent),
    },
  })
  const headers = () => packets.map((packet) => RtpPacket.deSerialize(packet).header)
  return { sender, packets, reports, headers, protectedCount: () => protectedCount }
}

function picture(isKeyFrame: boolean, bytes = 250): AccessUnit {
  const nal = Buffer.alloc(bytes, 7)
  nal[0] = isKeyFrame ? 0x65 : 0x41
  return { isKeyFrame, nals: [nal], bytes }
}

describe('sending a layer', () => {
  test('packets of a picture have one timestamp, following numbers and a marker on the last', () => {
    const { sender, headers } = createSender()
    sender.send(picture(true), nowMs)
    const [first, second, third] = headers()
    expect(headers()).toHaveLength(3)
    expect(headers().map(({ marker }) => marker)).toEqual([false, false, true])
    expect(new Set(headers().map(({ timestamp }) => timestamp)).size).toBe(1)
    expect([second?.sequenceNumber, third?.sequenceNumber]).toEqual([
      (first?.sequenceNumber ?? 0) + 1,
      (first?.sequenceNumber ?? 0) + 2,
    ])
  })

  test('a stream begins with a key frame', () => {
    const { sender, packets } = createSender()
    sender.send(picture(false), nowMs)
    expect(packets).toHaveLength(0)
    sender.send(picture(true), nowMs + 67)
    expect(packets.length).toBeGreaterThan(0)
  })

  test('a layer that nobody watches sends nothing, and wakes with a key frame', () => {
    const { sender, packets } = createSender()
    sender.send(picture(true), nowMs)
    sender.setEnabled(false)
    const before = packets.length
    sender.send(picture(true), nowMs + 67)
    sender.setEnabled(true)
    sender.send(picture(false), nowMs + 133)
    expect(packets).toHaveLength(before)
    sender.send(picture(true), nowMs + 200)
    expect(packets.length).toBeGreaterThan(before)
  })

  test('a lost packet is sent again byte by byte, without encrypting it anew', () => {
    const { sender, packets, headers, protectedCount } = createSender()
    sender.send(picture(true), nowMs)
    const before = protectedCount()
    sender.retransmit([headers()[1]?.sequenceNumber ?? -1])
    expect(packets.at(-1)).toBe(packets[1])
    expect(protectedCount()).toBe(before)
  })

  test('a packet that is no longer kept is not replaced by another', () => {
    const { sender, packets, headers } = createSender(4)
    sender.send(picture(true), nowMs)
    sender.send(picture(false), nowMs + 67)
    const before = packets.length
    sender.retransmit([headers()[0]?.sequenceNumber ?? -1])
    expect(packets).toHaveLength(before)
  })

  test('sequence numbers go round', () => {
    const { sender, headers } = createSender()
    sender.send(picture(true, 50), nowMs)
    for (let at = 1; at < 70_000; at++) sender.send(picture(false, 50), nowMs + at)
    const numbers = headers().map(({ sequenceNumber }) => sequenceNumber)
    const jumps = numbers.filter((number, at) => at > 0 && number !== ((numbers[at - 1] ?? 0) + 1) % 65_536)
    expect(jumps).toEqual([])
  })

  test('a report tells true wall-clock time and the timestamp that belongs to it', () => {
    const { sender, reports, headers } = createSender()
    sender.send(picture(true), nowMs)
    sender.report(nowMs + 500)
    const report = reports.find((packet) => packet instanceof RtcpSrPacket)
    expect(report?.senderInfo.ntpTimestamp).toBe(ntpTime(nowMs + 500))
    expect(report?.senderInfo.rtpTimestamp).toBe(((headers()[0]?.timestamp ?? 0) + 45_000) % 2 ** 32)
    expect(report?.senderInfo.packetCount).toBe(3)
  })
})
