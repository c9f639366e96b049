import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../conformance/start-site.ts'
import { Screen } from '../electron/screen.ts'
import { findDebHost } from '../package/deb-host.ts'
import { type DebFile, makeDebFile } from '../package/deb-file.ts'
import { FrameBuffer } from '../package/frame-buffer.ts'
import { OrdinaryUser } from '../package/ordinary-user.ts'
import { type StartTimes, WallOnScreen } from '../package/wall-on-screen.ts'
import { footageDir } from '../stand/wall-stand.ts'
import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

/** A window of the wall's size, and nothing in it: what Electron itself takes. */
const emptyWindow = `'use strict'
const { app, BrowserWindow } = require('electron')
app.on('window-all-closed', () => app.quit())
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1600, height: 900, show: false, backgroundColor: '#0b0d10' })
  window.once('ready-to-show', () => window.show())
  window.loadURL('data:text/html,<body style="background:%230b0d10">')
})
`

async function makeEmptyApp(dir: string): Promise<string> {
  await mkdir(dir)
  const manifest = { name: 'tessera', productName: 'Tessera empty', version: '0.0.0', main: 'main.cjs' }
  await writeFile(join(dir, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(dir, 'main.cjs'), emptyWindow)
  return dir
}

const programOf = (deb: DebFile) => join(deb.dir, 'usr/lib/tessera/tessera')
const megabytesOf = async (deb: DebFile) => (await stat(deb.file)).size / 1e6

/**
 * From the icon to pictures: the packaged wall, signed in, against an empty window of the same Electron, packaged
 * alike; for an ordinary user with the sandbox on, read from the screen's own pixels.
 */
export async function benchStart({ quick }: BenchOptions): Promise<BenchResult> {
  const host = findDebHost()
  if (typeof host === 'string') throw new Error(`This bench cannot run here: ${host}.`)
  const work = await mkdtemp(join(tmpdir(), 'tessera-bench-start-'))
  const frameBufferDir = await mkdtemp(join(tmpdir(), 'tessera-screen-'))
  await chmod(work, 0o755)
  for (const dir of ['wall', 'empty']) await mkdir(join(work, dir))
  const wallDeb = await makeDebFile(host, join(work, 'wall'))
  const emptyDeb = await makeDebFile(host, join(work, 'empty'), await makeEmptyApp(join(work, 'empty-app')))
  const [user, screen, site] = await Promise.all([
    OrdinaryUser.create(),
    Screen.start({ frameBufferDir }),
    startSite({ footageDir }),
  ])
  await site.published(9)
  const onScreen = new WallOnScreen(screen, new FrameBuffer(frameBufferDir))

  async function timed<T>(deb: DebFile, watch: (startedAtMs: number) => Promise<T>): Promise<T> {
    const startedAtMs = performance.now()
    const exited = once(user.start(programOf(deb), [], { DISPLAY: screen.display }), 'exit')
    const found = await watch(startedAtMs)
    await screen.press('ctrl+q')
    await exited
    return found
  }

  const wall: StartTimes[] = []
  const emptyMs: number[] = []
  try {
    // The first start of each also fills the system's file cache and Chromium's own.
    await timed(emptyDeb, (startedAtMs) => onScreen.windowMs(startedAtMs))
    const area = await timed(wallDeb, async () => {
      await onScreen.signIn(site)
      await onScreen.until([1, 2, 3, 4, 5, 6, 7, 8, 9])
      return onScreen.window()
    })
    for (let round = 0; round < (quick ? 1 : 7); round += 1) {
      emptyMs.push(await timed(emptyDeb, (startedAtMs) => onScreen.windowMs(startedAtMs)))
      wall.push(await timed(wallDeb, (startedAtMs) => onScreen.times(startedAtMs, area)))
    }
  } finally {
    await user.dispose()
    await screen.dispose()
    await site.stop()
    const sizes = await Promise.all([megabytesOf(wallDeb), megabytesOf(emptyDeb)])
    console.log(`package: ${sizes[0].toFixed(1)} MB, with nothing in it ${sizes[1].toFixed(1)} MB`)
    for (const dir of [work, frameBufferDir]) await rm(dir, { recursive: true, force: true })
  }

  const baselineMs = quantile(emptyMs, 0.5)
  const row = (what: string, pick: (times: StartTimes) => number) =>
    rowOf(`from the icon to ${what}; baseline: to an empty window`, 'ms', wall.map(pick), emptyMs)
  const rows = printTable([
    row('a window', (times) => times.windowMs),
    row('the first picture', (times) => times.firstPictureMs),
    row('nine pictures', (times) => times.allPicturesMs),
  ])
  const median = (pick: (times: StartTimes) => number) => quantile(wall.map(pick), 0.5)
  const figures = {
    windowMs: median((times) => times.windowMs),
    firstPictureMs: median((times) => times.firstPictureMs),
    ninePicturesMs: median((times) => times.allPicturesMs),
  }
  return {
    bench: 'start',
    rows,
    figures,
    baseline: { emptyWindowMs: baselineMs },
    ratio: {
      window: figures.windowMs / baselineMs,
      firstPicture: figures.firstPictureMs / baselineMs,
      ninePictures: figures.ninePicturesMs / baselineMs,
    },
  }
}
