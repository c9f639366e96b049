/* oxlint-disable typescript/no-unsafe-type-assertion -- a double is only as wide as what is used of the real thing */
import { EventEmitter } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import type { Notice } from '#contract/exact-words.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WallError } from '#contract/errors.ts'
import { afterGpuDeath, gpuDefaults, isKeptOff } from '#main/electron/gpu-policy.ts'
import { GpuMemory } from '#main/electron/gpu-policy.ts'
import { type ChildRecoveryOptions, keepGpuOff, watchChildren } from '#main/electron/recovery-children.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../core/support/fake-time.ts'
import { memoryLog } from '../core/support/memory-log.ts'

const { deaths, withinMs, offForMs } = gpuDefaults
const many = Array.from({ length: deaths }, (_, at) => at * 1_000)

describe('the policy', () => {
  it.each([
    { what: 'the first death', deathsAtMs: [0], step: 'go-on' },
    { what: 'one less than too many', deathsAtMs: many.slice(1), step: 'go-on' },
    { what: 'too many', deathsAtMs: many, step: 'relaunch' },
    { what: 'as many, but far apart', deathsAtMs: many.map((_, at) => at * withinMs), step: 'go-on' },
  ] as const)('$what: $step', ({ deathsAtMs, step }) => {
    expect(afterGpuDeath({ deathsAtMs, isOff: false, hasLauncher: false })).toBe(step)
  })

  it('tells a launcher instead, which would take the end for the end', () => {
    expect(afterGpuDeath({ deathsAtMs: many, isOff: false, hasLauncher: true })).toBe('notify')
  })

  it('has nothing left to switch off once it is off: there is no loop of starts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.boolean(), (times, hasLauncher) => {
        const deathsAtMs = times.toSorted((a, b) => a - b)
        expect(afterGpuDeath({ deathsAtMs, isOff: true, hasLauncher })).toBe('go-on')
      }),
    )
  })

  it('tries the graphics processor again after a day, and when the clock was wrong', () => {
    expect(isKeptOff(1_000, 1_000 + offForMs - 1)).toBe(true)
    expect(isKeptOff(1_000, 1_000 + offForMs)).toBe(false)
    expect(isKeptOff(1_000, 999)).toBe(false)
  })
})

describe('the memory', () => {
  let dir: string
  beforeEach(async () => {
    dir = tempDir()
  })

  it('outlives the program', () => {
    expect(new GpuMemory(dir).failedAtMs(5_000)).toBeUndefined()
    expect(new GpuMemory(dir).keep(4_000)).toBe(true)
    expect(new GpuMemory(dir).failedAtMs(5_000)).toBe(4_000)
    expect(new GpuMemory(dir).failedAtMs(4_000 + offForMs)).toBeUndefined()
  })

  it.each(['', 'null', '{"failedAtMs":"1"}', '{'])('takes no harm from a damaged file: %j', async (text) => {
    await writeFile(join(dir, 'graphics.json'), text)
    expect(new GpuMemory(dir).failedAtMs(1)).toBeUndefined()
  })

  it('says when the disk does not take it', async () => {
    expect(new GpuMemory(join(dir, 'nowhere')).keep(1)).toBe(false)
    await expect(readFile(join(dir, 'nowhere'))).rejects.toThrow('ENOENT')
  })
})

function stand(
  given: {
    isOff?: boolean
    hasLauncher?: boolean
    keeps?: boolean
    failedAtMs?: number
    appImage?: string
    words?: readonly string[]
  } = {},
) {
  const did: unknown[] = []
  const time = new FakeTime()
  const app = Object.assign(new EventEmitter(), {
    commandLine: { hasSwitch: (name: string) => name === 'disable-gpu' && given.isOff === true },
    relaunch: (options: unknown) => did.push(['relaunch', options]),
    quit: () => did.push('quit'),
  })
  const stop = watchChildren({
    app,
    clock: time,
    log: memoryLog().logger.area('electron'),
    memory: {
      keep: (atMs: number) => (did.push(['keep', atMs]), given.keeps ?? true),
      failedAtMs: () => given.failedAtMs,
    },
    leaveNotice: ({ message }: Notice) => did.push(message),
    hasLauncher: () => given.hasLauncher === true,
    onNetworkLost: () => did.push('network lost'),
    notify: ({ code, exact }: WallError) => did.push(exact?.code ?? code),
    argv: ['/opt/tessera', '--data', '/var/lib/wall', '--kiosk', ...(given.words ?? [])],
    appImage: given.appImage,
  } as unknown as ChildRecoveryOptions)
  const die = (type = 'GPU', reason = 'crashed') =>
    app.emit('child-process-gone', {}, { type, reason, exitCode: 1 })
  return { did, die, stop, time, app }
}
const dieOften = (one: ReturnType<typeof stand>, times: number = deaths) => {
  for (let death = 0; death < times; death += 1) one.die()
}

describe('the watch', () => {
  it('starts again with the same arguments, remembers why, and does it once', () => {
    const one = stand()
    dieOften(one, deaths * 3)
    expect(one.did).toEqual([
      ['keep', one.time.wallMs()],
      ['relaunch', { args: ['--data=/var/lib/wall', '--kiosk'] }],
      'quit',
    ])
  })

  it('shows nothing again that was to be shown once', () => {
    const one = stand({ words: ['show', '3.12'] })
    dieOften(one)
    expect(one.did).toContainEqual(['relaunch', { args: ['--data=/var/lib/wall', '--kiosk'] }])
  })

  it('starts an AppImage by its file, because its mount ends with it', () => {
    const one = stand({ appImage: '/home/op/Tessera.AppImage' })
    dieOften(one)
    expect(one.did).toContainEqual([
      'relaunch',
      { args: ['--data=/var/lib/wall', '--kiosk'], execPath: '/home/op/Tessera.AppImage' },
    ])
  })

  it('only tells under a launcher, and remembers for its next start', () => {
    const one = stand({ hasLauncher: true })
    dieOften(one)
    expect(one.did).toEqual([['keep', one.time.wallMs()], 'graphics_failed'])
  })

  it('does not start again where the next start would not know why', () => {
    const one = stand({ keeps: false })
    dieOften(one)
    expect(one.did.slice(1)).toEqual(['graphics_not_remembered'])
  })

  it('tells that the network process has died, whose sockets no page gets back', () => {
    const { app, did } = stand()
    const details = { type: 'Utility', reason: 'killed', serviceName: 'network.mojom.NetworkService' }
    app.emit('child-process-gone', {}, details)
    expect(did).toEqual(['network lost'])
  })

  it('leaves everything else to Chromium', () => {
    const off = stand({ isOff: true })
    dieOften(off, deaths * 3)
    const others = stand()
    for (let death = 0; death < deaths; death += 1) {
      others.die('Utility')
      others.die('GPU', 'clean-exit')
    }
    expect([...off.did, ...others.did]).toEqual([])
  })

  it('tells the next page why the wall is slower, and until when', () => {
    const { did } = stand({ isOff: true, failedAtMs: new Date(2026, 10, 21, 14, 3).getTime() })
    expect(did).toEqual([
      'Graphics acceleration is off: its process stopped 3 times, last at 14:03. A start after 24 hours tries it again.',
    ])
  })

  it.each([
    { failedAtMs: undefined, isOff: false, appended: [] },
    { failedAtMs: 5, isOff: false, appended: ['disable-gpu'] },
    { failedAtMs: 5, isOff: true, appended: [] },
  ])('switches it off before the start: $appended', ({ failedAtMs, isOff, appended }) => {
    const switches: string[] = []
    const commandLine = { hasSwitch: () => isOff, appendSwitch: (name: string) => switches.push(name) }
    keepGpuOff(commandLine, { failedAtMs: () => failedAtMs }, new FakeTime())
    expect(switches).toEqual(appended)
  })

  it('ends', () => {
    const one = stand()
    one.stop()
    expect(one.app.listenerCount('child-process-gone')).toBe(0)
  })
})
