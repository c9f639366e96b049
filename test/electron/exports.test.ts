import { execFile } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { EvidenceState } from '#contract/wall/evidence.ts'
import { insertEvents } from '../conformance/shell/events-stage.ts'
import { mountSmallDisk } from '../stand/small-disk.ts'
import { type ElectronStage, onStage } from './electron-stage.ts'
import { sharedSite } from './shared-site.ts'

/** Calls main through the bridge and gives back what it answers; runs as text in the page. */
const call = (name: string, input: unknown): string =>
  `window.tessera.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`

/** An export begins where 64 MB are free. */
const disk = mountSmallDisk(80)
const evidenceDir = join(disk.dir, 'evidence')
afterAll(() => disk.dispose())

/** Leaves no room for anything. */
function fillDisk(): string {
  const path = join(disk.dir, 'filler')
  const file = openSync(path, 'w')
  for (const chunk of [Buffer.alloc(1_048_576), Buffer.alloc(4_096)]) {
    try {
      for (;;) writeSync(file, chunk)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
  return path
}

describe('an export of the installed application', () => {
  let stage: ElectronStage
  const answered = async <Value>(name: string, input: unknown): Promise<Value> => {
    const answer = await stage.running.page.evaluate<{ ok: boolean; value: Value }>(call(name, input))
    expect(answer).toMatchObject({ ok: true })
    return answer.value
  }

  const exportOf = async (exportId: string) => {
    const { exports } = await answered<EvidenceState>('evidence.state', undefined)
    return exports.find((one) => one.exportId === exportId)
  }

  onStage(async (given) => {
    stage = given
    const { page } = await stage.launch(['--platform', sharedSite().baseUrl, '--evidence', evidenceDir])
    await page.getByText('Paste a key').waitFor()
    const wish = { ...sharedSite().account, name: 'wall', expiresInDays: 1, protection: 'session' }
    expect(await page.evaluate(call('keys.create', wish))).toMatchObject({ ok: true })
  })

  it('is a download that the operator saves, as is a table of the page, and nothing else is', async () => {
    const site = sharedSite()
    const { running, dataDir } = stage
    const ask = <Value>(name: string, input: unknown): Promise<Value> =>
      running.page.evaluate(call(name, input))
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
    await running.page.evaluate(`window.exported = []
      window.tessera.onPush((name, payload) => name === 'events.exported' && exported.push(payload.state))`)
    const lastState = () => running.page.evaluate('exported.at(-1)')
    const saveTo = async (path: string) => {
      const { value: begun } = await ask<{ value: { address: string; fileName: string } }>('events.export', {
        query: { cameraIds: [], eventTypeIds: [], startMs: nowMs - 1_000, endMs: nowMs + 1_000, match: [] },
        format: 'csv',
        timeZone: 'UTC',
      })
      const done = await running.saveNextDownload(path)
      await running.page.evaluate(`{
        const link = document.createElement('a')
        link.href = ${JSON.stringify(begun.address)}
        link.download = ''
        link.click()
      }`)
      return (await done()).replace(` ${begun.fileName}`, '')
    }
    const saved = join(dataDir, 'saved.csv')
    expect(await saveTo(saved)).toBe('completed')
    await expect.poll(lastState).toBe('done')
    expect(await readFile(saved, 'utf8')).toContain('Chloé Dubois')

    const nowhere = join(saved, 'in a file.csv')
    expect(await saveTo(nowhere)).toBe('interrupted')
    await expect.poll(lastState).toBe('failed')
    await running.page.getByText(`${nowhere} was not written whole`).waitFor()

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

  it('of footage of two cameras ends, and its signature and every file can be verified', async () => {
    const startMs = Date.now() - 2 * 3_600_000
    const { exportId } = await answered<{ exportId: string }>('evidence.export', {
      cameraIds: ['cam-01', 'cam-02'],
      startMs,
      endMs: startMs + 10_000,
      timeZone: 'UTC',
    })
    const state = async () => (await exportOf(exportId))?.state
    await expect.poll(state, { timeout: 60_000 }).toMatch(/done|failed/)
    expect(await exportOf(exportId)).toMatchObject({ state: 'done' })
    const folder = join(evidenceDir, (await exportOf(exportId))?.name ?? '')
    const files = readdirSync(folder)
    expect(files.filter((name) => name.endsWith('.mp4'))).toHaveLength(2)
    // It rejects for any exit code but 0.
    await promisify(execFile)(process.execPath, ['scripts/verify.mjs', folder])
    rmSync(folder, { recursive: true })
  })

  it('of footage says that the disk is full, keeps what has arrived, and goes on when there is room', {
    tags: 'long',
  }, async (context) => {
    if (!disk.isMounted) context.skip('only root can mount a small disk, and not in every container')
    const startMs = Date.now() - 2 * 3_600_000
    const { exportId } = await answered<{ exportId: string }>('evidence.export', {
      // So long that it cannot have ended before the disk is full.
      cameraIds: ['cam-01'],
      startMs,
      endMs: startMs + 3 * 60_000,
      timeZone: 'UTC',
    })
    const filler = fillDisk()
    const state = () => exportOf(exportId)
    await expect.poll(state, { timeout: 60_000 }).toMatchObject({
      state: 'failed',
      error: { code: 'storage_failed', cause: 'disk_full' },
    })
    expect(readdirSync(evidenceDir).filter((name) => !name.endsWith('.unfinished'))).toEqual([])

    expect(readdirSync(evidenceDir)).toHaveLength(1)
    rmSync(filler)
    await answered('evidence.resume', { exportId })
    await expect.poll(async () => (await state())?.state, { timeout: 60_000 }).toMatch(/done|failed/)
    expect(await state()).toMatchObject({ state: 'done' })
    expect(readdirSync(evidenceDir)).toEqual([(await state())?.name])
    // It rejects for any exit code but 0.
    await promisify(execFile)(process.execPath, [
      'scripts/verify.mjs',
      join(evidenceDir, (await state())?.name ?? ''),
    ])
  })
})

describe('the folder of pictures and exports', () => {
  let stage: ElectronStage
  const home = mkdtempSync(join(tmpdir(), 'tessera-home-'))
  const chosen = join(home, 'chosen')
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  onStage(async (given) => {
    stage = given
    mkdirSync(chosen)
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
    const { page } = await stage.launch(['--platform', sharedSite().baseUrl], env)
    await page.getByText('Paste a key').waitFor()
    const wish = { ...sharedSite().account, name: 'wall', expiresInDays: 1, protection: 'session' }
    expect(await page.evaluate(call('keys.create', wish))).toMatchObject({ ok: true })
    await page.locator('.tile').first().waitFor()
  })

  const folderNow = async () => {
    const answer = await stage.running.page.evaluate<{ value: EvidenceState }>(
      call('evidence.state', undefined),
    )
    return answer.value
  }

  /** As an operator types it into the window of the system. */
  async function answerWindow(path: string): Promise<void> {
    await stage.screen.untilFocus('Folder for pictures and exports')
    await stage.screen.press('ctrl+l')
    await stage.screen.type(path)
    await stage.screen.press('Return')
  }

  it('is chosen in the window of the system, by the palette and in the window of exports, by keys alone', async () => {
    const { page } = stage.running
    expect(await folderNow()).toMatchObject({ folderBy: 'usual', canChoose: true })
    await stage.screen.press('ctrl+k')
    await page.getByRole('dialog').waitFor()
    await stage.screen.type('folder of pictures')
    await page.getByRole('option', { name: 'Choose the folder', selected: true }).waitFor()
    await stage.screen.press('Return')
    await answerWindow(chosen)
    await page.getByText(`Pictures and exports go to ${chosen}.`).waitFor()
    expect(await folderNow()).toMatchObject({ folder: chosen, folderBy: 'operator' })

    await stage.screen.press('shift+x')
    const window = page.getByRole('dialog', { name: 'Export footage' })
    await window.getByText(chosen).waitFor()
    /** A button that waits for the window of the system before is none. */
    const pressButton = async (name: string) => {
      const button = window.getByRole('button', { name })
      await expect.poll(() => button.isEnabled()).toBe(true)
      await button.press('Enter')
    }
    await pressButton('Use the documents folder')
    await expect.poll(async () => (await folderNow()).folderBy).toBe('usual')
    await pressButton('Choose another folder')
    await stage.screen.untilFocus('Folder for pictures and exports')
    await stage.screen.press('Escape')
    await pressButton('Choose another folder')
    await answerWindow(chosen)
    await window.getByText(chosen).waitFor()

    // Its disk has been taken out.
    rmSync(chosen, { recursive: true })
    await stage.screen.press('Escape', 'shift+x')
    await window.getByText('The folder is gone').waitFor()
    expect(existsSync(chosen)).toBe(false)
  })
})
