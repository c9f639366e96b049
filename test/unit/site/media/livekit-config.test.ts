import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { livekitConfigYaml } from '#site/media/livekit-config.ts'

describe('the configuration of LiveKit', () => {
  const config = { httpPort: 7880, udpPort: 7882, apiKey: 'site', apiSecret: 'x: "#\n y' }

  test('opens nothing but loopback and hands out no public STUN server', async () => {
    const yaml = await livekitConfigYaml({ ...config, bindAddress: '127.0.0.1' })
    expect(parse(yaml)).toMatchObject({
      port: 7880,
      bind_addresses: ['127.0.0.1'],
      rtc: {
        udp_port: 7882,
        tcp_port: 0,
        node_ip: '127.0.0.1',
        use_external_ip: false,
        congestion_control: { enabled: false },
        ips: { includes: ['127.0.0.1/32'] },
        stun_servers: ['127.0.0.1:3478'],
      },
    })
  })

  test('is called over loopback beside another address, and sends media over that one alone', async () => {
    const yaml = await livekitConfigYaml({ ...config, bindAddress: '192.0.2.7' })
    expect(parse(yaml)).toMatchObject({
      bind_addresses: ['127.0.0.1', '192.0.2.7'],
      rtc: {
        node_ip: '192.0.2.7',
        congestion_control: { enabled: true },
        ips: { includes: ['192.0.2.7/32'] },
      },
    })
  })

  test('sends media over an IPv6 address, and over loopback to the cameras of this machine', async () => {
    const yaml = await livekitConfigYaml({ ...config, bindAddress: 'fd00::7' })
    expect(parse(yaml)).toMatchObject({
      bind_addresses: ['127.0.0.1', 'fd00::7'],
      rtc: { node_ip: 'fd00::7', ips: { includes: ['127.0.0.1/32', 'fd00::7/128'] } },
    })
  })

  test('names TURN servers when it is given some, and none otherwise', async () => {
    const bare = await livekitConfigYaml({ ...config, bindAddress: '127.0.0.1' })
    expect(bare).not.toContain('turn')
    const server = { host: 'turn.test', port: 443, protocol: 'tcp' } as const
    const yaml = await livekitConfigYaml({
      ...config,
      bindAddress: '127.0.0.1',
      turn: { servers: [server], secret: 'shared' },
    })
    expect(parse(yaml)).toMatchObject({ rtc: { turn_servers: [{ ...server, secret: 'shared' }] } })
  })

  test('any key and secret arrive as they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string(), async (apiKey, apiSecret) => {
        fc.pre(apiKey !== '__proto__')
        const { keys } = parse(
          await livekitConfigYaml({ ...config, bindAddress: '127.0.0.1', apiKey, apiSecret }),
        )
        expect(Object.entries(keys)).toEqual([[apiKey, apiSecret]])
      }),
    )
  })
})
