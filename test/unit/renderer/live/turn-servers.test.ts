import { describe, expect, it } from 'vitest'
import { turnServers } from '../../../../src-renderer/live/turn-servers.ts'

const password = { username: '1:name', credential: 'word' }

describe('the TURN servers of a join answer', () => {
  it('are taken with their passwords, and STUN servers are not', () => {
    const named = [
      { urls: ['turn:a.test:3478?transport=udp', 'turns:a.test:443?transport=tcp'], ...password },
      { urls: ['stun:stun.l.google.com:19302'] },
      { urls: 'turn:[2001:db8::1]:3478', ...password },
    ]
    expect(turnServers(named, 4)).toEqual([
      { urls: 'turn:a.test:3478?transport=udp', ...password },
      { urls: 'turns:a.test:443?transport=tcp', ...password },
      { urls: 'turn:[2001:db8::1]:3478', ...password },
    ])
  })

  it('are left out alone when a peer connection would refuse the whole list for them', () => {
    const named = [
      { urls: ['turn:no.password.test'] },
      { urls: ['turn:a b.test', 'http://a.test', 'turn:a.test?transport=sctp'], ...password },
      { urls: ['turn:good.test'], ...password },
    ]
    expect(turnServers(named, 4)).toEqual([{ urls: 'turn:good.test', ...password }])
  })

  it('are no more than the wall takes', () => {
    const urls = Array.from({ length: 500 }, (_, at) => `turn:t${at}.test`)
    expect(turnServers([{ urls, ...password }], 4)).toHaveLength(4)
  })
})
