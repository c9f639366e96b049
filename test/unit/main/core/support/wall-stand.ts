import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { CallName, PushName, wallCalls } from '#contract/wall/calls.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import { createWallMain } from '#main/core/wall/create-wall-main.ts'
import type { RelayDeps, WallMainOptions } from '#main/core/wall/wall-main-options.ts'
import type { Page } from '#main/core/wall-main.ts'
import { memoryLog } from './memory-log.ts'
import { MemorySettings } from './memory-settings.ts'
import { wallPorts } from './wall-ports.ts'
import { unwrap } from '#test/stand/unwrap.ts'

/** A wall that ends with its test, what it has logged, and its pages. */
export function wallStand(overrides: Partial<WallMainOptions> = {}) {
  const { logger, redactor, lines } = memoryLog()
  const settings = overrides.settings ?? new MemorySettings()
  const relays: RelayDeps[] = []
  const wall = createWallMain(
    wallPorts({
      settings,
      logger,
      logTail: () => lines,
      redactor,
      openRelay: (deps) => {
        relays.push(deps)
        return { receive: () => {}, leave: () => {}, dispose: () => {} }
      },
      ...overrides,
    }),
  )
  onTestFinished(() => wall.dispose())
  /** What a relay that is opened now is given. */
  const relay = () => {
    wall.openRelay(() => {})
    const deps = relays.at(-1)
    if (deps === undefined) throw new Error('the relay was not opened')
    return deps
  }
  const askedBy = (page: Page) => {
    const call = <Name extends CallName>(name: Name, input: z.output<(typeof wallCalls)[Name]['input']>) =>
      wall.handlers[name](input, page)
    const hello = async () => unwrap(await call('wall.hello', undefined))
    const save = async (to: Partial<WallSettings>) => {
      const members = Object.entries((await hello()).settings).filter(([name]) => name in to)
      return call('settings.save', { from: Object.fromEntries(members), to })
    }
    return { page, call, hello, save, report: () => call('wall.report', { tiles: [] }) }
  }
  let pages = 0
  /** A load of the page of a monitor. */
  const open = (monitor = 1) => {
    pages += 1
    const page: Page = { id: `page-${pages}`, monitor }
    const pushes: { name: PushName; payload: unknown }[] = []
    const close = wall.openPage(page, (name, payload) => pushes.push({ name, payload }))
    return {
      ...askedBy(page),
      pushes,
      close,
      pushed: (name: PushName) => pushes.filter((push) => push.name === name).map(({ payload }) => payload),
    }
  }
  // Its first page need not be open to ask.
  return { wall, settings, lines, relay, open, ...askedBy({ id: 'page-1', monitor: 1 }) }
}
