import { copyFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Network } from '#main/core/network/network.ts'
import { MediaSocket } from '#main/core/relay/media-socket.ts'
import { relayDefaults } from '#main/core/relay/defaults.ts'
import { authorityFile, TlsNetwork } from '#test/stand/tls-network.ts'
import { portOf } from '#test/stand/loopback.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { memoryLog } from '../support/memory-log.ts'
import { MediaServerDouble } from '../relay/media-server-double.ts'

const platform = createServer((_request, response) => response.end('cameras'))
let media: MediaServerDouble
let tls: TlsNetwork
let dataDir: string
let network: Network | undefined
let lines: string[]

beforeEach(async () => {
  platform.listen(0, '127.0.0.1')
  media = new MediaServerDouble()
  tls = new TlsNetwork()
  dataDir = tempDir()
  await Promise.all([media.start(), tls.start()])
})
afterEach(async () => {
  network?.dispose()
  network = undefined
  await tls.dispose()
  platform.close()
})

function open(env: Readonly<Record<string, string>> = {}): Network {
  const memory = memoryLog()
  lines = memory.lines
  network = new Network({ dataDir, env, log: memory.logger.area('network') })
  return network
}

const trustAuthority = () => copyFile(authorityFile, join(dataDir, 'ca.pem'))
const ask = async (address: string) => (await (network ?? open()).fetch(address)).text()
const notTrusted = { cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } }

/** `opened`, or the sentence of the refusal. */
async function dial(address: string): Promise<string> {
  const url = new URL(address)
  const { promise, resolve } = Promise.withResolvers<string>()
  const agent = (network ?? open()).agentFor(url)
  const socket = new MediaSocket(
    url,
    { limits: relayDefaults, agent },
    {
      opened: () => resolve('opened'),
      message: () => {},
      failed: (error) => resolve(error.message),
      closed: () => {},
    },
  )
  const seen = await promise
  socket.close({ code: 1000, reason: '' })
  return seen
}

const mediaPort = () => Number(new URL(media.url).port)

describe('a private authority', () => {
  it('is trusted by nobody at first', async () => {
    const platformPort = await tls.encrypt(portOf(platform))
    const signallingPort = await tls.encrypt(mediaPort())
    await expect(ask(`https://localhost:${platformPort}/`)).rejects.toMatchObject(notTrusted)
    expect(await dial(`wss://localhost:${signallingPort}/rtc`)).toMatch(/certificate.*not trusted/)
  })

  it('is trusted for calls and for signalling, whichever comes first, once its ca.pem lies in the data folder', async () => {
    await trustAuthority()
    const platformPort = await tls.encrypt(portOf(platform))
    const signallingPort = await tls.encrypt(mediaPort())
    open()
    expect(await ask(`https://localhost:${platformPort}/`)).toBe('cameras')
    network?.dispose()
    open()
    expect(await dial(`wss://localhost:${signallingPort}/rtc`)).toBe('opened')
    expect(network?.problems).toEqual([])
  })

  it('is trusted no longer by who comes after', async () => {
    await trustAuthority()
    const port = await tls.encrypt(portOf(platform))
    open()
    await ask(`https://localhost:${port}/`)
    network?.dispose()
    await rm(join(dataDir, 'ca.pem'))
    // By another name, for which undici has no connection yet.
    open()
    await expect(ask(`https://127.0.0.1:${port}/`)).rejects.toMatchObject(notTrusted)
  })

  it.each([
    ['nothing', ''],
    ['a key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    ['half a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['DER', '\u0030\u0082\u0001'],
  ])('is left out in words where ca.pem holds %s', async (_what, content) => {
    await writeFile(join(dataDir, 'ca.pem'), content)
    expect(open().problems).toMatchObject([{ exact: { code: 'certificates_unreadable' } }])
    expect(lines.join()).toContain('"level":"error"')
    expect(await ask(`http://127.0.0.1:${portOf(platform)}/`)).toBe('cameras')
  })

  it('is not read, nor the store of the system, by a wall that encrypts nothing', async () => {
    open()
    await ask(`http://127.0.0.1:${portOf(platform)}/`)
    expect(await dial(`${media.url}/rtc`)).toBe('opened')
    expect(lines.join()).not.toContain('certificates')
  })
})

describe('a proxy', () => {
  it('is gone through by calls and signalling to a name that only the proxy knows', async () => {
    await trustAuthority()
    await tls.encrypt(portOf(platform), 'platform.test')
    await tls.encrypt(mediaPort(), 'media.test')
    open({ HTTPS_PROXY: tls.proxyUrl })
    expect(await ask('https://platform.test/')).toBe('cameras')
    expect(await dial('wss://media.test/rtc')).toBe('opened')
    expect(tls.connected).toEqual(['platform.test:443', 'media.test:443'])
    expect(lines.join()).not.toContain('proxy-password')
  })

  it('is never asked for this machine, for plain HTTP or for what NO_PROXY names', async () => {
    await trustAuthority()
    const port = await tls.encrypt(portOf(platform))
    const signallingPort = await tls.encrypt(mediaPort())
    open({ https_proxy: tls.proxyUrl, no_proxy: 'elsewhere.test' })
    await ask(`https://localhost:${port}/`)
    await ask(`https://127.0.0.1:${port}/`)
    await ask(`http://127.0.0.1:${portOf(platform)}/`)
    await dial(`wss://127.0.0.1:${signallingPort}/rtc`)
    await dial(`${media.url}/rtc`)
    expect(tls.connected).toEqual([])
    expect(lines.join()).toContain('"except":"elsewhere.test,localhost,127.0.0.1"')
  })

  it.each(['proxy.example:3128', 'socks5://proxy.example:1080', 'nonsense'])(
    'whose address is %s is refused in words, and left out',
    (address) => {
      expect(open({ HTTPS_PROXY: address }).problems).toMatchObject([{ exact: { code: 'proxy_unreadable' } }])
    },
  )
})
