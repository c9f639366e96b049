import { describe, expect, it } from 'vitest'
import { AddressGuard, AddressRefused } from '#main/core/network/address-guard.ts'

/** A name service of which each look-up of a name gives the next answer; the last one stays. */
function namesOf(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = []
  return {
    asked,
    lookup: async (name: string) => {
      const answers = names[name]
      const times = asked.filter((one) => one === name).length
      asked.push(name)
      const answer = answers?.[Math.min(times, answers.length - 1)]
      if (answer === undefined || answer.length === 0) throw new Error(`ENOTFOUND ${name}`)
      return answer
    },
  }
}

const world = '8.8.8.8'
const usual = {
  localhost: [['127.0.0.1']],
  'platform.example': [[world]],
  'video.example': [['9.9.9.9', '2606:4700::9']],
  'inside.example': [['9.9.9.9', '10.0.0.9']],
  'vms.corp.example': [['10.20.0.5']],
  'rebound.example': [['127.0.0.1']],
}

function guardOf(platform: string, names: Parameters<typeof namesOf>[0] = usual, isProxied = () => false) {
  const service = namesOf(names)
  const guard = new AddressGuard({ platform: new URL(platform), lookup: service.lookup, isProxied })
  return { guard, asked: service.asked }
}

const refusal = (platform: string, host: string) =>
  guardOf(platform).guard.refusalOf(new URL(`http://${host}/x`))

describe('a platform of the internet', () => {
  it.each(['platform.example:8443', 'video.example', '9.9.9.9', '[2606:4700::9]', '[64:ff9b::9.9.9.9]'])(
    'may lead to %s',
    async (host) => expect(await refusal('https://platform.example', host)).toBeUndefined(),
  )

  it.each([
    'localhost',
    'x.localhost',
    'localhost.',
    '127.0.0.1:8080',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '169.254.169.254',
    '10.0.0.1',
    'inside.example',
    'vms.corp.example',
    'rebound.example',
  ])('may not lead to %s', async (host) =>
    expect(await refusal('https://platform.example', host)).toBe('too-near'),
  )

  it('may not lead to what cannot be looked up, and is asked again the next time', async () => {
    const { guard } = guardOf('https://platform.example', { ...usual, 'late.example': [[], ['9.9.9.9']] })
    expect(await guard.refusalOf(new URL('https://late.example/'))).toBe('unknown-name')
    expect(await guard.refusalOf(new URL('https://late.example/'))).toBeUndefined()
  })
})

describe('a platform in the network of the control room', () => {
  it.each(['10.20.0.6', '192.168.1.1', 'inside.example', 'video.example'])('may lead to %s', async (host) => {
    expect(await refusal('https://vms.corp.example', host)).toBeUndefined()
    expect(await refusal('https://10.20.0.5', host)).toBeUndefined()
  })

  it.each(['localhost', '127.0.0.1', '169.254.169.254', 'rebound.example'])(
    'may not lead to %s',
    async (host) => expect(await refusal('https://vms.corp.example', host)).toBe('too-near'),
  )
})

it('a platform on this machine may lead anywhere', async () => {
  for (const host of ['127.0.0.1:9', 'localhost', '169.254.0.1', '10.0.0.1', 'video.example']) {
    expect(await refusal('http://127.0.0.1:7000', host)).toBeUndefined()
  }
})

describe('what is dialled', () => {
  const video = new URL('https://video.example/')
  const own = new URL('http://platform.example/')

  it('is what was judged: a name that means this machine a moment later is not dialled', async () => {
    const { guard } = guardOf('https://platform.example', {
      ...usual,
      'video.example': [['9.9.9.9'], ['127.0.0.1']],
    })
    expect(await guard.refusalOf(video)).toBeUndefined()
    await expect(guard.vet(video)).rejects.toBeInstanceOf(AddressRefused)
  })

  it('is one look-up, every answer of it judged', async () => {
    const { guard, asked } = guardOf('https://platform.example')
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    guard.lookupFor(video)('video.example', { all: true }, (error, found) =>
      error === null ? resolve(found) : reject(error),
    )
    expect(await promise).toEqual([
      { address: '9.9.9.9', family: 4 },
      { address: '2606:4700::9', family: 6 },
    ])
    expect(asked).toEqual(['video.example', 'platform.example'])
  })

  it('is of the family that is asked for, or nothing', async () => {
    const { guard } = guardOf('https://platform.example')
    const ask = (family: number) =>
      new Promise((resolve) =>
        guard.lookupFor(video)('video.example', { family }, (error, address) => resolve(error ?? address)),
      )
    expect(await ask(6)).toBe('2606:4700::9')
    expect(await ask(4)).toBe('9.9.9.9')
    const { guard: other } = guardOf('https://platform.example', { ...usual, 'video.example': [['9.9.9.9']] })
    const refused = await new Promise((resolve) =>
      other.lookupFor(video)('video.example', { family: 6 }, resolve),
    )
    expect(refused).toBeInstanceOf(AddressRefused)
  })

  it('of the platform itself goes farther away and not nearer', async () => {
    const { guard } = guardOf('https://platform.example', {
      'platform.example': [['10.0.0.1'], [world], ['127.0.0.1'], ['10.0.0.1'], ['9.9.9.9', '10.0.0.1']],
    })
    expect(await guard.vet(own)).toEqual(['10.0.0.1'])
    expect(await guard.vet(own)).toEqual([world])
    await expect(guard.vet(own)).rejects.toBeInstanceOf(AddressRefused)
    await expect(guard.vet(own)).rejects.toBeInstanceOf(AddressRefused)
    expect(await guard.vet(own)).toEqual(['9.9.9.9'])
  })

  it('of the platform itself is the nearest kind alone: who adds a near address is not there himself', async () => {
    const { guard } = guardOf('https://platform.example', { 'platform.example': [[world, '10.0.0.1']] })
    expect(await guard.vet(own)).toEqual(['10.0.0.1'])
  })

  it('behind a proxy is looked up by the proxy: names pass, addresses are judged', async () => {
    const { guard, asked } = guardOf('https://platform.test', {}, () => true)
    expect(await guard.refusalOf(new URL('https://video.test/'))).toBeUndefined()
    expect(await guard.vet(new URL('https://video.test/'))).toBeUndefined()
    for (const near of ['10.0.0.1', '127.0.0.1', 'localhost', '[::1]'])
      expect(await guard.refusalOf(new URL(`https://${near}/`))).toBe('too-near')
    expect(asked).toEqual([])
  })
})
