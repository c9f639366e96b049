import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertEvents } from '../conformance/shell/events-stage.ts'
import type { BuiltApp } from './build-app.ts'
import { ElectronApp } from './electron-app.ts'
import { builtProduct } from './product.ts'
import { Screen } from './screen.ts'
import { type SharedSite, sharedSite } from './shared-site.ts'
import { findSmokeHost } from './smoke-host.ts'

const host = findSmokeHost()

/** Calls main through the bridge and gives back what it answers; runs as text in the page. */
const call = (name: string, input: unknown): string =>
  `window.tessera.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`

describe('an export of the installed application', () => {
  let screen: Screen
  let app: BuiltApp
  let dataDir: string
  let site: SharedSite
  let running: ElectronApp

  beforeEach((context) => {
    if (typeof host === 'string') context.skip(host)
  })
  beforeAll(async () => {
    if (typeof host === 'string') return
    app = builtProduct()
    site = sharedSite()
    ;[screen, dataDir] = await Promise.all([Screen.start(), mkdtemp(join(tmpdir(), 'tessera-electron-'))])
    running = await ElectronApp.launch({ host, app, screen, dataDir, flags: ['--platform', site.baseUrl] })
    await running.page.getByText('Paste a key').waitFor()
  })
  afterAll(async () => {
    await running?.close()
    await screen?.dispose()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  it('is a download that the operator saves, as is a table of the page, and nothing else is', async () => {
    const ask = <Value>(name: string, input: unknown): Promise<Value> =>
      running.page.evaluate(call(name, input))
    const wish = { ...site.account, name: 'wall', expiresInDays: 1, protection: 'session' }
    expect(await ask('keys.create', wish)).toMatchObject({ ok: true })
    const { value: listed } = await ask<{ value: { tags: { id: string; name: string }[] } }>(
      'events.tags',
      undefined,
    )
    const door = listed.tags.find(({ name }) => name === 'door')?.id ?? ''
    const nowMs = Date.now()
    const fields = { badge: 'T-0007', person: 'Chloé Dubois', granted: true }
    await insertEvents(site, site.apiKey, [
      { cameraId: 'cam-01', eventTypeId: door, fields, timestamp: nowMs },
    ])
    const { value: begun } = await ask<{ value: { address: string; fileName: string } }>('events.export', {
      query: { cameraIds: [], eventTypeIds: [], startMs: nowMs - 1_000, endMs: nowMs + 1_000, match: [] },
      format: 'csv',
      timeZone: 'UTC',
    })
    const saved = join(dataDir, 'saved.csv')
    // In the place of the dialog, which nobody answers here.
    const done = await running.electron.evaluateHandle(({ session }, path) => {
      const ended = new Promise<string>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(path)
          item.once('done', (_done, state) => resolve(`${state} ${item.getFilename()}`))
        })
      })
      return { ended }
    }, saved)
    await running.page.evaluate(`{
      const link = document.createElement('a')
      link.href = ${JSON.stringify(begun.address)}
      link.download = ''
      link.click()
    }`)
    expect(await done.evaluate(({ ended }) => ended)).toBe(`completed ${begun.fileName}`)
    expect(await readFile(saved, 'utf8')).toContain('Chloé Dubois')

    const stopped = await running.electron.evaluateHandle(({ session }) => {
      const ended = new Promise<boolean>((resolve) => {
        session.defaultSession.once('will-download', (event) => resolve(event.defaultPrevented))
      })
      return { ended }
    })
    const begin = (mimeType: string, fileName: string) =>
      running.page.evaluate(`{
        const link = document.createElement('a')
        link.href = URL.createObjectURL(new Blob(['x'], { type: ${JSON.stringify(mimeType)} }))
        link.download = ${JSON.stringify(fileName)}
        link.click()
      }`)
    await begin('text/html', 'x.html')
    expect(await stopped.evaluate(({ ended }) => ended)).toBe(true)

    // The table of a report is made by the page itself.
    const table = join(dataDir, 'table.csv')
    const kept = await running.electron.evaluateHandle(({ session }, path) => {
      const ended = new Promise<string>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(path)
          item.once('done', (_done, state) => resolve(state))
        })
      })
      return { ended }
    }, table)
    await begin('text/csv', 'occupancy 2026-11-20.csv')
    expect(await kept.evaluate(({ ended }) => ended)).toBe('completed')
    expect(await readFile(table, 'utf8')).toBe('x')
  })
})
