import { describe, expect, it } from 'vitest'
import { AddressReach } from '../../../../src-main/core/network/address-reach.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'platform.example': ['198.51.100.7'],
  'video.example': ['203.0.113.9', '2001:db8::9'],
  'inside.example': ['203.0.113.9', '10.0.0.9'],
  'vms.corp.example': ['10.20.0.5'],
  'rebound.example': ['127.0.0.1'],
}
const lookup = async (name: string) => {
  const found = names[name]
  if (found === undefined) throw new Error('ENOTFOUND')
  return found
}
const mayName = (platform: string, host: string) =>
  new AddressReach(new URL(platform), lookup).mayName(new URL(`http://${host}/x`))

describe('a platform of the internet', () => {
  it.each(['platform.example:8443', 'video.example', '203.0.113.9', '[2001:db8::9]', 'unknown.example'])(
    'may name %s',
    async (host) => expect(await mayName('https://platform.example', host)).toBe(true),
  )

  it.each([
    'localhost',
    'x.localhost',
    '127.0.0.1:8080',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '169.254.169.254',
    '[fe80::1]',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '[fd00::1]',
    'inside.example',
    'vms.corp.example',
    'rebound.example',
  ])('may not name %s', async (host) => expect(await mayName('https://platform.example', host)).toBe(false))
})

describe('a platform in the network of the control room', () => {
  it.each(['10.20.0.6', '192.168.1.1', 'inside.example', 'video.example'])('may name %s', async (host) => {
    expect(await mayName('https://vms.corp.example', host)).toBe(true)
    expect(await mayName('https://10.20.0.5', host)).toBe(true)
  })

  it.each(['localhost', '127.0.0.1', '169.254.169.254', 'rebound.example'])('may not name %s', async (host) =>
    expect(await mayName('https://vms.corp.example', host)).toBe(false),
  )
})

it('a platform on this machine may name anything', async () => {
  for (const host of ['127.0.0.1:9', 'localhost', '169.254.0.1', '10.0.0.1', 'video.example']) {
    expect(await mayName('http://127.0.0.1:7000', host)).toBe(true)
  }
})

it('a name is looked up once: what it means later is no other answer', async () => {
  let asked = 0
  const reach = new AddressReach(new URL('https://platform.example'), async (name) => {
    if (name !== 'video.example') return lookup(name)
    asked += 1
    return asked === 1 ? ['203.0.113.9'] : ['127.0.0.1']
  })
  const video = new URL('https://video.example/')
  expect([await reach.mayName(video), await reach.mayName(video), asked]).toEqual([true, true, 1])
})
