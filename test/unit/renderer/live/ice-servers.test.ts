import { describe, expect, it } from 'vitest'
import { iceServersUpTo } from '#renderer/live/ice-servers.ts'

const password = { username: '1:name', credential: 'word' }

const chosen = iceServersUpTo(4)

describe('the STUN and TURN servers of a join answer', () => {
  it('are taken, TURN servers with their passwords', () => {
    const named = [
      { urls: ['turn:a.test:3478?transport=udp', 'turns:a.test:443?transport=tcp'], ...password },
      { urls: ['stun:stun.test:3478'] },
      { urls: 'turn:[2001:db8::1]:3478', ...password },
    ]
    expect(chosen(named)).toEqual([
      { urls: 'turn:a.test:3478?transport=udp', ...password },
      { urls: 'turns:a.test:443?transport=tcp', ...password },
      { urls: 'stun:stun.test:3478' },
      { urls: 'turn:[2001:db8::1]:3478', ...password },
    ])
  })

  it('are left out alone when a peer connection would refuse the whole list for them, or nobody is there', () => {
    const named = [
      { urls: ['turn:no.password.test'] },
      { urls: ['stun:a.test?transport=udp', 'stun:127.0.0.1:3478'] },
      { urls: ['turn:a b.test', 'http://a.test', 'turn:a.test?transport=sctp'], ...password },
      { urls: ['turn:good.test'], ...password },
    ]
    expect(chosen(named)).toEqual([{ urls: 'turn:good.test', ...password }])
  })

  it('are no more than the wall takes', () => {
    const urls = Array.from({ length: 500 }, (_, at) => `turn:t${at}.test`)
    expect(chosen([{ urls, ...password }])).toHaveLength(4)
  })
})
