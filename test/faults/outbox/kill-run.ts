import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type StoredEvent, searchEventsResponse } from '#contract/platform/events.ts'
import { startSite, type TestSite } from '../../conformance/start-site.ts'
import { FaultyProxy } from './faulty-proxy.ts'
import type { FromMarker, ToMarker } from './marker.ts'
import { seededDraw } from '../../../src-site/demo/seeded-random.ts'

const root = resolve(import.meta.dirname, '../../..')
const command = join(root, 'src-main/events-cli/main.ts')

/** Counted from the start of a process, or in most cases from where it has begun to work. */
const longestLifeMs = 1_200
const shareKilledWhileStarting = 0.25
const markEveryMs = 25
const linesEveryMs = 60
const cameraCount = 4

export interface KillOrder {
  readonly kills: number
  readonly seed: number
  readonly say: (line: string) => void
}

export interface KillFigures {
  readonly kills: number
  readonly marks: number
  readonly lines: number
  readonly lost: number
  readonly doubled: number
  /** Events that arrived after a later one of their camera and source. */
  readonly overtaken: number
}

/** Kills the processes that own one outbox, over and over, while both take events and the network fails. */
export async function runKills({ kills, seed, say }: KillOrder): Promise<KillFigures> {
  const random = seededDraw(seed)
  const dir = await mkdtemp(join(tmpdir(), 'tessera-faults-'))
  const site = await startSite({ withMediaServer: false })
  const proxy = await FaultyProxy.start(site.baseUrl, seededDraw(seed + 1))
  try {
    return await new KillRun({ site, proxy, dir, key: await site.apiKey(), random, say }).run(kills)
  } finally {
    await proxy.stop()
    await site.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** `isUp`: it has begun to work. */
interface Living {
  readonly child: ChildProcess
  readonly isUp: Promise<unknown>
}

interface KillRunPorts {
  readonly site: TestSite
  readonly proxy: FaultyProxy
  readonly dir: string
  readonly key: string
  readonly random: () => number
  readonly say: (line: string) => void
}

class KillRun {
  readonly #ports: KillRunPorts
  readonly #file: string
  readonly #keyFile: string
  #cameras: readonly string[] = []
  #tagId = ''
  #marks = 0
  #lines = 0
  #isOver = false
  #marker: ChildProcess | undefined
  #kept = Promise.withResolvers<void>()

  constructor(ports: KillRunPorts) {
    this.#ports = ports
    this.#file = join(ports.dir, 'till.jsonl')
    this.#keyFile = join(ports.dir, 'key')
  }

  async run(kills: number): Promise<KillFigures> {
    const { proxy, key, say } = this.#ports
    await writeFile(this.#keyFile, key, { mode: 0o600 })
    await writeFile(this.#file, '')
    await this.#prepareSite()
    const producing = Promise.all([this.#produceMarks(), this.#produceLines()])
    const share = Math.floor(kills / 2)
    await Promise.all([
      this.#liveAndDie(share, () => this.#startMarker()),
      this.#liveAndDie(kills - share, () => this.#startImport()),
    ])
    say(`${kills} kills; ${[...proxy.counts].map(([fate, count]) => `${fate} ${count}`).join(', ')}`)
    // One that lives: what is still on its way arrives, with the same faults; then without.
    const { child: marker } = this.#startMarker()
    this.#isOver = true
    await producing
    marker.kill('SIGKILL')
    proxy.isFaulty = false
    await this.#finish()
    return this.#judge(kills)
  }

  async #liveAndDie(kills: number, start: () => Living): Promise<void> {
    for (let killed = 0; killed < kills; killed += 1) {
      const { child, isUp } = start()
      const exited = once(child, 'exit')
      if (this.#ports.random() > shareKilledWhileStarting) await Promise.race([isUp, exited])
      await Promise.race([delay(this.#ports.random() * longestLifeMs), exited])
      if (child.exitCode !== null) throw new Error(`a process ended by itself, with ${child.exitCode}`)
      child.kill('SIGKILL')
      await exited
      if (killed % 20 === 19) this.#ports.say(`… ${killed + 1} of ${kills} of one of the two`)
    }
  }

  #startMarker(): Living {
    const { dir: dataDir, proxy, key, site } = this.#ports
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
      if ('problem' in message) this.#ports.say(`marker: ${message.problem}`)
    })
    // A message to one that has just been killed.
    child.on('error', () => undefined)
    return { child, isUp: up.promise }
  }

  #startImport(): Living {
    const child = spawn(process.execPath, [command, 'insert', this.#file, '--follow', ...this.#where()], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    const up = Promise.withResolvers<unknown>()
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Following')) up.resolve(undefined)
    })
    child.once('exit', (code) => {
      if (code !== null) this.#ports.say(`the import said:\n${said}`)
    })
    return { child, isUp: up.promise }
  }

  #where(): string[] {
    const { dir, proxy, site } = this.#ports
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
        orgId: this.#ports.site.account.orgId,
        cameraId: this.#cameraOf(this.#marks),
        eventTypeId: this.#tagId,
        timestampMs: Date.now(),
        fields: { source: 'mark', seq: this.#marks },
      }
      for (let isKept = false; !isKept; ) {
        if (this.#marker?.connected) this.#marker.send({ mark } satisfies ToMarker, () => undefined)
        isKept = await Promise.race([kept.promise.then(() => true), delay(200).then(() => false)])
      }
      await delay(this.#ports.random() * markEveryMs * 2)
    }
  }

  /** Pieces of lines, as a till writes them: the file may end in the middle of one. */
  async #produceLines(): Promise<void> {
    while (!this.#isOver) {
      const count = 1 + Math.floor(this.#ports.random() * 12)
      const lines = Array.from({ length: count }, () => {
        this.#lines += 1
        const seq = this.#lines
        const camera = this.#cameraOf(seq)
        return `${JSON.stringify({ camera, tag: 'Fault', timestamp: Date.now(), source: 'file', seq })}\n`
      }).join('')
      const cut = Math.floor(this.#ports.random() * lines.length)
      await appendFile(this.#file, lines.slice(0, cut))
      await delay(this.#ports.random() * linesEveryMs)
      await appendFile(this.#file, lines.slice(cut))
    }
  }

  #cameraOf(seq: number): string {
    return this.#cameras[seq % this.#cameras.length] ?? ''
  }

  async #prepareSite(): Promise<void> {
    const fields = [
      { name: 'source', type: 'text' },
      { name: 'seq', type: 'integer' },
    ]
    const tag: { id: string } = await this.#ask('POST', '/v1/events-tag/types', { name: 'Fault', fields })
    this.#tagId = tag.id
    const { items }: { items: { id: string }[] } = await this.#ask('GET', '/v1/cameras')
    this.#cameras = items.slice(0, cameraCount).map(({ id }) => id)
  }

  /** To the end of the file, and until nothing waits. */
  async #finish(): Promise<void> {
    const child = spawn(process.execPath, [command, 'insert', this.#file, ...this.#where()], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`the last run ended with ${code}`)
  }

  async #judge(kills: number): Promise<KillFigures> {
    const stored = await this.#storedEvents()
    const seen = new Map<string, number>()
    const latest = new Map<string, number>()
    let overtaken = 0
    for (const { fields, cameraId } of stored) {
      const name = `${fields['source']}-${fields['seq']}`
      seen.set(name, (seen.get(name) ?? 0) + 1)
      const queue = `${fields['source']} ${cameraId}`
      const seq = Number(fields['seq'])
      if (seq < (latest.get(queue) ?? 0)) overtaken += 1
      latest.set(queue, seq)
    }
    const expected = [
      ...Array.from({ length: this.#marks }, (_, at) => `mark-${at + 1}`),
      ...Array.from({ length: this.#lines }, (_, at) => `file-${at + 1}`),
    ]
    return {
      kills,
      marks: this.#marks,
      lines: this.#lines,
      lost: expected.filter((name) => !seen.has(name)).length,
      doubled: [...seen.values()].reduce((sum, count) => sum + count - 1, 0),
      overtaken,
    }
  }

  /** In the order of their arrival. */
  async #storedEvents(): Promise<readonly StoredEvent[]> {
    const events: StoredEvent[] = []
    const { orgId } = this.#ports.site.account
    const nowMs = Date.now()
    let cursor: string | undefined
    do {
      const question = { orgId, start: nowMs - 86_400_000, end: nowMs + 60_000, order: 'asc', limit: 1_000 }
      const answer = await this.#ask('POST', '/v1/events-tag/search', {
        ...question,
        eventTypeIds: [this.#tagId],
        ...(cursor === undefined ? {} : { cursor }),
      })
      const page = searchEventsResponse.parse(answer)
      events.push(...page.events)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return events.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
  }

  async #ask<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const { site, key } = this.#ports
    const response = await fetch(site.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
}
