import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import { eventTagSchema, type StoredEvent, searchEventsResponse } from '#contract/platform/events.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { ask, bearer, expectOk, post } from '../../conformance/api/requests.ts'
import { startSite, type TestSite } from '../../conformance/start-site.ts'
import { Program } from '../../stand/program.ts'
import { type FaultRate, FaultyProxy } from './faulty-proxy.ts'
import type { FromMarker, ToMarker } from './marker.ts'
import { claimedBy, deadLettersOf, suspend } from './outbox-look.ts'
import { seededDraw } from '#site/demo/seeded-random.ts'

const root = resolve(import.meta.dirname, '../../..')
const command = join(root, 'src-main/events-cli/main.ts')

/** Counted from the start of a process, or in most cases from where it has begun to work. */
const longestLifeMs = 1_200
const shareKilledWhileStarting = 0.25
const markEveryMs = 25
const linesEveryMs = 60
const cameraCount = 4
/** So that what has arrived at a socket of the proxy is in its books. */
const turnsToRead = 20

/** `kind`: with idempotency and batches. `bare`: with nothing but what the interface document describes. */
export type KillPlatform = 'kind' | 'bare'

interface RunRate extends FaultRate {
  /** Enough that some are always under way; no more, for what waits at the end is sent one by one on a bare platform. */
  readonly linesAKill: number
}

/** One request an event: with as many faults as the other one has, next to nothing would get through between two kills. */
const rates: Readonly<Record<KillPlatform, RunRate>> = {
  kind: { passWeight: 40, takesBatches: true, losesAnswers: true, linesAKill: 60 },
  bare: { passWeight: 400, takesBatches: false, losesAnswers: false, linesAKill: 20 },
}

export interface KillOptions {
  readonly platform: KillPlatform
  readonly kills: number
  readonly seed: number
  readonly printLine: (line: string) => void
}

export interface KillFigures {
  readonly platform: KillPlatform
  readonly seed: number
  readonly kills: number
  /** Kept by the outbox: marks and lines. */
  readonly accepted: number
  readonly marks: number
  readonly lines: number
  /** Events that the platform has at the end, doubled ones included. */
  readonly stored: number
  readonly lost: number
  readonly doubled: number
  /** Events that arrived after a later one of their camera and source. */
  readonly overtaken: number
  /** Events that were on their way at a kill, or taken, and not yet known as sent; the sum of all kills. */
  readonly underWay: number
  readonly mostUnderWay: number
  /** Events that had to be sent again by hand. */
  readonly setAside: number
}

/** What the outbox promises on such a platform; a sentence for each broken promise. */
export function brokenPromises(figures: KillFigures): string[] {
  const { platform, lost, doubled, overtaken, underWay, mostUnderWay } = figures
  const mayDouble = platform === 'bare' ? underWay : 0
  return [
    ...(lost > 0 ? [`${lost} events were lost`] : []),
    ...(doubled > mayDouble ? [`${doubled} events were doubled, where ${mayDouble} may be`] : []),
    ...(overtaken > 0 ? [`${overtaken} events were overtaken`] : []),
    // The next event of a camera is sent when it is on the disk that the one before has arrived.
    ...(platform === 'bare' && mostUnderWay > cameraCount
      ? [`${mostUnderWay} events were under way at one kill, of ${cameraCount} cameras`]
      : []),
  ]
}

/** Kills the processes that own one outbox, over and over, while both take events and the network fails. */
export async function runKills({ platform, kills, seed, printLine }: KillOptions): Promise<KillFigures> {
  const random = seededDraw(seed)
  const top = await mkdtemp(join(tmpdir(), 'tessera-faults-'))
  const dir = join(top, 'wall')
  await mkdir(dir, { mode: 0o700 })
  const start = (bare: boolean) => startSite({ dataDir: join(top, 'site'), withMediaServer: false, bare })
  // The bare one neither makes tags nor finds events: before and after the run it is the whole platform.
  let site = await start(false)
  let proxy: FaultyProxy | undefined
  try {
    const key = await site.apiKey()
    const tag = await makeTag(site, key)
    const cameras = await listCameras(site, key)
    if (platform === 'bare') {
      await site.stop()
      site = await start(true)
    }
    proxy = await FaultyProxy.start(site.baseUrl, seededDraw(seed + 1), rates[platform])
    const { linesAKill } = rates[platform]
    const run = new KillRun({ site, proxy, dir, key, tag, cameras, random, printLine, linesAKill })
    const made = await run.run(kills)
    if (platform === 'bare') {
      await site.stop()
      site = await start(false)
    }
    const stored = await storedEvents(site, key, tag.id)
    return { platform, seed, kills, ...made, ...judge(made, stored) }
  } finally {
    await proxy?.stop()
    await site.stop()
    await rm(top, { recursive: true, force: true })
  }
}

async function makeTag(site: TestSite, key: string): Promise<WallEventTag> {
  const fields = [
    { name: 'source', type: 'text' },
    { name: 'seq', type: 'integer' },
  ]
  const answer = await post(site.baseUrl + defaultPaths.eventTags, { name: 'Fault', fields }, key)
  return eventTagSchema.parse(expectOk(answer, 201))
}

async function listCameras(site: TestSite, key: string): Promise<readonly string[]> {
  const answer = await ask(site.baseUrl + defaultPaths.cameras, { headers: bearer(key) })
  const { items } = camerasResponse.parse(expectOk(answer))
  return items.slice(0, cameraCount).map(({ id }) => id)
}

/** In the order of their arrival. */
async function storedEvents(site: TestSite, key: string, tagId: string): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = []
  const { orgId } = site.account
  const nowMs = Date.now()
  let cursor: string | undefined
  do {
    const question = { orgId, start: nowMs - 86_400_000, end: nowMs + 60_000, order: 'asc', limit: 1_000 }
    const asked = { ...question, eventTypeIds: [tagId], cursor }
    const answer = await post(site.baseUrl + defaultPaths.eventSearch, asked, key)
    const page = searchEventsResponse.parse(expectOk(answer))
    events.push(...page.events)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return events.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
}

type Made = Pick<KillFigures, 'accepted' | 'marks' | 'lines' | 'underWay' | 'mostUnderWay' | 'setAside'>

function judge(
  { marks, lines, setAside }: Made,
  stored: readonly StoredEvent[],
): Pick<KillFigures, 'stored' | 'lost' | 'doubled' | 'overtaken'> {
  const seen = new Map<string, number>()
  const latest = new Map<string, number>()
  let overtaken = 0
  for (const { fields, cameraId } of stored) {
    const name = `${fields['source']}-${fields['seq']}`
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    // Of one that came twice, its first arrival has a place in the order.
    if (count > 0) continue
    const queue = `${fields['source']} ${cameraId}`
    const seq = Number(fields['seq'])
    if (seq < (latest.get(queue) ?? 0)) overtaken += 1
    latest.set(queue, Math.max(seq, latest.get(queue) ?? 0))
  }
  const expected = [
    ...Array.from({ length: marks }, (_, at) => `mark-${at + 1}`),
    ...Array.from({ length: lines }, (_, at) => `file-${at + 1}`),
  ]
  return {
    stored: stored.length,
    lost: expected.filter((name) => !seen.has(name)).length,
    doubled: [...seen.values()].reduce((sum, count) => sum + count - 1, 0),
    // What was set aside and sent again comes after those behind it, by design.
    overtaken: Math.max(0, overtaken - setAside),
  }
}

/** `isUp`: it has begun to work. */
interface Living {
  readonly child: ChildProcess
  readonly isUp: Promise<unknown>
}

interface KillRunOptions {
  readonly site: TestSite
  readonly proxy: FaultyProxy
  readonly dir: string
  readonly key: string
  readonly tag: WallEventTag
  readonly cameras: readonly string[]
  readonly random: () => number
  readonly printLine: (line: string) => void
  readonly linesAKill: number
}

class KillRun {
  readonly #options: KillRunOptions
  readonly #file: string
  readonly #keyFile: string
  #underWay = 0
  #mostUnderWay = 0
  #marks = 0
  #lines = 0
  #killed = 0
  #isOver = false
  #marker: ChildProcess | undefined
  #kept = Promise.withResolvers<void>()

  constructor(options: KillRunOptions) {
    this.#options = options
    this.#file = join(options.dir, 'till.jsonl')
    this.#keyFile = join(options.dir, 'key')
  }

  async run(kills: number): Promise<Made> {
    const { proxy, key, printLine, tag, dir } = this.#options
    await writeFile(this.#keyFile, key, { mode: 0o600 })
    await writeFile(this.#file, '')
    // As typed in on the wall; a bare platform does not list it.
    const settings = { schemaVersion: 2, settings: { eventTags: [tag] } }
    await writeFile(join(dir, 'settings.json'), JSON.stringify(settings))
    const producing = Promise.all([this.#produceMarks(), this.#produceLines()])
    const share = Math.floor(kills / 2)
    await Promise.all([
      this.#liveAndDie(share, () => this.#startMarker()),
      this.#liveAndDie(kills - share, () => this.#startImport()),
    ])
    printLine(`${kills} kills; ${[...proxy.counts].map(([fate, count]) => `${fate} ${count}`).join(', ')}`)
    // One that lives: what is still on its way arrives, with the same faults; then without.
    const { child: marker } = this.#startMarker()
    this.#isOver = true
    await producing
    const exited = once(marker, 'exit')
    await this.#countUnderWay(marker.pid ?? 0)
    marker.kill('SIGKILL')
    await exited
    proxy.isFaulty = false
    const setAside = await this.#finish()
    const made = { marks: this.#marks, lines: this.#lines, accepted: this.#marks + this.#lines }
    return { ...made, underWay: this.#underWay, mostUnderWay: this.#mostUnderWay, setAside }
  }

  async #liveAndDie(kills: number, start: () => Living): Promise<void> {
    for (let killed = 0; killed < kills; killed += 1) {
      const { child, isUp } = start()
      const exited = once(child, 'exit')
      if (this.#options.random() > shareKilledWhileStarting) await Promise.race([isUp, exited])
      await Promise.race([delay(this.#options.random() * longestLifeMs), exited])
      if (child.exitCode !== null) throw new Error(`a process ended by itself, with ${child.exitCode}`)
      await this.#countUnderWay(child.pid ?? 0)
      child.kill('SIGKILL')
      await exited
      this.#killed += 1
      if (killed % 20 === 19) this.#options.printLine(`… ${killed + 1} of ${kills} of one of the two`)
    }
  }

  /** While it stands still: once it is dead, the other process takes over what it held. */
  async #countUnderWay(pid: number): Promise<void> {
    await suspend(pid)
    for (let turn = 0; turn < turnsToRead; turn += 1) await nextTurn()
    const { dir, proxy } = this.#options
    const underWay = claimedBy(dir, pid).filter((uid) => proxy.mayBeTaken(uid)).length
    this.#underWay += underWay
    this.#mostUnderWay = Math.max(this.#mostUnderWay, underWay)
  }

  #startMarker(): Living {
    const { dir: dataDir, proxy, key, site } = this.#options
    const child = fork(join(import.meta.dirname, 'marker.ts'), { execArgv: [], stdio: 'inherit' })
    const up = Promise.withResolvers<unknown>()
    const { orgId } = site.account
    child.send({ open: { dataDir, baseUrl: proxy.url, key, orgId } } satisfies ToMarker)
    child.on('message', (message: FromMarker) => {
      if ('kept' in message && message.kept === `mark-${this.#marks}`) this.#kept.resolve()
      if ('ready' in message) {
        this.#marker = child
        up.resolve(undefined)
      }
      if ('problem' in message) this.#options.printLine(`marker: ${message.problem}`)
    })
    // A message to one that has just been killed.
    child.on('error', () => undefined)
    return { child, isUp: up.promise }
  }

  #startImport(): Living {
    const program = new Program([command, 'insert', this.#file, '--follow', ...this.#where()])
    program.process.once('exit', (code) => {
      if (code !== null) this.#options.printLine(`the import said:\n${program.stderr}`)
    })
    // It may be killed before that.
    return { child: program.process, isUp: program.printed('Following').catch(() => undefined) }
  }

  #where(): string[] {
    const { dir, proxy, site } = this.#options
    return ['--data', dir, '--platform', proxy.url, '--key-from', this.#keyFile, '--org', site.account.orgId]
  }

  /** One after the other; a mark that nobody has confirmed is given again, as its producer would. */
  async #produceMarks(): Promise<void> {
    while (!this.#isOver) {
      this.#marks += 1
      const kept = Promise.withResolvers<void>()
      this.#kept = kept
      const mark = {
        uid: `mark-${this.#marks}`,
        orgId: this.#options.site.account.orgId,
        cameraId: this.#cameraOf(this.#marks),
        eventTypeId: this.#options.tag.id,
        timestampMs: Date.now(),
        fields: { source: 'mark', seq: this.#marks },
      }
      for (let isKept = false; !isKept; ) {
        if (this.#marker?.connected) this.#marker.send({ mark } satisfies ToMarker, () => undefined)
        isKept = await Promise.race([kept.promise.then(() => true), delay(200).then(() => false)])
      }
      await delay(this.#options.random() * markEveryMs * 2)
    }
  }

  /** Pieces of lines, as a till writes them: the file may end in the middle of one. */
  async #produceLines(): Promise<void> {
    while (!this.#isOver) {
      if (this.#lines > this.#options.linesAKill * (this.#killed + 1)) {
        await delay(linesEveryMs)
        continue
      }
      const count = 1 + Math.floor(this.#options.random() * 12)
      const lines = Array.from({ length: count }, () => {
        this.#lines += 1
        const seq = this.#lines
        const camera = this.#cameraOf(seq)
        return `${JSON.stringify({ camera, tag: 'Fault', timestamp: Date.now(), source: 'file', seq })}\n`
      }).join('')
      const cut = Math.floor(this.#options.random() * lines.length)
      await appendFile(this.#file, lines.slice(0, cut))
      await delay(this.#options.random() * linesEveryMs)
      await appendFile(this.#file, lines.slice(cut))
    }
  }

  #cameraOf(seq: number): string {
    const { cameras } = this.#options
    return cameras[seq % cameras.length] ?? ''
  }

  /** To the end of the file, and until nothing waits. Resolves to how many events had to be sent again by hand. */
  async #finish(): Promise<number> {
    const code = await this.#command('insert', this.#file)
    const setAside = deadLettersOf(this.#options.dir).length
    // 1: some were not taken.
    if (code !== (setAside === 0 ? 0 : 1)) throw new Error(`the last run ended with ${code}`)
    if (setAside === 0) return 0
    const again = await this.#command('retry')
    if (again !== 0) throw new Error(`sending again ended with ${again}`)
    return setAside
  }

  async #command(...words: string[]): Promise<number | null> {
    const child = spawn(process.execPath, [command, ...words, ...this.#where()], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }
}
