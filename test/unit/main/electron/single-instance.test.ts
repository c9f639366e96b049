import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryOf, isPatientStart, isWaiting, takeTurn, withoutEntry } from '#main/electron/single-instance.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const endedPid = () => spawnSync('true').pid

/** `app`, while another one holds the lock for that many questions; `holder`: of Chromium's lock. */
function stand(heldFor: number, holder: string | null = `here-${process.pid}`, hasSocket = true) {
  const notices: unknown[] = []
  const slept: number[] = []
  const folder = tempDir()
  if (holder !== null) symlinkSync(holder, join(folder, 'SingletonLock'))
  symlinkSync(join(folder, 'socket'), join(folder, 'SingletonSocket'))
  if (hasSocket) writeFileSync(join(folder, 'socket'), '')
  const app = {
    getPath: () => folder,
    requestSingleInstanceLock: (notice?: unknown) => {
      notices.push(notice)
      return notices.length > heldFor
    },
  }
  const take = (isPatient: boolean) => takeTurn(app, isPatient, (ms) => void slept.push(ms))
  return { notices, slept, take }
}

describe('the turn of a start', () => {
  it('comes at once where there is no other one', () => {
    const { notices, slept, take } = stand(0)
    expect(take(true)).toBe(true)
    expect([notices.length, slept]).toEqual([1, []])
  })

  it('does not come beside another one', () => {
    const { notices, slept, take } = stand(1)
    expect(take(false)).toBe(false)
    expect([notices, slept]).toEqual([[{ isWaiting: false }], []])
  })

  it('comes for a patient start when the other one has ended, which is told that it waits', () => {
    const { notices, slept, take } = stand(2)
    expect(take(true)).toBe(true)
    const notice = { isWaiting: true }
    expect(notices).toEqual([notice, notice, notice])
    expect(slept).toHaveLength(2)
  })

  it.each([
    [null, true],
    [`here-${endedPid()}`, true],
    [`here-${process.pid}`, false],
  ])('comes where no lock can be made and nobody has one: %s, with a socket: %s', (holder, hasSocket) => {
    for (const isPatient of [false, true]) {
      const { slept, take } = stand(isPatient ? 2 : Number.POSITIVE_INFINITY, holder, hasSocket)
      expect([take(isPatient), slept]).toEqual([true, []])
    }
  })
})

describe('a patient start', () => {
  const argv = ['tessera', '--kiosk']
  it.each([
    { what: "a supervisor's kiosk", screens: 'kiosk', argv, connected: false, isPatient: true },
    { what: 'an ordinary start', screens: undefined, argv: ['tessera'], connected: false, isPatient: false },
    { what: 'walls', screens: 'walls', argv: ['tessera'], connected: false, isPatient: false },
    {
      what: 'something to show',
      screens: 'kiosk',
      argv: [...argv, 'show', '7'],
      connected: false,
      isPatient: false,
    },
    { what: "a launcher's", screens: 'kiosk', argv, connected: true, isPatient: false },
  ] as const)('$what: $isPatient', ({ screens, argv: words, connected, isPatient }) => {
    expect(isPatientStart(screens === undefined ? {} : { screens }, { argv: words, connected })).toBe(
      isPatient,
    )
  })
})

describe('what another start says', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'show',
      '2/3.12',
      '12',
      '--kiosk',
      'tessera://show/7',
      'TESSERA://show/2/3.12/',
      'tessera://',
    ),
    fc.webUrl().map((url) => url.replace(/^https?/, 'tessera')),
    fc.string().map((text) => `tessera://show/${text}`),
    fc.string(),
  )

  it('is a keyboard entry or nothing, whatever its words', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
        expect(entryOf(argv) ?? '1').toMatch(/^[\d./]{1,13}$/)
        const kept = withoutEntry(argv)
        expect(kept).not.toContain('show')
        expect(kept.filter((one) => /^tessera:/i.test(one))).toEqual([])
        expect(entryOf(kept)).toBeUndefined()
      }),
      fuzzRuns,
    )
  })

  it('is that it waits only where it says so', () => {
    fc.assert(
      fc.property(fc.anything(), (notice) => !isWaiting(notice)),
      fuzzRuns,
    )
  })
})
