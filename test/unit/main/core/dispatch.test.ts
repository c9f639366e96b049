import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { callNames } from '#contract/wall/calls.ts'
import { createDispatch, type Dispatch, isWithin } from '#main/core/dispatch.ts'
import { FakeWall, helloAnswer } from '#test/conformance/shell/fake-wall.ts'
import { largestDocument, largestSettings } from './support/largest-settings.ts'
import { recordingLog } from '#test/conformance/shell/host-stage.ts'

const page = { id: 'page-1', monitor: 1 }

let wall: FakeWall
let dispatch: Dispatch
let logged: string[]
let bugs: { error: unknown; where: string }[]
beforeEach(() => {
  wall = new FakeWall()
  logged = []
  bugs = []
  dispatch = createDispatch({
    handlers: wall.handlers,
    log: recordingLog(logged),
    onBug: (error, where) => bugs.push({ error, where }),
  })
})

describe('dispatch', () => {
  it('hands parsed input to the handler and its result back', async () => {
    expect(await dispatch.call('wall.hello', undefined, page)).toEqual({ ok: true, value: helloAnswer })
    await dispatch.call('keys.set', { key: '  k  ', more: 1 }, page)
    expect(wall.calls).toEqual([{ name: 'keys.set', input: { key: 'k' } }])
  })

  it('refuses and logs what does not match, without quoting it', async () => {
    const result = await dispatch.call('keys.create', { email: 'a@b.example', password: ['hunter2'] }, page)
    expect(result).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('password')
    expect(logged[0]).not.toContain('hunter2')
  })

  it('does not log an unknown name, which may be anything', async () => {
    await dispatch.call('hunter2', undefined, page)
    expect(logged.join()).not.toContain('hunter2')
  })

  it('sends what a handler throws to the one sink and answers a value', async () => {
    const result = await dispatch.call('keys.clear', undefined, page)
    expect(result.ok).toBe(false)
    expect(bugs).toMatchObject([
      { where: 'call keys.clear', error: { message: expect.stringContaining('bug') } },
    ])
  })

  it('refuses input that is too large before it looks at it', async () => {
    const line = { level: 'info', area: 'x', message: 'x'.repeat(2_000_000) }
    expect(await dispatch.call('log.write', line, page)).toMatchObject({ error: { code: 'bad_request' } })
    expect(logged[0]).toContain('too large')
  })

  it.each([
    ...Object.entries(largestSettings()).map(([name, value]): [string, string, object] => [
      `the largest ${name} before and after a change`,
      'settings.save',
      { from: { [name]: value }, to: { [name]: value } },
    ]),
    ['all of the largest settings', 'settings.save', { from: largestSettings(), to: largestSettings() }],
    ['the largest document', 'wall.save', largestDocument()],
    [
      'a search for a thousand cameras and tags with the longest ids',
      'events.search',
      {
        cameraIds: Array.from({ length: 1_000 }, (_, at) => String(at).padEnd(200, 'c')),
        eventTypeIds: Array.from({ length: 1_000 }, (_, at) => String(at).padEnd(200, 't')),
        startMs: 0,
        endMs: 1,
        match: [],
        order: 'desc',
        limit: 100,
      },
    ],
  ])('has room for %s', async (_, name, input) => {
    await dispatch.call(name, input, page)
    expect(logged).toEqual([])
  })

  it('never rejects and never lets unparsed input through, whatever a stranger sends', async () => {
    const name = fc.oneof(fc.constantFrom(...callNames), fc.anything())
    const input = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    })
    await fc.assert(
      fc.asyncProperty(name, input, async (calledName, calledInput) => {
        const result = await dispatch.call(calledName, calledInput, page)
        return typeof result.ok === 'boolean'
      }),
      { numRuns: 500 },
    )
    expect(bugs.every(({ where }) => where === 'call keys.clear')).toBe(true)
  })
})

describe('isWithin', () => {
  it('counts about what JSON would take', () => {
    expect(isWithin({ a: ['x'.repeat(90)] }, 120)).toBe(true)
    expect(isWithin({ a: ['x'.repeat(120)] }, 120)).toBe(false)
    expect(isWithin({ ['x'.repeat(200)]: 1 }, 120)).toBe(false)
  })

  it('comes to an end on what refers to itself', () => {
    const cyclic: unknown[] = []
    cyclic.push(cyclic, cyclic)
    expect(isWithin(cyclic, 10_000)).toBe(false)
  })

  it('lets a shared member pass', () => {
    const tile = { content: { kind: 'empty' }, memory: [] }
    expect(isWithin({ tiles: Array.from({ length: 36 }, () => tile) }, 10_000)).toBe(true)
  })

  it('has no room for bytes', () => {
    expect(isWithin({ a: new Uint8Array(1) }, 10_000)).toBe(false)
    expect(isWithin(new ArrayBuffer(1), 10_000)).toBe(false)
  })
})
