import { describe, expect, it } from 'vitest'
import { apiKeyRecordSchema, apiKeysResponse } from '#contract/platform/api-key.ts'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { type EventClient, eventStand, noon } from './event-stand.ts'
import { idleEventPart } from './idle-event-part.ts'
import { readEventStream } from './read-event-stream.ts'
import { ask, bearer, refusal } from './requests.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const dayMs = 86_400_000

async function stand({ withEvents = false } = {}) {
  const { baseUrl, clock, keys, shop, depot } = await eventStand(
    withEvents ? {} : { idleEvents: await idleEventPart() },
  )
  const list = async (key: string) =>
    apiKeysResponse.strict().parse((await ask(baseUrl + defaultPaths.apiKeys, { headers: bearer(key) })).json)
      .items
  const change = (method: 'PATCH' | 'DELETE', id: string, key: string, body?: unknown) =>
    ask(`${baseUrl}${defaultPaths.apiKeys}/${id}`, {
      method,
      headers: { ...bearer(key), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const ownId = async ({ key }: EventClient) => (await list(key)).find(({ isOwn }) => isOwn)?.id ?? ''
  /** A further key of the shop. */
  const create = async (name: string, lifeMs = dayMs) => unwrap(await keys.create('shop', name, lifeMs))
  return { baseUrl, clock, shop, depot, list, change, ownId, create }
}

const outcome = ({ status, error }: Awaited<ReturnType<typeof ask>>) => ({ status, code: error?.code })

describe('the keys of an organization', () => {
  it('are listed without the keys, and without those of others', async () => {
    const { clock, shop, list, create } = await stand()
    clock.nowMs += 1_000
    const made = await create('wall 2')
    const items = await list(shop.key)
    expect(items).toEqual([
      {
        id: expect.any(String),
        name: 'test',
        prefix: shop.key.slice(0, 8),
        createdAt: new Date(noon).toISOString(),
        expiresAt: new Date(noon + 365 * dayMs).toISOString(),
        lastUsedAt: new Date(clock.nowMs).toISOString(),
        isOwn: true,
      },
      {
        id: made.id,
        name: 'wall 2',
        prefix: made.key.slice(0, 8),
        createdAt: new Date(clock.nowMs).toISOString(),
        expiresAt: new Date(clock.nowMs + dayMs).toISOString(),
        isOwn: false,
      },
    ])
  })

  it('end at their end, and are listed all the same', async () => {
    const { baseUrl, clock, shop, list, create } = await stand()
    const { id, key } = await create('short', 1_000)
    clock.nowMs += 999
    expect((await ask(`${baseUrl}/v1/cameras`, { headers: bearer(key) })).status).toBe(200)
    clock.nowMs += 1
    expect(outcome(await ask(`${baseUrl}/v1/cameras`, { headers: bearer(key) }))).toEqual({
      status: 401,
      code: 'expired_key',
    })
    expect((await list(shop.key)).map((one) => one.id)).toContain(id)
  })

  it('are renamed', async () => {
    const { shop, list, change, ownId } = await stand()
    const answer = await change('PATCH', await ownId(shop), shop.key, { name: '  Control room ' })
    expect(apiKeyRecordSchema.strict().parse(answer.json)).toMatchObject({
      name: 'Control room',
      isOwn: true,
    })
    expect(await list(shop.key)).toMatchObject([{ name: 'Control room' }])
  })

  it('are revoked: 401 from then on', async () => {
    const { baseUrl, shop, change, create } = await stand()
    const { id, key } = await create('lost')
    const asked = () => ask(`${baseUrl}/v1/cameras`, { headers: bearer(key) })
    expect((await asked()).status).toBe(200)
    const answer = await change('DELETE', id, shop.key)
    expect(answer.json).toEqual({ success: true })
    expect(outcome(await asked())).toEqual({ status: 401, code: 'invalid_key' })
  })

  it('may revoke themselves', async () => {
    const { baseUrl, shop, change, ownId } = await stand()
    expect((await change('DELETE', await ownId(shop), shop.key)).status).toBe(200)
    expect((await ask(`${baseUrl}/v1/cameras`, { headers: bearer(shop.key) })).status).toBe(401)
  })

  it('make room for others when they are revoked, and when they have expired', async () => {
    const { clock, shop, change, create } = await stand()
    const made = []
    for (let at = 0; at < 9; at++) made.push(await create(`${at}`))
    await expect(create('eleventh')).rejects.toThrow('too_many_keys')
    await change('DELETE', made[0]?.id ?? '', shop.key)
    await create('again the tenth', 1_000)
    await expect(create('eleventh')).rejects.toThrow('too_many_keys')
    clock.nowMs += 1_000
    await create('again the tenth')
  })

  it('end the streams that they have opened, and no others', async () => {
    const { baseUrl, shop, change, create } = await stand({ withEvents: true })
    const tag = await shop.createTag({ name: 'sale', fields: [{ name: 'amount', type: 'decimal' }] })
    const { id, key } = await create('lost')
    const streams = await Promise.all([
      readEventStream(baseUrl, key),
      readEventStream(baseUrl, key),
      readEventStream(baseUrl, shop.key),
    ])
    await change('DELETE', id, shop.key)
    await Promise.all(streams.slice(0, 2).map((stream) => stream.ended()))
    await shop.insert(tag)
    expect(await streams[2]?.take(1)).toHaveLength(1)
  })

  it('end the streams that they have opened when they expire', async () => {
    const { baseUrl, create } = await stand({ withEvents: true })
    const { key } = await create('short', 300)
    await (await readEventStream(baseUrl, key)).ended()
  })

  it('of others are not there', async () => {
    const { shop, depot, list, change, ownId } = await stand()
    for (const id of [await ownId(depot), 'nothing']) {
      const answers = [
        await change('PATCH', id, shop.key, { name: 'mine' }),
        await change('DELETE', id, shop.key),
      ]
      const none = { status: 404, code: 'unknown_key' }
      expect(answers.map(outcome)).toEqual([none, none])
    }
    expect(await list(depot.key)).toMatchObject([{ name: 'test' }])
  })

  it('are given a name and nothing else', async () => {
    const { shop, change, ownId } = await stand()
    const id = await ownId(shop)
    for (const [body, code, field] of [
      [{}, 'invalid_value', 'name'],
      [{ name: ' ' }, 'invalid_value', 'name'],
      [{ name: 'x'.repeat(101) }, 'invalid_value', 'name'],
      [{ name: 'x', expiresIn: 1 }, 'unknown_member', 'expiresIn'],
    ] as const) {
      expect(refusal(await change('PATCH', id, shop.key, body))).toEqual([400, code, field])
    }
  })

  it('are nobody’s business without a key', async () => {
    const { baseUrl } = await stand()
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', '/x'],
      ['DELETE', '/x'],
    ] as const) {
      const answer = await ask(baseUrl + defaultPaths.apiKeys + path, { method })
      expect(outcome(answer)).toEqual({ status: 401, code: 'missing_key' })
    }
  })
})
