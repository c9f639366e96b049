import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type Database from 'better-sqlite3'
import { foldText } from '#contract/fold-text.ts'
import { demoSite } from '#site/defaults.ts'
import { TagTable } from '#site/events/tags/tag-table.ts'
import { openEventReader } from '#site/store/event-database.ts'
import { portOf } from '#test/stand/loopback.ts'
import { type Numbered, type SearchSql, searchWays } from './bare-sql.ts'
import type { Kind, Question } from '../../events/questions.ts'

/** From the process, once it listens. */
export interface BareSearch {
  readonly url: string
  /** Ways of writing each question: `POST /KIND/WAY`. */
  readonly ways: Readonly<Record<Kind, number>>
}

/** Hand-written SQL behind Node's own server, and nothing between them; on the site's file, opened as the site does. */
function main(dir: string): void {
  const file = openEventReader(dir)
  const tags = new TagTable(file, 0).list()
  const cameras = file
    .prepare<[], { number: number; id: string }>('select number, id from event_camera')
    .all()
  const cameraNumbers = new Map(cameras.map(({ number, id }) => [id, number]))
  const sale = tags.find(({ name }) => name === 'sale')
  const fieldOf = (name: string) => sale?.fields.find((field) => field.name === name)?.number ?? 0

  const numbered = (question: Question): Numbered => ({
    ...question,
    cameras: question.cameraIds.map((id) => cameraNumbers.get(id) ?? 0),
    tags: question.tagIds.map((id) => tags.find((tag) => tag.id === id)?.number ?? 0),
    amountField: fieldOf('amount'),
    textField: fieldOf('text'),
    text: foldText(question.text),
  })
  const statements = new Map<string, Database.Statement<unknown[], Record<string, unknown>>>()
  const rowsOf = ({ text, values }: SearchSql) => {
    let statement = statements.get(text)
    if (!statement) {
      statement = file.prepare(text)
      statements.set(text, statement)
    }
    return statement.all(...values)
  }
  const tagIds = new Map(tags.map(({ number, id }) => [number, id]))
  const cameraIds = new Map(cameras.map(({ number, id }) => [number, id]))

  const page = (sql: SearchSql) => ({
    events: rowsOf(sql).map((row) => ({
      id: String(row['id']),
      orgId: demoSite.orgId,
      cameraId: cameraIds.get(Number(row['camera'])),
      eventTypeId: tagIds.get(Number(row['tag'])),
      fields: JSON.parse(String(row['fields'])),
      timestamp: row['at_ms'],
      receivedAt: row['received_ms'],
    })),
  })
  const density = (sql: SearchSql, { startMs, bucketMs }: Question) => {
    const buckets: { start: number; count: number; byType: Record<string, number> }[] = []
    for (const row of rowsOf(sql)) {
      const start = startMs + Number(row['bucket']) * bucketMs
      const count = Number(row['count'])
      const last = buckets.at(-1)
      const bucket = last?.start === start ? last : { start, count: 0, byType: {} }
      if (bucket !== last) buckets.push(bucket)
      bucket.count += count
      bucket.byType[tagIds.get(Number(row['tag'])) ?? ''] = count
    }
    return { buckets }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind, way] = /^\/(\w+)\/(\d)$/.exec(request.url ?? '') ?? []
    const question = numbered((await json(request)) as Question)
    const write = searchWays[kind as Kind][Number(way)]
    if (!write) throw new Error('there is no such way to ask')
    const sql = write(question)
    const text = JSON.stringify(kind === 'histogram' ? density(sql, question) : page(sql))
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1', () => {
    const { newest, range, contains, histogram } = searchWays
    process.send?.({
      url: `http://127.0.0.1:${portOf(server)}`,
      ways: {
        newest: newest.length,
        range: range.length,
        contains: contains.length,
        histogram: histogram.length,
      },
    } satisfies BareSearch)
  })
  process.on('disconnect', () => process.exit(0))
}

main(process.argv[2] ?? '')
