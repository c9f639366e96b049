import { readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CliStand, eventsCommand, expectEnd, summary } from './cli-stand.ts'

/** In the recent past, a second apart. */
const startMs = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000
const atMs = (second: number) => startMs + second * 1_000
const line = (note: string, items: number, more: object = {}) =>
  `${JSON.stringify({ camera: 1, tag: 'Verkauf', timestamp: atMs(items), note, items, ...more })}\n`

const linesOf = (refused: string) =>
  [...readFileSync(refused, 'utf8').matchAll(/^\{"line":(\d+)/gm)].map(([, number]) => Number(number))

describe('npm run events', () => {
  let stand: CliStand
  beforeAll(async () => {
    stand = await CliStand.start()
  })
  afterAll(() => stand?.dispose())

  it('inserts the CSV of a till as it is written there', async () => {
    const zurich = (second: number) =>
      new Date(atMs(second) + 3_600_000).toISOString().replace('T', ' ').slice(0, 19)
    const csv = [
      '\uFEFFZeit;Betrag;Karte;Text;Kasse',
      `${zurich(1)};1.234,50;ja;"csv";"K;1"`,
      `${zurich(2)};"12,5";nein;csv;K2`,
      '',
    ].join('\r\n')
    const file = await stand.write('till.csv', csv)
    const map = ['--map', 'timestamp=Zeit,amount=Betrag', '--map', 'card=Karte,note=Text']
    const of = '--camera 2 --tag verkauf --offset +01:00'.split(' ')
    const ran = await stand.run(['insert', file, ...map, ...of])
    expect(ran).toMatchObject({ code: 0, stdout: `Everything has arrived.\n${summary(2, 2)}\n` })
    expect(ran.stderr).toContain('Columns that are not used: Kasse.')
    const cameraId = stand.cameras.find(({ number }) => number === 2)?.id
    const stored = await stand.stored('csv')
    expect(stored).toMatchObject([
      { cameraId, timestamp: atMs(1), fields: { amount: 1234.5, card: true } },
      { cameraId, timestamp: atMs(2), fields: { amount: 12.5, card: false } },
    ])
  })

  it('writes out what a terminal would obey in a line that it quotes', async () => {
    const ran = await stand.run(['insert', '-'], '{"camera":"\\u001b[2K"}\n')
    expect(ran.stderr).toContain('  line 1: There is no camera "\\u{1b}[2K".\n')
  })

  it('names refused lines by number and reason, and goes on where it was when it is started again', async () => {
    const good = line('jsonl', 1)
    const file = await stand.write('till.jsonl', `${good}{"camera":99}\n\n${line('jsonl', 2)}no json\n`)
    const refused = join(stand.dir, 'refused.jsonl')
    const ran = await stand.run(['insert', file, '--refused', refused])
    expect(ran.code).toBe(1)
    expect(ran.stdout).toContain(summary(4, 2, 0, 2))
    expect(ran.stderr).toContain('  line 2: There is no camera "99".\n  line 5: It is no JSON object.')
    const lines = readFileSync(refused, 'utf8').trim().split('\n')
    expect(lines.map((text): unknown => JSON.parse(text))).toEqual([
      { line: 2, reason: 'There is no camera "99".', text: '{"camera":99}' },
      { line: 5, reason: 'It is no JSON object.', text: 'no json' },
    ])
    await appendFile(file, `${line('jsonl', 3)}also no json\n`)
    const again = await stand.run(['insert', file, '--refused', refused])
    expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining(summary(2, 1, 0, 1)) })
    expect(again.stderr).toContain('going on at line 6')
    expect(linesOf(refused)).toEqual([2, 5, 7])
    const all = await stand.run(['insert', file, '--from-start'])
    expect(all.stdout).toContain(summary(6, 0, 3, 3))
    // A file that was replaced is another one, and so is each standard input.
    await writeFile(file, `no json\n${line('jsonl', 1)}`)
    await stand.run(['insert', file, '--refused', refused])
    expect(linesOf(refused)).toEqual([1])
    await stand.run(['insert', '-', '--refused', refused], '\n{"camera":99}\n')
    expect(linesOf(refused)).toEqual([2])
    expect((await stand.stored('jsonl')).map(({ fields }) => fields['items'])).toEqual([1, 2, 3])
  })

  it('takes standard input, with the key from a file', async () => {
    const keyFile = await stand.write('key', `${stand.key}\n`)
    const args = ['insert', '-', '--key-from', keyFile, '--org', stand.site.account.orgId]
    const input = line('stdin', 1) + line('stdin', 2).trimEnd()
    expect(await stand.run(args, input)).toMatchObject({ code: 0 })
    const again = await stand.run(args, input)
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(summary(2, 0, 2)) })
    expect(await stand.stored('stdin')).toHaveLength(2)
  })

  it('is stopped while it waits for events, or for the key', async () => {
    const waiting = stand.begin(['insert', '-'], null)
    await waiting.printed('Reading standard input.')
    waiting.process.kill('SIGTERM')
    expect((await waiting.ended).code).toBe(130)
    const elsewhere = ['--data', stand.dir, '--platform', 'http://192.0.2.7']
    const unnamed = eventsCommand(['send', ...elsewhere, '--key-from', '-', '--org', 'acme'], null)
    await unnamed.printed('is not encrypted')
    unnamed.process.kill('SIGINT')
    expect((await unnamed.ended).code).toBe(130)
  })

  it('follows a file through what is appended, a rotation and a new beginning, until it is stopped', async () => {
    const file = await stand.write('follow.jsonl', line('follow', 1))
    const command = stand.begin(['insert', file, '--follow'])
    const arrived = async (items: number) => {
      while (!(await stand.stored('follow')).some(({ fields }) => fields['items'] === items))
        await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await arrived(1)
    const half = line('follow', 2)
    await appendFile(file, half.slice(0, 20))
    await appendFile(file, half.slice(20))
    await arrived(2)
    await rename(file, `${file}.1`)
    await appendFile(`${file}.1`, line('follow', 3))
    await writeFile(file, line('follow', 4))
    await arrived(4)
    // Before it is as long again as it was: nobody could see a difference.
    await truncate(file, 0)
    await command.printed('replaced by another one', 2)
    await appendFile(file, line('follow', 5))
    await arrived(5)
    command.process.kill('SIGINT')
    expect((await command.ended).code).toBe(130)
    expect((await stand.stored('follow')).map(({ fields }) => fields['items'])).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps what the platform refuses, lists it, and forgets it when told to', async () => {
    const tooOld = line('dead', 1, { timestamp: startMs - 60 * 86_400_000 })
    const ran = await stand.run(['insert', '-'], tooOld + line('dead', 2))
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('The platform did not take 1 events.')
    expect(ran.stdout).not.toContain('Everything has arrived.')
    const status = await stand.run(['status'])
    expect(status.code).toBe(0)
    expect(status.stdout).toContain('1 were not taken by the platform')
    const [, id = ''] = /^ {2}([0-9a-f]{40}) /m.exec(status.stdout) ?? []
    expect((await stand.run(['retry', id])).code).toBe(1)
    expect((await stand.run(['discard', id])).stderr).toMatch(/1 events were forgotten\..*--from-start/)
    expect((await stand.run(['status'])).stdout).not.toContain('not taken')
    expect((await stand.stored('dead')).map(({ fields }) => fields['items'])).toEqual([2])
  })

  it('keeps without waiting, for the next run to send', async () => {
    const file = await stand.write('later.jsonl', line('later', 1))
    expect((await stand.run(['insert', file, '--no-wait'])).code).toBe(0)
    expect((await stand.run(['send'])).stdout).toContain('Everything has arrived.')
    expect(await stand.stored('later')).toHaveLength(1)
  })

  const endsWith = async (args: readonly string[], code: number, sentence: string) => {
    expectEnd(await stand.run(args, ''), code, sentence)
  }
  it.each([
    [['insert', '-', '--tag', 'Verkäufe'], 2, 'There is no event tag "Verkäufe". There are: '],
    [['insert', '/no/such/file'], 2, 'cannot be read'],
    [['insert', '-', '--key-from', '/no/such/key'], 3, 'The key cannot be read'],
  ])('%j ends with %i and a sentence', endsWith)
  it.each([
    [['insert', '/dev'], 2, 'it is a folder'],
    [['insert', '/dev/stdin'], 2, 'insert - < /dev/stdin'],
    [['insert', '-', '--refused', '/no/such/folder'], 2, 'cannot be written'],
  ])('%j ends with %i and a sentence', { tags: 'long' }, endsWith)

  it.each(['obfuscated', 'os-keyring'])(
    'leaves the key that an installed wall sealed as it is: %s',
    async (protection) => {
      const dir = join(stand.dir, protection)
      await mkdir(dir)
      const platform = stand.site.baseUrl
      const record = { platform, orgId: 'o', protection, data: 'djEwc2VhbGVk', storedAtMs: 1 }
      const content = JSON.stringify({ schemaVersion: 1, keys: [record] })
      await writeFile(join(dir, 'keys.json'), content)
      const ran = await eventsCommand(['insert', '-', '--data', dir, '--platform', platform]).ended
      expectEnd(ran, 3, 'sealed for itself')
      expect(readFileSync(join(dir, 'keys.json'), 'utf8')).toBe(content)
    },
  )

  it('without a key says where one could come from', async () => {
    const where = ['--data', join(stand.dir, 'empty'), '--platform', stand.site.baseUrl]
    expectEnd(await eventsCommand(['insert', '-', ...where]).ended, 3, '--key-from FILE')
  })
})
