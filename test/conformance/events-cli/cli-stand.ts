import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import { eventTagSchema, type StoredEvent, searchEventsResponse } from '#contract/platform/events.ts'
import { ask, bearer, expectOk, post } from '../api/requests.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { Program, type Ran } from '../../stand/program.ts'

/** `npm run events` with these words. */
export const eventsCommand = (args: readonly string[], input?: string | null) =>
  new Program(['src-main/events-cli/main.ts', ...args], { input, env: { INIT_CWD: undefined } })

/** What is said of the lines of a source in the end. */
export const summary = (read: number, kept: number, known = 0, refused = 0) =>
  `${read} lines read: ${kept} events kept, ${known} already there, 0 conflicts, ${refused} refused.`

/** It ended so, with a sentence and without a trace. */
export function expectEnd(ran: Ran, code: number, sentence: string): void {
  expect(ran).toMatchObject({ code, stderr: expect.stringContaining(sentence) })
  expect(ran.stderr).not.toContain('    at ')
}

/** A real site with the tag of a till, and a data folder that holds a key for it as a wall does. */
export class CliStand {
  readonly site: TestSite
  readonly dir: string
  readonly key: string
  readonly tagId: string
  readonly cameras: readonly { readonly id: string; readonly number: number }[]

  readonly #begun: Program[] = []

  private constructor(
    site: TestSite,
    dir: string,
    key: string,
    tagId: string,
    cameras: readonly { id: string; number: number }[],
  ) {
    this.site = site
    this.dir = dir
    this.key = key
    this.tagId = tagId
    this.cameras = cameras
  }

  static async start(): Promise<CliStand> {
    const site = await startSite({ withMediaServer: false })
    const dir = await mkdtemp(join(tmpdir(), 'tessera-events-'))
    const key = await site.apiKey()
    const fields = [
      { name: 'amount', type: 'decimal' },
      { name: 'items', type: 'integer' },
      { name: 'card', type: 'boolean' },
      { name: 'note', type: 'text' },
    ]
    const made = await post(site.baseUrl + defaultPaths.eventTags, { name: 'Verkauf', fields }, key)
    const tag = eventTagSchema.parse(expectOk(made, 201))
    const listed = await ask(site.baseUrl + defaultPaths.cameras, { headers: bearer(key) })
    const { items } = camerasResponse.parse(expectOk(listed))
    const { orgId } = site.account
    const record = {
      platform: site.baseUrl,
      orgId,
      protection: 'plain-file',
      data: key,
      storedAtMs: Date.now(),
    }
    await writeFile(join(dir, 'keys.json'), JSON.stringify({ schemaVersion: 1, keys: [record] }))
    return new CliStand(site, dir, key, tag.id, items)
  }

  /** With the data folder and the platform of this stand. */
  begin(args: readonly string[], input?: string | null): Program {
    const program = eventsCommand([...args, '--data', this.dir, '--platform', this.site.baseUrl], input)
    this.#begun.push(program)
    return program
  }

  run(args: readonly string[], input?: string): Promise<Ran> {
    return this.begin(args, input).ended
  }

  async write(name: string, content: string): Promise<string> {
    const file = join(this.dir, name)
    await writeFile(file, content)
    return file
  }

  /** Stored events of the last days whose note is this one, in the order of their arrival. */
  async stored(note: string, days = 1): Promise<readonly StoredEvent[]> {
    const nowMs = Date.now()
    const question = {
      orgId: this.site.account.orgId,
      start: nowMs - days * 86_400_000,
      end: nowMs + 60_000,
      limit: 1_000,
      match: [{ field: 'note', operator: 'eq', value: note }],
    }
    const answer = await post(this.site.baseUrl + defaultPaths.eventSearch, question, this.key)
    const { events } = searchEventsResponse.parse(expectOk(answer))
    return events.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
  }

  async dispose(): Promise<void> {
    // One that a failed test has left behind.
    for (const { process } of this.#begun) process.kill('SIGKILL')
    await this.site.stop()
    await rm(this.dir, { recursive: true, force: true })
  }
}
