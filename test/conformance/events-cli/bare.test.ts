import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { eventTagSchema } from '#contract/platform/events.ts'
import { post } from '../api/requests.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { eventsCommand, summary } from './cli-stand.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const deliveryTag = { name: 'Delivery', fields: [{ name: 'amount', type: 'decimal' as const }] }

const delivery = (amount: number) =>
  `${JSON.stringify({ camera: 'cam-01', tag: 'delivery', timestamp: startMs, amount })}\n`
const startMs = Date.now()

describe('npm run events on a platform that lists neither tags nor cameras', () => {
  const dir = sharedDir()
  let site: TestSite
  let tagId: string

  beforeAll(async () => {
    const portal = await startSite({ dataDir: join(dir, 'site'), withMediaServer: false })
    const tag = await post(portal.baseUrl + defaultPaths.eventTags, deliveryTag, await portal.apiKey())
    tagId = eventTagSchema.parse(tag.json).id
    await portal.stop()
    site = await startSite({ dataDir: join(dir, 'site'), withMediaServer: false, bare: true })
    await writeFile(join(dir, 'key'), await site.apiKey())
    await writeFile(join(dir, 'deliveries.jsonl'), delivery(12.5))
  })
  afterAll(() => site?.stop())

  const insert = () => {
    const to = ['--platform', site.baseUrl, '--org', site.account.orgId, '--key-from', join(dir, 'key')]
    return eventsCommand(['insert', join(dir, 'deliveries.jsonl'), '--data', dir, ...to]).ended
  }

  it('says where its tags are entered', async () => {
    const { code, stderr } = await insert()
    expect(code).not.toBe(0)
    expect(stderr).toContain('This platform offers no list of event tags.')
    expect(stderr).toContain('connection page')
  })

  it('inserts events of the tags that were entered there', async () => {
    const settings = { schemaVersion: 2, settings: { eventTags: [{ ...deliveryTag, id: tagId }] } }
    await writeFile(join(dir, 'settings.json'), JSON.stringify(settings))
    expect(await insert()).toMatchObject({ code: 0, stdout: `Everything has arrived.\n${summary(1, 1)}\n` })
  })

  it('sends what is new of an export whose lines have moved, though the platform recognizes nothing', async () => {
    await writeFile(join(dir, 'deliveries.jsonl'), delivery(7) + delivery(12.5))
    expect(await insert()).toMatchObject({ code: 0, stdout: expect.stringContaining(summary(2, 1, 1)) })
  })
})
