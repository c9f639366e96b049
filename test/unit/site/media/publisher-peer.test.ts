import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPublisherPeer } from '#site/media/publisher-peer.ts'

/** The address of each datagram that was sent, whichever of the forms of `send` was used. */
function destinations(calls: readonly (readonly unknown[])[]): unknown[] {
  return calls.map((args) => args.findLast((arg) => typeof arg === 'string'))
}

describe('the connection of a camera', () => {
  afterEach(() => vi.restoreAllMocks())

  test('asks no name server and sends to no address but loopback while it looks for its own addresses', async () => {
    const lookups = [vi.spyOn(dns, 'lookup'), vi.spyOn(dns.promises, 'lookup')]
    const sends = vi.spyOn(dgram.Socket.prototype, 'send')
    const connects = vi.spyOn(net.Socket.prototype, 'connect')
    const { connection } = createPublisherPeer(2, false)
    const gathered = connection.iceGatheringStateChange.watch((state) => state === 'complete')
    await connection.setLocalDescription(await connection.createOffer())
    await gathered
    const candidates = connection.iceTransports.flatMap(({ localCandidates }) =>
      localCandidates.map(({ ip }) => ip),
    )
    await connection.close()

    expect(candidates).toEqual(['127.0.0.1'])
    const names = lookups.flatMap(({ mock }) => mock.calls.map(([name]) => name))
    expect(names.filter((name) => name !== '127.0.0.1')).toEqual([])
    expect(destinations(sends.mock.calls).filter((address) => address !== '127.0.0.1')).toEqual([])
    expect(connects).not.toHaveBeenCalled()
  })

  test("offers constrained baseline H.264 only, as simulcast with LiveKit's names", async () => {
    const { connection } = createPublisherPeer(2, false)
    const { sdp } = await connection.createOffer()
    await connection.close()
    expect(sdp).toContain('a=simulcast:send q;h')
    expect(sdp.match(/a=rtpmap:.*/g)).toEqual(['a=rtpmap:102 H264/90000'])
    expect(sdp).toContain('profile-level-id=42e01f')
  })
})
