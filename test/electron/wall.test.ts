import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { insertEvents } from '../conformance/shell/events-stage.ts'
import { frameMs, pastTiles } from '../e2e/playback/wall/past-page.ts'
import type { WallPage } from '../stand/wall-page.ts'
import type { ElectronApp } from './electron-app.ts'
import { type ElectronStage, onStage, wallOf } from './electron-stage.ts'
import { type SharedSite, sharedSite } from './shared-site.ts'
import { signIn } from '../stand/sign-in.ts'
import { findSmokeHost } from './smoke-host.ts'

const host = findSmokeHost()
const sealedKey = z.object({ keys: z.tuple([z.object({ data: z.string() })]) })

describe('the installed application on a fresh local site', () => {
  let site: SharedSite
  let stage: ElectronStage
  let running: ElectronApp
  let wall: WallPage

  async function launch(): Promise<void> {
    running = await stage.launch(wallOf(site, 9))
    wall = stage.wall
  }

  onStage(async (given) => {
    stage = given
    site = sharedSite()
    await launch()
  })

  it('shows nine live tiles, read from pixels, once it is signed in', async () => {
    await signIn(running.page, site.account)
    await wall.until('LIVE', 9)
    await wall.untilCameras([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('keeps neither key nor password in the clear', async () => {
    const kept = await readFile(join(stage.dataDir, 'keys.json'), 'utf8')
    expect(kept).toContain('"obfuscated"')
    const log = await readFile(join(stage.dataDir, 'logs/tessera.log'), 'utf8')
    expect(kept + log).not.toContain(site.account.password)
    expect(Buffer.from(sealedKey.parse(JSON.parse(kept)).keys[0].data, 'base64').toString('latin1')).toMatch(
      /^v10/,
    )
  })

  it('puts camera 12 into the selected tile on `12 Enter` of a real keyboard', async () => {
    await stage.screen.press('1', '2', 'Return')
    await wall.untilCamera(1, 12)
  })

  it('hears the keyboard also while a picture has the focus', async () => {
    await running.page.evaluate(() => {
      const video = document.querySelector('video')
      if (video === null) throw new Error('no video')
      video.tabIndex = -1
      video.focus()
      if (document.activeElement !== video) throw new Error('no focus')
    })
    await stage.screen.press('7', 'Return')
    await wall.untilCamera(1, 7)
  })

  /** What tile 1 shows once it is paused: how far its picture is from this instant, or from the one that it says. */
  const untilPausedAt = async (camera: number, epochMs?: number) => {
    await wall.until('PAUSED', 1)
    const seen = async () => {
      const [tile] = await pastTiles(wall, [1])
      if (tile?.cameraNumber !== camera) return Number.NaN
      return Math.abs(tile.filmedMs - (epochMs ?? tile.bandMs))
    }
    // The band writes tenths, cut off.
    await expect.poll(seen).toBeLessThanOrEqual(epochMs === undefined ? frameMs + 100 : frameMs)
  }

  it('plays a recording by the keyboard, over its timeline, and comes back from it', async () => {
    await stage.screen.press('r')
    await wall.until('PLAYING', 1)
    await running.page.locator('.timeline-surface').waitFor()
    await stage.screen.press('k')
    await untilPausedAt(7)
    await stage.screen.press('Home')
    await wall.until('LIVE', 9)
  })

  it('finds an event, and shows the picture of its instant', async () => {
    const eventMs = Date.now() - 600_017
    const { value: listed } = await running.page.evaluate<{
      value: { tags: { id: string; name: string }[] }
    }>(`window.tessera.call('events.tags')`)
    const door = listed.tags.find(({ name }) => name === 'door')?.id ?? ''
    const passed = (badge: string) =>
      insertEvents(site, site.apiKey, [
        {
          cameraId: 'cam-03',
          eventTypeId: door,
          fields: { badge, person: 'Ada Lindner', granted: true },
          timestamp: eventMs,
        },
      ])
    await passed('T-4711')
    const events = running.page.getByRole('region', { name: 'Events', exact: true })
    await stage.screen.press('slash')
    // What the panel opens with stays until a search is through, and takes no keys then.
    await events.locator('.result', { hasText: 'T-4711' }).waitFor()
    await stage.screen.type('badge="T-4712"')
    await stage.screen.press('Return')
    await events.getByText('No event fits this search.').waitFor()
    await passed('T-4712')
    await events.locator('.results:focus .result', { hasText: 'T-4712' }).waitFor()
    await stage.screen.press('shift+Return')
    await untilPausedAt(3, eventMs)
    await stage.screen.press('slash', 'Escape', 'Home', '7', 'Return')
    await wall.until('LIVE', 9)
    await wall.untilCamera(1, 7)
  })

  it('asks how many people were there', async () => {
    const occupancy = running.page.getByRole('dialog', { name: 'Occupancy' })
    await stage.screen.press('o')
    await occupancy.getByText('to choose from').waitFor()
    await stage.screen.press('Down', 'Return', 'Return')
    await occupancy.getByRole('slider', { name: 'Moment on the curve' }).waitFor()
    await stage.screen.press('Escape')
    await occupancy.waitFor({ state: 'detached' })
  })

  it('goes over to another platform and back, and finds its wall and its key again', async () => {
    const { page } = running
    await page.evaluate(() => {
      const bridge: unknown = Reflect.get(window, 'tessera')
      const { call } = bridge as { call: (name: string, input: object) => Promise<unknown> }
      void call('platforms.add', { name: 'Nobody', address: { baseUrl: 'http://127.0.0.1:9' } })
    })
    await page.getByText('has no key for http://127.0.0.1:9').waitFor()
    await page.getByRole('button', { name: new URL(site.baseUrl).host }).click()
    await wall.until('LIVE', 9)
    await wall.untilCamera(1, 7)
  })

  /** Of the outbox, then of a mark at camera 1. */
  const keepMark = () =>
    running.page.evaluate(async () => {
      const bridge: unknown = Reflect.get(window, 'tessera')
      const { call } = bridge as { call: (name: string, input?: object) => Promise<unknown> }
      const mark = { cameraId: 'cam-01', atMs: Date.now(), note: '' }
      return [await call('events.outbox'), await call('events.mark', mark)]
    })
  // Its Node-API is older than the database's native module needs.
  const isTooOld = typeof host !== 'string' && host.major < 45

  if (isTooOld) {
    it('says why an old runtime keeps no events, and shows its pictures', async () => {
      const error = { code: 'outbox_unavailable', exact: { code: 'outbox_runtime_old' } }
      expect(await keepMark()).toMatchObject([
        { ok: true, value: { depth: 0, unavailable: error } },
        { ok: false, error },
      ])
      expect(await wall.statesNotPlaying()).toEqual([])
    })
  } else {
    it('keeps an operator’s mark', async () => {
      const [outbox, mark] = await keepMark()
      expect(mark).toMatchObject({ ok: true })
      expect(outbox).toMatchObject({ ok: true })
      expect(outbox).not.toHaveProperty('value.unavailable')
    })
  }

  it('shows what a second start asks for, which itself ends at once', async () => {
    const [code]: unknown[] = await once(stage.start(['show', '3.12']), 'exit')
    expect(code).toBe(0)
    await wall.untilCamera(3, 12)
    expect(running.electron.windows()).toHaveLength(1)
  })

  it('is back with the same cameras after a restart, without asking for anything', async () => {
    const shown = [7, 2, 12, 4, 5, 6, 7, 8, 9]
    await wall.untilCameras(shown)
    await running.closeInOrder()
    await launch()
    await wall.until('LIVE', 9)
    await wall.untilCameras(shown)
  })

  it('keeps what was changed in the moment before it was ended', async () => {
    const untilEnded = running.watchEnd()
    await stage.screen.press('8', 'Return', 'ctrl+q')
    await untilEnded()
    await launch()
    await wall.until('LIVE', 9)
    await wall.untilCamera(1, 8)
  })
})
