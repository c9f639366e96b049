import type { Page } from 'playwright-core'
import { SiteEvents } from '../e2e/events/site-events.ts'
import type { WallPage } from '../stand/wall-page.ts'
import { WallStand } from '../stand/wall-stand.ts'
import { measureFullWall } from './full-wall.ts'
import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

const TASKS = 200
const TILES = 9
const CAMERAS = 14
/** The wall's own answer; pictures, footage and files are waited for apart. */
const TASK_LIMIT_MS = 15_000
const MEDIA_LIMIT_MS = 60_000

/** What the page shows: selectors of elements that are there, those of elements that are gone, words of the first one. */
interface Seen {
  readonly there?: readonly string[]
  readonly gone?: readonly string[]
  readonly words?: readonly [selector: string, words: string]
}

/** Keys, what the wall answers, and the media that it then gets. */
interface Step {
  readonly keys: readonly string[]
  readonly until: Seen
  readonly media?: Seen
}

interface Task {
  readonly kind: Kind
  /** What other people do, before the operator begins. */
  readonly before?: () => Promise<void>
  readonly steps: readonly Step[]
}

/** Of twenty tasks of a shift. */
const cycle: readonly Kind[] = [
  'switch',
  'recall',
  'replay',
  'switch',
  'search',
  'switch',
  'recall',
  'replay',
  'acknowledge',
  'switch',
  'recall',
  'replay',
  'search',
  'switch',
  'export',
  'recall',
  'replay',
  'switch',
  'search',
  'acknowledge',
]
type Kind = 'switch' | 'recall' | 'replay' | 'search' | 'acknowledge' | 'export'

const banner = '[data-banner="alarms"]'
const dialog = 'dialog[open]'
const tile = (number: number, attributes: string) => `[data-tile="${number}"]${attributes}`
const typed = (text: string) => text.split('').map((key) => (key === ' ' ? 'Space' : key))
const picture = ':is([data-state="LIVE"], [data-state="LATE"])'

/** What the two salvos show, by camera numbers. */
const salvos = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [12, 2, 3, 4, 5, 6],
] as const

function recall(at: number): Task {
  const number = (at % salvos.length) + 1
  const cameras = salvos[number - 1] ?? []
  const wanted = cameras.map((camera, index) => tile(index + 1, `[data-camera="${camera}"]`))
  return {
    kind: 'recall',
    steps: [
      {
        keys: ['*', String(number), 'Enter'],
        until: { there: wanted, gone: [`[data-tile="${cameras.length + 1}"]`] },
        media: {
          there: cameras.map((camera, index) => tile(index + 1, `[data-shown="${camera}"]${picture}`)),
        },
      },
    ],
  }
}

function switchCamera(at: number): Task {
  const camera = 10 + (at % 5)
  const number = (at % 6) + 1
  return {
    kind: 'switch',
    steps: [
      {
        keys: [...typed(`${number}.${camera}`), 'Enter'],
        until: { there: [tile(number, `[data-camera="${camera}"]`)] },
        media: { there: [tile(number, `[data-shown="${camera}"]${picture}`)] },
      },
    ],
  }
}

const backToLive: Step = {
  keys: ['Shift+Home'],
  until: { gone: ['[data-mode="playback"]'] },
  media: { there: [`[aria-current]${picture}`] },
}

const replay: Task = {
  kind: 'replay',
  steps: [
    {
      keys: ['r'],
      until: { there: ['[data-tile][aria-current][data-mode="playback"]'] },
      media: { there: ['[aria-current][data-state="PLAYING"]'] },
    },
    backToLive,
  ],
}

function search(at: number): Task {
  return {
    kind: 'search',
    steps: [
      { keys: ['/'], until: { there: ['.search-panel [role="combobox"]:focus'] } },
      {
        keys: ['Control+a', ...typed(`sale amount=${receiptAmount(at)}`), 'Enter'],
        until: { words: ['.result', receiptText(at)] },
      },
      { keys: ['Escape', 'Escape'], until: { gone: ['.search-panel'] } },
    ],
  }
}

const receiptAmount = (at: number) => 5_000 + at
const receiptText = (at: number) => `Receipt ${receiptAmount(at)}`

function exportFootage(at: number): Task {
  const rows = `.export-list li:nth-child(${at + 1})`
  return {
    kind: 'export',
    steps: [
      {
        keys: ['r'],
        until: { there: ['[data-tile][aria-current][data-mode="playback"]'] },
        media: { there: ['[aria-current][data-state="PLAYING"]'] },
      },
      {
        keys: ['[', 'Shift+ArrowRight', 'k', ']', 'Shift+X'],
        until: { there: [`${dialog} .form button[type="submit"]:enabled:focus`] },
      },
      {
        keys: ['Enter'],
        until: { there: [`${dialog} ${rows}`] },
        media: { there: [`${dialog} ${rows}`], gone: ['[data-state="reading"]', '[data-state="writing"]'] },
      },
      { keys: ['Escape'], until: { gone: [dialog] } },
      backToLive,
    ],
  }
}

function isSeen({ there = [], gone = [], words }: Seen): boolean {
  return (
    there.every((selector) => document.querySelector(selector) !== null) &&
    gone.every((selector) => document.querySelector(selector) === null) &&
    (words === undefined || document.querySelector(words[0])?.textContent.includes(words[1]) === true)
  )
}

/** How long it took until the page showed this, from the first key on. */
async function until(page: Page, seen: Seen, timeout: number, fromMs = performance.now()): Promise<number> {
  await page.waitForFunction(isSeen, seen, { timeout, polling: 'raf' })
  return performance.now() - fromMs
}

/** Made by keys as an operator makes them: two salvos, a saved search and the rule that watches it. */
async function prepare(wall: WallPage): Promise<void> {
  const { page } = wall
  await until(page, { there: [1, 9].map((camera) => `[data-shown="${camera}"]`) }, MEDIA_LIMIT_MS)
  for (const [number, keys] of [
    [1, []],
    [2, ['g', '1', '+', '5', 'Enter', ...typed('1.12'), 'Enter']],
  ] as const) {
    await wall.press(...keys, '*', String(number), 'Shift+Enter')
    await page.locator(`${dialog} input[name="name"]`).fill(`Shift ${number}`)
    await wall.press('Enter')
    await page.locator(dialog).waitFor({ state: 'detached' })
  }
  await wall.press('/')
  await page.getByRole('combobox', { name: 'Search events' }).fill('sale void is true')
  await wall.press('Enter')
  await wall.saveSearch('Voids')
  await wall.press('Escape', 'Control+Shift+A')
  await page.getByRole('textbox', { name: 'Title' }).fill('Void at a till')
  await page.locator('[name="coolDownS"]').fill('1')
  await page.getByRole('textbox', { name: 'Title' }).press('Enter')
  await page.getByRole('option').filter({ hasText: 'New hit of “Voids”' }).waitFor()
  await wall.press('Escape')
  await page.locator(dialog).waitFor({ state: 'detached' })
}

/** From a sale at the till, told to the site by HTTP, to its receipt over the live picture. */
async function receiptDelaysMs(wall: WallPage, events: SiteEvents, sales: number): Promise<number[]> {
  await wall.press('e')
  const delaysMs: number[] = []
  for (let sale = 1; sale <= sales; sale += 1) {
    const text = `Sale ${sale} of ${sales}`
    const soldAtMs = performance.now()
    await events.sale(1, Date.now(), { text })
    await wall.tile(1).locator('.receipt').filter({ hasText: text }).waitFor({ timeout: TASK_LIMIT_MS })
    delaysMs.push(performance.now() - soldAtMs)
  }
  await wall.press('e')
  return delaysMs
}

/**
 * A shift of fixed tasks, typed. The time of a task runs from its first key to the state of the page that ends it;
 * what is waited for in between until a picture, footage or a file is there is counted apart.
 */
export async function benchOperator({ quick }: BenchOptions): Promise<BenchResult> {
  const stand = await WallStand.start({ layout: TILES, site: { cameras: CAMERAS } })
  const events = await SiteEvents.of(stand.site)
  const wall = await stand.open()
  const { page } = wall
  await wall.until('LIVE', TILES)
  await prepare(wall)
  await wall.press('*', '1', 'Enter')
  await wall.untilCamera(1, 1)
  const receiptsMs = await receiptDelaysMs(wall, events, quick ? 3 : 40)

  const counts: Partial<Record<Kind, number>> = {}
  const make: Readonly<Record<Kind, (at: number) => Task>> = {
    switch: switchCamera,
    recall,
    replay: () => replay,
    search: (at) => ({
      ...search(at),
      before: () =>
        events.sale((at % 4) + 1, Date.now() - 60_000, { amount: receiptAmount(at), text: receiptText(at) }),
    }),
    acknowledge: (at) => ({
      kind: 'acknowledge',
      before: async () => {
        await events.sale((at % 4) + 1, Date.now(), { void: true })
        await until(page, { there: [banner] }, MEDIA_LIMIT_MS)
      },
      steps: [{ keys: ['a'], until: { gone: [banner] } }],
    }),
    export: exportFootage,
  }

  const took = new Map<Kind, number[]>()
  const mediaMs: number[] = []
  let keys = 0
  let failed = 0
  const tasks = quick ? cycle.length : TASKS
  for (let done = 0; done < tasks; done += 1) {
    const kind = cycle[done % cycle.length] ?? 'switch'
    const at = counts[kind] ?? 0
    counts[kind] = at + 1
    const task = make[kind](at)
    try {
      await task.before?.()
      let taskMs = 0
      let waitedMs: number | undefined
      for (const step of task.steps) {
        const fromMs = performance.now()
        await wall.press(...step.keys)
        taskMs += await until(page, step.until, TASK_LIMIT_MS, fromMs)
        keys += step.keys.length
        if (step.media !== undefined) {
          waitedMs = (waitedMs ?? 0) + (await until(page, step.media, MEDIA_LIMIT_MS))
        }
      }
      took.set(kind, [...(took.get(kind) ?? []), taskMs])
      if (waitedMs !== undefined) mediaMs.push(waitedMs)
    } catch (error) {
      failed += 1
      console.error(`task ${done + 1}, ${kind}: ${String(error).split('\n')[0]}`)
      await wall.press('Escape', 'Escape', 'Escape', 'Shift+Home')
    }
  }
  await stand.dispose()
  const fullWall = await measureFullWall(quick ? 40 : 400)

  const all = [...took.values()].flat()
  const rows = printTable([
    ...[...took].map(([kind, values]) => rowOf(kind, 'ms', values)),
    rowOf('media, waited for apart', 'ms', mediaMs),
    rowOf(`tasks that failed, of ${tasks}`, '', [failed]),
    rowOf('sale at the till → its receipt over the live picture', 'ms', receiptsMs),
  ])
  return {
    bench: 'operator',
    rows,
    figures: {
      tasks,
      keysPerTask: keys / Math.max(1, tasks - failed),
      p50Ms: quantile(all, 0.5),
      p95Ms: quantile(all, 0.95),
      mediaP95Ms: quantile(mediaMs, 0.95),
      receiptP95Ms: quantile(receiptsMs, 0.95),
      failed,
      echo36P95Ms: fullWall.echoP95Ms,
      selectedShare36: fullWall.selectedShare,
    },
    baseline: {},
    ratio: {},
  }
}
