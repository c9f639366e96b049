import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { MAX_SALVOS_BYTES, type Salvo, type SharedSalvos as SharedState } from '#contract/wall/salvo.ts'
import { PlatformClient } from '#main/core/platform/platform-client.ts'
import type { SalvoCalls } from '#main/core/platform/salvo-calls.ts'
import { SalvoFile } from '#main/core/wall/salvo-file.ts'
import { SharedSalvos } from '#main/core/wall/shared-salvos.ts'
import { systemClock } from '#main/core/time.ts'
import { memoryLog } from '#test/unit/main/core/support/memory-log.ts'
import { eventStand } from '../api/event-stand.ts'
import { idleEventPart } from '../api/idle-event-part.ts'
import { startSite } from '../start-site.ts'

const salvo = (name: string, number = 5): Salvo => ({
  version: 1,
  number,
  name,
  scope: 'monitor',
  walls: [{ monitor: 1, layout: layoutOf(4), tiles: [] }],
})

/** What has been done at the platform, in the order in which it was. */
interface Done {
  readonly who: string
  readonly number: number
  /** Undefined: it was removed. */
  readonly name: string | undefined
}

/** One wall of several at a platform. Its file outlives it; it asks when it is told to. */
class Wall {
  readonly #address: { readonly baseUrl: string; readonly key: string }
  readonly #who: string
  readonly done: Done[]
  /** Names that an operator there has seen, or typed. */
  readonly seen = new Set<string>()
  /** So often its pages were sent all salvos. */
  told = 0
  content: Record<string, unknown> = {}
  isDiskFull = false
  /** What the platform answers to a change. */
  refusal: Response | undefined
  /** The next answers are lost, though the platform has done what was asked. */
  lost = 0
  /** What the platform answers to everything. */
  answer: Response | undefined
  /** In how many milliseconds it looks again. */
  looksInMs: number | undefined
  shared!: SharedSalvos
  calls!: SalvoCalls
  readonly notices: string[] = []

  constructor(address: { readonly baseUrl: string; readonly key: string }, who: string, done: Done[] = []) {
    this.#address = address
    this.#who = who
    this.done = done
    this.start()
  }

  /** The program begins, or begins anew. */
  start(): void {
    const { logger, redactor } = memoryLog()
    const { baseUrl, key } = this.#address
    const client = new PlatformClient({
      address: { baseUrl },
      key: async () => ok(key),
      orgId: () => 'shop',
      fetch: (url, init) => this.#fetch(url, init),
      clock: systemClock,
      // Nothing is asked for again but by the test.
      timers: { after: () => () => undefined },
      random: Math.random,
      redactor,
      log: logger.area('platform'),
      onVerdict: () => undefined,
      onHealth: () => undefined,
    })
    onTestFinished(() => client.dispose())
    this.calls = client.salvos
    const write = (content: object) => {
      if (this.isDiskFull) throw new Error('ENOSPC')
      this.content = structuredClone({ ...content })
    }
    this.shared = new SharedSalvos({
      platform: baseUrl,
      calls: client.salvos,
      file: new SalvoFile({ content: this.content, report: () => [], write }, logger.area('salvos')),
      own: () => [],
      who: () => this.#who,
      clock: systemClock,
      timers: {
        after: (delayInMs) => {
          this.looksInMs = delayInMs
          return () => undefined
        },
      },
      onState: (state) => this.#see(state),
      onNotice: ({ code }) => this.notices.push(code),
    })
  }

  /** In the middle of whatever it does. */
  async restart(): Promise<void> {
    await this.shared.dispose()
    this.start()
  }

  save(name: string, number = 5): void {
    this.seen.add(name)
    this.shared.save(salvo(name, number))
  }

  /** `5 Night`, as this wall has it; `!` where somebody has to choose. */
  get words(): string[] {
    const { salvos, conflicts } = this.shared.state
    const contested = new Set(conflicts.map(({ number }) => number))
    return salvos
      .map((one) => `${one.salvo.number} ${one.salvo.name}${contested.has(one.salvo.number) ? '!' : ''}`)
      .toSorted()
  }

  #see({ salvos, conflicts }: SharedState): void {
    this.told += 1
    for (const { theirs } of conflicts) if (theirs !== undefined) this.seen.add(theirs.salvo.name)
    const contested = new Set(conflicts.map(({ number }) => number))
    for (const one of salvos)
      if (one.version > 0 && !contested.has(one.salvo.number)) this.seen.add(one.salvo.name)
  }

  async #fetch(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    if (this.answer !== undefined) return this.answer.clone()
    if (init?.method === 'PUT' && this.refusal !== undefined) return this.refusal.clone()
    const answer = await fetch(url, init)
    if (init?.method === 'PUT' && answer.ok && typeof init.body === 'string') {
      const { name, number } = JSON.parse(JSON.parse(init.body).content)
      const isAgain = this.done.some((one) => one.name === name)
      if (!isAgain) this.done.push({ who: this.#who, number, name })
    }
    if (init?.method === 'DELETE' && answer.ok) {
      const { pathname } = new URL(url instanceof Request ? url.url : url)
      this.done.push({ who: this.#who, number: Number(pathname.split('/').at(-1)), name: undefined })
    }
    if (this.lost > 0 && init?.method !== 'GET') {
      this.lost -= 1
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    }
    return answer
  }
}

async function twoWalls() {
  const { shop, baseUrl } = await eventStand({ idleEvents: await idleEventPart() })
  const done: Done[] = []
  const address = { baseUrl, key: shop.key }
  return { one: new Wall(address, 'Ada', done), two: new Wall(address, 'Ben', done), done, address }
}

it('a salvo that one wall shares comes to the other one, with whose it is, and goes with it', async () => {
  const { one, two } = await twoWalls()
  one.save('Night')
  expect(one.words).toEqual(['5 Night'])
  await one.shared.look()
  await two.shared.look()
  expect(two.shared.state).toMatchObject({
    reach: 'on',
    salvos: [{ version: 1, savedBy: 'Ada' }],
    conflicts: [],
  })
  two.shared.remove(5)
  await two.shared.look()
  await one.shared.look()
  expect([one.words, two.words]).toEqual([[], []])
  one.save('Night again')
  await one.shared.look()
  expect(one.shared.state.salvos).toMatchObject([{ version: 3 }])
})

it.each([
  ['mine', ['5 Ben’s'], ['5 Ben’s']],
  ['theirs', ['5 Ada’s'], ['5 Ada’s']],
  ['both', ['1 Ben’s', '5 Ada’s'], ['1 Ben’s', '5 Ada’s']],
] as const)(
  'of two that save one number at once the second has both, and keeps %s',
  async (keep, ...words) => {
    const { one, two } = await twoWalls()
    one.save('Ada’s')
    await one.shared.look()
    // That wall has not looked since.
    two.save('Ben’s')
    await two.shared.look()
    expect(two.shared.state.conflicts).toMatchObject([
      { number: 5, mine: { name: 'Ben’s' }, theirs: { savedBy: 'Ada', salvo: { name: 'Ada’s' } } },
    ])
    two.shared.resolve(5, keep)
    await two.shared.look()
    await one.shared.look()
    expect([one.words, two.words]).toEqual(words)
    expect(two.shared.state.conflicts).toEqual([])
  },
)

it('what was changed while the platform was away survives the program, and is not taken for kept on a full disk', async () => {
  const { one, two } = await twoWalls()
  one.save('Before')
  one.save('After')
  await one.restart()
  expect(one.words).toEqual(['5 After'])
  await one.shared.look()
  await two.shared.look()
  expect(two.words).toEqual(['5 After'])
  one.isDiskFull = true
  expect(one.shared.save(salvo('Lost'))).toMatchObject({ error: { code: 'storage_failed' } })
  expect(one.words).toEqual(['5 After'])
})

it('a save whose answer was lost is sent again, and is no change of somebody else', async () => {
  const { one, done } = await twoWalls()
  one.lost = 1
  one.save('Night')
  await one.shared.look()
  await one.shared.look()
  expect(one.shared.state).toMatchObject({ salvos: [{ version: 1 }], conflicts: [] })
  expect(done).toHaveLength(1)
})

it('one that a newer version wrote is not shown, and whoever changes it here has to choose', async () => {
  const { one, two } = await twoWalls()
  one.save('Before')
  await one.shared.look()
  const content = JSON.stringify({ version: 2, number: 5 })
  const newer = { number: 5, baseVersion: 1, changeId: randomUUID(), savedBy: 'Cy', content }
  expect(await two.calls.send(newer)).toEqual(ok(2))
  await one.shared.look()
  expect([one.words, one.shared.state.conflicts]).toEqual([[], []])
  for (const keep of ['theirs', 'mine'] as const) {
    one.save('After')
    await one.shared.look()
    await one.restart()
    await one.shared.look()
    expect(one.shared.state.conflicts).toMatchObject([{ number: 5, mine: { name: 'After' }, isNewer: true }])
    one.shared.resolve(5, keep)
    await one.shared.look()
    expect([one.words, one.shared.state.conflicts]).toEqual([keep === 'mine' ? ['5 After'] : [], []])
  }
  expect(one.shared.state.salvos).toMatchObject([{ version: 3 }])
})

it('says once why the platform refuses one, and sends it when it can be taken', async () => {
  const { one } = await twoWalls()
  one.refusal = new Response('{"error":{"code":"too_many_salvos","message":"no more"}}', { status: 409 })
  one.save('Night')
  await one.shared.look()
  await one.shared.look()
  expect(one.notices).toEqual(['limit_reached'])
  expect(one.shared.state.salvos).toMatchObject([{ version: 0, isRefused: true }])
  one.refusal = undefined
  await one.shared.look()
  expect(one.shared.state.salvos).toMatchObject([{ version: 1, salvo: { name: 'Night' } }])
})

it('takes no more than a page can be sent, lowest numbers first, and says so once', async () => {
  const { one, two, address } = await twoWalls()
  const tiles = Array.from({ length: 36 }, () => ({ kind: 'text' as const, text: 'x'.repeat(500) }))
  const walls = Array.from({ length: 26 }, () => ({ monitor: 1, layout: layoutOf(1), tiles }))
  const large = Array.from({ length: 11 }, (_, at) => ({ ...salvo('Large', 11 - at), walls }))
  const change = { baseVersion: 0, savedBy: 'Ben' }
  for (const each of large) {
    const content = JSON.stringify(each)
    const sent = await two.calls.send({ ...change, number: each.number, changeId: randomUUID(), content })
    expect(sent).toEqual(ok(1))
  }
  const bytes = () => Buffer.byteLength(JSON.stringify(one.shared.state.salvos))
  const reads = vi.spyOn(one.calls, 'read')
  await one.shared.look()
  await one.shared.look()
  expect(reads).toHaveBeenCalledTimes(11)
  expect(one.shared.state.salvos.map((shared) => shared.salvo.number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  expect(bytes()).toBeLessThanOrEqual(MAX_SALVOS_BYTES)
  expect(one.notices).toEqual(['limit_reached'])
  // As a version that took all of them has kept them.
  const salvos = large.map((each) => ({ salvo: each, version: 1, savedBy: 'Ben', savedAtMs: 0 }))
  one.content = { version: 1, shared: { [address.baseUrl]: { salvos } } }
  one.start()
  expect(bytes()).toBeLessThanOrEqual(MAX_SALVOS_BYTES)
})

it('shows what it has read while one of them hangs, and says that there may be more', async () => {
  const { one, two } = await tenShared()
  const hang = Promise.withResolvers<void>()
  const read = one.calls.read.bind(one.calls)
  vi.spyOn(one.calls, 'read').mockImplementation(async (number) => {
    if (number === 2) await hang.promise
    return read(number)
  })
  const looked = one.shared.look()
  await expect.poll(() => one.words).toHaveLength(9)
  expect([one.shared.state.reach, one.words]).toEqual([
    'reading',
    two.words.filter((words) => !words.startsWith('2')),
  ])
  hang.resolve()
  await looked
  expect([one.shared.state.reach, one.words]).toEqual(['on', two.words])
  await one.restart()
  expect(one.words).toEqual(two.words)
})

async function tenShared() {
  const { one, two } = await twoWalls()
  for (let number = 1; number <= 10; number += 1) two.save(`Salvo ${number}`, number)
  await two.shared.look()
  return { one, two }
}

const away = async () => fail({ error: wallError('unreachable'), maybeCarriedOut: false })

it('says that there may be more until each has been read, also when the platform is away meanwhile', async () => {
  const { one, two } = await tenShared()
  const read = one.calls.read.bind(one.calls)
  const reads = vi
    .spyOn(one.calls, 'read')
    .mockImplementation((number) => (number > 7 ? away() : read(number)))
  await one.shared.look()
  expect([one.shared.state.reach, one.words.length]).toEqual(['reading', 7])
  one.answer = busy('60')
  await one.shared.look()
  expect(one.shared.state.reach).toBe('reading')
  one.answer = undefined
  reads.mockImplementation(read)
  await one.shared.look()
  expect([one.shared.state.reach, one.words]).toEqual(['on', two.words])
})

it('a first round that the program’s end has cut off is a first round again', async () => {
  const { one } = await tenShared()
  for (const round of ['cut off', 'again']) {
    const hang = Promise.withResolvers<void>()
    const read = one.calls.read.bind(one.calls)
    vi.spyOn(one.calls, 'read').mockImplementation(async (number) => {
      if (number !== 2) return read(number)
      await hang.promise
      return away()
    })
    void one.shared.look()
    const seen = () => [one.shared.state.reach, one.words.length]
    await expect.poll(seen, { message: round }).toEqual(['reading', 9])
    const restarted = one.restart()
    hang.resolve()
    await restarted
  }
})

it('one that the platform has just taken stays when it cannot be asked for its list again', async () => {
  const { one } = await twoWalls()
  const list = one.calls.list.bind(one.calls)
  vi.spyOn(one.calls, 'list').mockImplementation(away).mockImplementationOnce(list)
  one.save('Night')
  await one.shared.look()
  expect([one.shared.state.reach, one.words]).toEqual(['away', ['5 Night']])
  expect(one.shared.state.salvos).toMatchObject([{ version: 1 }])
})

const busy = (seconds: string) => new Response('', { status: 429, headers: { 'retry-after': seconds } })

it('sends its pages what is another list, however often it looks', async () => {
  const { one, two } = await twoWalls()
  const toldAfter = async () => {
    await two.shared.look()
    await one.shared.look()
    return one.told
  }
  expect([await toldAfter(), await toldAfter()]).toEqual([1, 1])
  two.save('Night')
  expect([await toldAfter(), await toldAfter()]).toEqual([2, 2])
  one.answer = busy('60')
  expect([await toldAfter(), await toldAfter()]).toEqual([3, 3])
})

it('looks again as late as the platform wants, and never sooner than else', async () => {
  const { one } = await twoWalls()
  const looksInMs = async () => {
    await one.shared.look()
    return one.looksInMs
  }
  expect(await looksInMs()).toBe(15_000)
  one.answer = busy('60')
  expect(await looksInMs()).toBe(60_000)
  one.answer = busy('0')
  expect(await looksInMs()).toBe(15_000)
  one.answer = undefined
  one.refusal = busy('90')
  one.save('Night')
  expect(await looksInMs()).toBe(90_000)
  one.refusal = undefined
  expect(await looksInMs()).toBe(15_000)
})

it('a platform without such a call says so, and local salvos go on', async () => {
  const { shop, baseUrl } = await eventStand({ isBare: true, idleEvents: await idleEventPart() })
  const wall = new Wall({ baseUrl, key: shop.key }, 'Ada')
  await wall.shared.look()
  expect(wall.shared.state.reach).toBe('absent')
  expect(wall.shared.save(salvo('Night'))).toMatchObject({ error: { code: 'salvos_unavailable' } })
})

const changes = ['save', 'save', 'save', 'remove', 'mine', 'theirs', 'both'] as const
const step = fc.record({
  who: fc.constantFrom('one' as const, 'two' as const),
  act: fc.constantFrom(...changes, 'look', 'look', 'lose', 'restart'),
  number: fc.constantFrom(5, 5, 6),
})

it('nothing that the platform has confirmed is replaced by somebody who has not seen it', async () => {
  const { address } = await twoWalls()
  let saves = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const done: Done[] = []
      const walls = { one: new Wall(address, 'Ada', done), two: new Wall(address, 'Ben', done) }
      await Promise.all(Object.values(walls).map((wall) => wall.shared.look()))
      for (const { who, act, number } of steps) {
        const wall = walls[who]
        if (act === 'save') wall.save(`salvo ${++saves}`, number)
        else if (act === 'look') await wall.shared.look()
        else if (act === 'lose') wall.lost = 1
        else if (act === 'restart') await wall.restart()
        else if (act === 'remove') wall.shared.remove(number)
        else wall.shared.resolve(number, act)
      }
      for (const wall of Object.values(walls)) {
        wall.lost = 0
        for (let round = 0; round < 3; round += 1) await wall.shared.look()
      }
      const last = new Map<number, Done>()
      for (const now of done) {
        const before = last.get(now.number)
        const wall = now.who === 'Ada' ? walls.one : walls.two
        if (before?.name !== undefined) expect([...wall.seen]).toContain(before.name)
        last.set(now.number, now)
      }
    }),
    { numRuns: 12 },
  )
})

it('a platform that dies in the middle of a save has it once, or not at all, and the wall sends it again', {
  tags: 'long',
}, async () => {
  const first = await startSite({ withMediaServer: false })
  const { dataDir, baseUrl } = first
  const wall = new Wall({ baseUrl, key: await first.apiKey() }, 'Ada')
  await wall.shared.look()
  wall.save('Night')
  const round = wall.shared.look()
  first.process.kill('SIGKILL')
  await first.exited
  await round
  const second = await startSite({ withMediaServer: false, dataDir, port: Number(new URL(baseUrl).port) })
  onTestFinished(async () => void (await second.stop()))
  await wall.shared.look()
  expect(wall.shared.state).toMatchObject({
    salvos: [{ version: 1, salvo: { name: 'Night' } }],
    conflicts: [],
  })
})
