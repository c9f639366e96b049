import { describe, expect, it } from 'vitest'
import type { Timers } from '#main/core/time.ts'
import { defaultDataDir } from '#main/host/data-dir.ts'
import { LastPage } from '#main/host/last-page.ts'

function stage() {
  const waiting = new Set<() => void>()
  const timers: Timers = {
    after(_delayInMs, run) {
      waiting.add(run)
      return () => waiting.delete(run)
    },
  }
  let gone = 0
  const pages = new LastPage(timers, 3_000, () => (gone += 1))
  return { pages, gone: () => gone, pass: () => [...waiting].forEach((run) => run()) }
}

describe('LastPage', () => {
  it('tells when the last page stays away', () => {
    const { pages, gone, pass } = stage()
    for (const count of [1, 2, 1, 0]) pages.count(count)
    expect(gone()).toBe(0)
    pass()
    expect(gone()).toBe(1)
  })

  it('does not mistake a reload for the end', () => {
    const { pages, gone, pass } = stage()
    for (const count of [1, 0, 1]) pages.count(count)
    pass()
    expect(gone()).toBe(0)
  })

  it('does not miss a page that has not come yet', () => {
    const { pages, gone, pass } = stage()
    pages.count(0)
    pass()
    expect(gone()).toBe(0)
  })
})

describe('defaultDataDir', () => {
  it.each([
    { platform: 'linux' as const, environment: {}, dir: '/home/o/.local/share/tessera' },
    { platform: 'linux' as const, environment: { XDG_DATA_HOME: '/x' }, dir: '/x/tessera' },
    { platform: 'darwin' as const, environment: {}, dir: '/home/o/Library/Application Support/Tessera' },
    { platform: 'win32' as const, environment: { APPDATA: '/roaming' }, dir: '/roaming/Tessera' },
  ])('is $dir on $platform', ({ platform, environment, dir }) => {
    expect(defaultDataDir(platform, environment, '/home/o')).toBe(dir)
  })
})
