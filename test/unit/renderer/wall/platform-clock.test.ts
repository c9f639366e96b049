import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlatformClock } from '#renderer/wall/platform-clock.ts'
import { createSessionStore, noConnection } from '#renderer/wall/session-store.ts'
import { FakeClock } from '../fake-clock.ts'

const startMs = 1_800_000_000_000

const known = (ms?: number, uncertaintyMs?: number) => ({
  ...noConnection,
  ...(ms === undefined ? {} : { skewMs: ms }),
  ...(uncertaintyMs === undefined ? {} : { skewUncertaintyMs: uncertaintyMs }),
})

function open(skewMs?: number, skewUncertaintyMs?: number) {
  const session = createSessionStore({ connection: known(skewMs, skewUncertaintyMs) })
  const computer = new FakeClock(startMs)
  const clock = new PlatformClock(computer, session)
  let times = 0
  clock.onSet(() => (times += 1))
  const learn = (ms?: number, uncertaintyMs?: number) =>
    session.actions.setConnection(known(ms, uncertaintyMs))
  return { computer, clock, learn, timesSet: () => times }
}

describe("the platform's time", () => {
  it('is that of this computer until the platform has said its own', () => {
    const { computer, clock, learn } = open()
    computer.advance(5_000)
    expect(clock.nowMs()).toBe(startMs + 5_000)
    learn(-60_000, 500)
    expect(clock.nowMs()).toBe(startMs - 55_000)
    expect(clock.ofComputer(startMs)).toBe(startMs - 60_000)
  })

  it('is known from the beginning where the shell knows it', () => {
    expect(open(-60_000, 500).clock.nowMs()).toBe(startMs - 60_000)
  })

  it('is that of this computer where that may be right', () => {
    const { clock, learn, timesSet } = open(400, 500)
    learn(-300, 450)
    expect(clock.nowMs()).toBe(startMs)
    expect(timesSet()).toBe(0)
  })

  it('stays as it is as long as the answers allow it, and is told when they do not any more', () => {
    const { clock, learn, timesSet } = open(60_000, 500)
    learn(60_200, 300)
    expect(clock.nowMs()).toBe(startMs + 60_000)
    learn(60_350, 150)
    expect(clock.nowMs()).toBe(startMs + 60_350)
    expect(timesSet()).toBe(1)
  })

  it('is what was known last while nobody says it', () => {
    const { clock, learn } = open(60_000, 500)
    learn()
    expect(clock.nowMs()).toBe(startMs + 60_000)
  })

  it('is never further off than what is known', () => {
    const answer = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 1e6 }))
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1 }), (answers) => {
        const { clock, learn } = open()
        for (const [skewMs, uncertaintyMs] of answers) {
          learn(skewMs, uncertaintyMs)
          expect(Math.abs(clock.nowMs() - startMs - skewMs)).toBeLessThanOrEqual(uncertaintyMs)
        }
      }),
    )
  })
})
