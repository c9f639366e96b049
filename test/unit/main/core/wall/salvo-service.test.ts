import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import type { Salvo } from '#contract/wall/salvo.ts'
import { createCallGuards } from '#main/core/wall/call-guards.ts'
import { MonitorList } from '#main/core/wall/monitor-list.ts'
import { OpenPages } from '#main/core/wall/open-pages.ts'
import { SalvoService } from '#main/core/wall/salvo-service.ts'
import { FakeTime } from '../support/fake-time.ts'
import { MemorySettings } from '../support/memory-settings.ts'

/** Two pages, and what they have received. */
function open(salvos: readonly Salvo[] = []) {
  const time = new FakeTime()
  const pages = new OpenPages(() => 1)
  const settings = new MemorySettings()
  const monitors = new MonitorList(pages)
  const service = new SalvoService({
    settings,
    salvos: () => salvos,
    monitors,
    pages,
    timers: time,
    clock: time,
  })
  const handlers = service.handlers(
    createCallGuards({
      redactor: { redact: (text) => text },
      platformOf: (page) => pages.platformOf(page),
      shown: () => undefined,
      link: () => undefined,
    }),
  )
  const [first, second] = [
    { id: 'page-1', monitor: 1 },
    { id: 'page-2', monitor: 2 },
  ]
  const received: string[] = []
  for (const page of [first, second]) pages.open(page, (name) => received.push(name))
  return { time, service, handlers, first, second, received }
}

it('a page that is loaded anew keeps the camera that a rule has shown since the last selection', async () => {
  const { time, service, handlers, first, second, received } = open()
  expect(await handlers['monitors.select']({ cameraId: 'cam-1' }, first)).toEqual(ok(undefined))
  service.act({ by: { kind: 'rule', title: 'Gate' }, atMs: time.wallMs(), cameraId: 'cam-9' })
  await time.advance(3_600_000)
  received.length = 0
  service.pageIsUp(second)
  expect(received).toEqual([])
})

it('a page that comes up does not get a salvo of all monitors that was taken back meanwhile', async () => {
  const ofAll: Salvo = { version: 1, number: 5, name: '', scope: 'all', walls: [] }
  const { time, service, handlers, first, second, received } = open([ofAll])
  for (const title of ['Gate', 'Door'])
    service.act({ by: { kind: 'rule', title }, atMs: time.wallMs(), salvo: 5 })
  const actsOnceBackFrom = async (number: number) => {
    await handlers['salvos.recall']({ number, isBack: true }, first)
    received.length = 0
    service.pageIsUp(second)
    return received.filter((name) => name === 'act').length
  }
  expect(await actsOnceBackFrom(6)).toBe(2)
  expect(await actsOnceBackFrom(5)).toBe(1)
  expect(await actsOnceBackFrom(5)).toBe(0)
})
