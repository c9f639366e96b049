import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { insertEvents } from '../conformance/shell/events-stage.ts'
import { type ElectronStage, onStage } from './electron-stage.ts'
import { sharedSite } from './shared-site.ts'

/** Calls main through the bridge and gives back what it answers; runs as text in the page. */
const call = (name: string, input: unknown): string =>
  `window.tessera.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`

describe('an export of the installed application', () => {
  let stage: ElectronStage

  onStage(async (given) => {
    stage = given
    const { page } = await stage.launch(['--platform', sharedSite().baseUrl])
    await page.getByText('Paste a key').waitFor()
  })

  it('is a download that the operator saves, as is a table of the page, and nothing else is', async () => {
    const site = sharedSite()
    const { running, dataDir } = stage
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
    const done = await running.saveNextDownload(saved)
    await running.page.evaluate(`{
      const link = document.createElement('a')
      link.href = ${JSON.stringify(begun.address)}
      link.download = ''
      link.click()
    }`)
    expect(await done()).toBe(`completed ${begun.fileName}`)
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
    const kept = await running.saveNextDownload(table)
    await begin('text/csv', 'occupancy 2026-11-20.csv')
    expect(await kept()).toBe('completed occupancy 2026-11-20.csv')
    expect(await readFile(table, 'utf8')).toBe('x')
  })
})
