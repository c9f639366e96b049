import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { EventCalls } from '#main/core/platform/event-calls.ts'
import { evidenceDefaults } from '#main/core/evidence/defaults.ts'
import { exportEvents } from '#main/core/evidence/package/export-events.ts'
import { captionsOf } from '#main/core/evidence/package/captions.ts'
import { wordsOfExport } from '#main/core/evidence/package/export-words.ts'
import { gapsOf } from '#main/core/evidence/package/manifest.ts'
import { playerPage } from '#main/core/evidence/package/player-page.ts'
import { bestRendition, readPlaylist } from '#main/core/evidence/footage/playlist.ts'
import { keptFingerprint, openSigner } from '#main/core/evidence/signing-key.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { verifyExport } from '../../../../../scripts/verify.mjs'
import { MemoryVault } from '#test/unit/main/core/support/memory-vault.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const event = {
  id: 'event-1',
  cameraId: 'camera-1',
  eventTypeId: 'sale',
  fields: { item: 'beer --> <script>', amount: 3 },
  timestampMs: 12_500,
  pictureMs: 12_500,
}

function pageOf(
  range: { readonly startMs: number; readonly endMs: number },
  events: Parameters<typeof playerPage>[1]['events'],
): string {
  return playerPage(
    {
      format: 'tessera-evidence/1',
      program: { name: 'Tessera', version: '1' },
      created: '',
      platform: 'https://platform.example',
      range: { ...range, start: '', end: '', timeZone: 'Europe/Berlin' },
      cameras: [
        { id: 'camera-1', name: '</script><b>', footage: [], gaps: [{ ...range, why: 'not-recorded' }] },
      ],
      events: { count: 1 },
      language: 'de',
      remarks: [],
      exportedBy: { operator: 'Anna', workstation: 'wall-1' },
      signer: { algorithm: 'Ed25519', publicKeySha256: '' },
    },
    { count: 1, events, tags: [], file: 'events.csv', remarks: [] },
    wordsOfExport('de'),
  )
}

function exportEventsInto(
  folder: string,
  search: EventCalls['search'],
  {
    clockOffsetMs = 0,
    clockOffsetsMs = {},
  }: { clockOffsetMs?: number; clockOffsetsMs?: Record<string, number> } = {},
) {
  return exportEvents(folder, {
    calls: { search },
    tags: async () => ok([{ id: 'sale', name: 'Sale', fields: [] }]),
    cameras: [{ id: 'camera-1', name: 'Till', number: 1, group: '', clockOffsetMs }],
    clockOffsetsMs,
    range: { startMs: 100_000, endMs: 120_000 },
    timeZone: 'UTC',
    signal: new AbortController().signal,
  })
}

/** Ends of the gaps around one span of ten seconds. */
const gapsAround = (startMs: number, endMs: number) =>
  gapsOf({ startMs: 0, endMs: 10_000 }, [{ startMs, endMs }], []).map((gap) => [gap.startMs, gap.endMs])

describe('an export', () => {
  it('lists as gaps what no file covers, each with its reason', () => {
    const spans = [
      { startMs: 1_900, endMs: 4_000 },
      { startMs: 4_200, endMs: 6_000 },
    ]
    const known = [{ startMs: 6_000, endMs: 8_000, why: 'damaged' as const }]
    expect(gapsOf({ startMs: 0, endMs: 10_000 }, spans, known)).toEqual([
      { startMs: 0, endMs: 1_900, why: 'not-recorded' },
      { startMs: 6_000, endMs: 8_000, why: 'damaged' },
      { startMs: 8_000, endMs: 10_000, why: 'not-recorded' },
    ])
  })

  it('names a reason for no more of a gap than it is known for, and once where several pieces have it', () => {
    const known = [
      // Listed with times that are rounded.
      { startMs: 8_100, endMs: 11_900, why: 'damaged' as const },
      { startMs: 4_001, endMs: 8_000, why: 'damaged' as const },
      { startMs: 11_000, endMs: 20_000, why: 'lost-by-platform' as const },
      { startMs: 59_900, endMs: 64_000, why: 'damaged' as const },
    ]
    const spans = [
      { startMs: 0, endMs: 4_000 },
      { startMs: 60_000, endMs: 70_000 },
    ]
    expect(gapsOf({ startMs: 0, endMs: 70_000 }, spans, known)).toEqual([
      { startMs: 4_000, endMs: 11_900, why: 'damaged' },
      { startMs: 11_900, endMs: 20_000, why: 'lost-by-platform' },
      { startMs: 20_000, endMs: 59_900, why: 'not-recorded' },
      { startMs: 59_900, endMs: 60_000, why: 'damaged' },
    ])
  })

  it('calls half a second without footage a gap, at either end, and nothing shorter', () => {
    expect(gapsAround(500, 9_500)).toEqual([
      [0, 500],
      [9_500, 10_000],
    ])
    expect(gapsAround(499, 9_501)).toEqual([])
  })

  it('writes captions at the time of the file, behind gaps too, and no markup', () => {
    const spans = [
      { fileMs: 0, startMs: 0, endMs: 5_000 },
      { fileMs: 5_000, startMs: 10_000, endMs: 14_000 },
    ]
    expect(captionsOf(spans, [event, { ...event, pictureMs: 7_000 }], () => 'Sale')).toBe(
      'WEBVTT\n\n00:00:07.500 --> 00:00:09.000\nSale\nitem: beer --&gt; &lt;script&gt;\namount: 3\n',
    )
  })

  it('has no table of events, and no part of one, from a platform without a search', async () => {
    const folder = tempDir()
    const exported = await exportEventsInto(folder, async () =>
      fail({ error: wallError('events_unavailable'), maybeCarriedOut: false }),
    )
    expect(exported).toMatchObject({ ok: true, value: { count: 0, file: undefined } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('says how many events a platform gave that cannot be read', async () => {
    const { pictureMs: _, ...found } = event
    const events = [{ ...found, timestampMs: 110_000 }]
    const exported = await exportEventsInto(tempDir(), async ({ cursor }) =>
      ok({ events, unread: 2, nextCursor: cursor === undefined ? 'next' : undefined }),
    )
    expect(exported).toMatchObject({
      value: { count: 2, remarks: [{ exact: { code: 'export_events_unread', values: { count: 4 } } }] },
    })
    const many = Array.from({ length: evidenceDefaults.shownEvents + 1 }, () => ({
      ...found,
      timestampMs: 110_000,
    }))
    const ofMany = await exportEventsInto(tempDir(), async () => ok({ events: many, unread: 1 }))
    expect(ofMany).toMatchObject({
      value: {
        remarks: [{ exact: { code: 'export_events_shown' } }, { exact: { code: 'export_events_unread' } }],
      },
    })
  })

  it('lays events over the pictures as the wall does, by the clocks of sources and recorders', async () => {
    const all = [30_000, 50_000, 90_000, 110_000, 115_000].map((timestampMs) => {
      const { pictureMs: _, ...found } = event
      return { ...found, id: `at ${timestampMs}`, timestampMs }
    })
    const search: EventCalls['search'] = async ({ startMs, endMs }) =>
      ok({ events: all.filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs) })
    const shownOf = async (clocks: Parameters<typeof exportEventsInto>[2]) => {
      const folder = tempDir()
      const exported = unwrap(await exportEventsInto(folder, search, clocks))
      const rows = readFileSync(join(folder, 'events.csv'), 'utf8').trim().split('\n').slice(1)
      expect(rows).toHaveLength(exported.count)
      return exported.events.map(({ timestampMs, pictureMs }) => [timestampMs, pictureMs])
    }
    expect(await shownOf({})).toEqual([
      [110_000, 110_000],
      [115_000, 115_000],
    ])
    // The recorder is ahead: its pictures of an event are under a later time.
    expect(await shownOf({ clockOffsetMs: 60_000 })).toEqual([[50_000, 110_000]])
    // The source has a clock of its own, whatever the recorder's does.
    const clockOffsetsMs = { 'sale camera-1': -10_000 }
    expect(await shownOf({ clockOffsetMs: 60_000, clockOffsetsMs })).toEqual([[90_000, 100_000]])
  })

  it('has a page that runs its own script alone', () => {
    const page = pageOf({ startMs: 0, endMs: 20_000 }, [event])
    const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
    const [script = '', ...others] = scripts
    expect(others).toEqual([])
    const hash = createHash('sha256').update(script).digest('base64')
    expect(page).toContain(`script-src 'sha256-${hash}'`)
    expect(page).not.toContain('</script><b>')
    expect(page).not.toContain('<script>item')
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write/)
  })
})

const unchosen = () => undefined
const redactorOf = (secrets: string[]) => ({
  add(secret: string) {
    secrets.push(secret)
    return () => {}
  },
})

/** What the page of such a range writes before its events, and of its gap. */
function rowsOf(startMs: number, endMs: number, timesMs: readonly number[]) {
  const events = timesMs.map((pictureMs) => ({ ...event, fields: {}, pictureMs }))
  const { document } = new Window()
  document.write(pageOf({ startMs, endMs }, events))
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(document.documentElement.outerHTML) ?? []
  runInNewContext(script, { document, addEventListener() {}, requestAnimationFrame() {} })
  const [gap] = document.querySelectorAll('#gaps li')
  return {
    rows: [...document.querySelectorAll('#events li')].map(({ textContent }) => textContent.split(' · ')[0]),
    gap: gap?.textContent,
    about: document.querySelector('#about')?.textContent,
    time: document.querySelector('#time')?.textContent,
  }
}

describe('the page of an export', () => {
  it('writes the day where there are several, and the offset where the clocks were changed', () => {
    const instant = Date.parse('2026-10-24T10:00:00Z')
    const one = rowsOf(instant, instant + 3_600_000, [instant])
    expect(one.rows).toEqual(['12:00:00'])
    expect(one.about).toContain('Exportiert von Anna, wall-1.')
    const overMidnight = [instant, instant + 12 * 3_600_000 - 1]
    expect(rowsOf(instant, instant + 12 * 3_600_000, overMidnight).rows).toEqual([
      expect.stringMatching(/^24\D.*12:00:00$/),
      expect.stringMatching(/^24\D.*23:59:59$/),
    ])
    const change = Date.parse('2026-10-25T01:00:00Z')
    const { rows, gap } = rowsOf(change - 1_800_000, change + 1_800_000, [
      change - 900_000,
      change + 2_700_000,
    ])
    expect(rows).toEqual(['02:45:00 GMT+2', '02:45:00 GMT+1'])
    expect(gap).toMatch(/02:30:00 GMT\+2.*02:30:00 GMT\+1/)
    expect(rowsOf(change - 1_789_877, change + 1_800_000, []).time).toMatch(/02:30:10[.,]123 GMT\+2$/)
  })
})

describe('the signing key', () => {
  it('is made once, kept in the vault, and never told', async () => {
    const vault = new MemoryVault()
    const [made, kept]: [string[], string[]] = [[], []]
    const told: string[] = []
    const onMade = (fingerprint: string) => told.push(fingerprint)
    expect(keptFingerprint(vault)).toBeUndefined()
    const first = await openSigner({ vault, protection: unchosen, redactor: redactorOf(made), onMade })
    const second = await openSigner({ vault, protection: unchosen, redactor: redactorOf(kept), onMade })
    if (!first.ok || !second.ok) throw new Error('no signer')
    expect(told).toEqual([first.value.fingerprint])
    expect(keptFingerprint(vault)).toBe(first.value.fingerprint)
    expect(second.value.fingerprint).toBe(first.value.fingerprint)
    const bytes = Buffer.from('{}')
    const key = createPublicKey(first.value.publicKey)
    expect(verify(null, bytes, key, second.value.sign(bytes))).toBe(true)
    expect(made).toHaveLength(1)
    expect(kept).toEqual(made)
    expect(JSON.stringify(first.value)).not.toContain(made[0])
  })

  it('is made anew where the key store is another one, and not where it only does not answer', async () => {
    const vault = new MemoryVault()
    const failing = (code: 'vault_changed' | 'vault_unavailable') => ({
      use: async () => fail(wallError(code)),
      store: vault.store.bind(vault),
      status: vault.status.bind(vault),
    })
    const needs = { redactor: redactorOf([]), protection: unchosen, onMade: () => undefined }
    const locked = await openSigner({ ...needs, vault: failing('vault_unavailable') })
    expect(locked).toEqual(fail(wallError('vault_unavailable')))
    expect(vault.status('evidence signing key')).toBeUndefined()
    expect(await openSigner({ ...needs, vault: failing('vault_changed') })).toMatchObject({ ok: true })
    expect(vault.status('evidence signing key')).toBeDefined()
  })
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const repository = join(import.meta.dirname, '../../../../..')

/** A signed export of these files, and the fingerprint that its operator tells. */
async function signedExport(texts: Readonly<Record<string, string>> = {}) {
  const folder = tempDir()
  const signer = await openSigner({
    vault: new MemoryVault(),
    protection: unchosen,
    redactor: redactorOf([]),
    onMade: () => undefined,
  })
  if (!signer.ok) throw new Error('no signer')
  const { fingerprint, publicKey } = signer.value
  const files = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return { name, bytes: text.length, sha256: hashOf(text) }
  })
  const cameras = [{ id: 'camera-1', name: 'Till' }]
  const about = { format: 'tessera-evidence/1', program: { name: 'Tessera' }, cameras, files }
  const manifest = Buffer.from(
    `${JSON.stringify({ ...about, signer: { publicKeySha256: fingerprint } }, undefined, 2)}\n`,
  )
  writeFileSync(join(folder, 'manifest.json'), manifest)
  writeFileSync(join(folder, 'manifest.sig'), signer.value.sign(manifest))
  writeFileSync(join(folder, 'public-key.pem'), publicKey)
  return { folder, fingerprint, manifest }
}

describe('the check by OpenSSL', () => {
  const [, written = ''] =
    /```\n(openssl pkey [\s\S]*?)\n```/.exec(readFileSync(join(repository, 'docs/evidence.md'), 'utf8')) ?? []

  it('is on the page as in the documentation', () => {
    const { document } = new Window()
    document.write(pageOf({ startMs: 0, endMs: 20_000 }, []))
    expect(document.querySelector('pre')?.textContent).toBe(written)
  })

  it('tells a forgery from what was signed', async (context) => {
    const hasTools = ['openssl', 'sha256sum', 'awk'].every(
      (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0,
    )
    if (!hasTools) context.skip('the tools of the check are not here')
    const { folder, fingerprint } = await signedExport({ 'camera-1-Till.mp4': 'genuine', 'events.csv': '' })
    const check = () => {
      const answers = written.split('\n').map((line) => spawnSync('sh', ['-c', line], { cwd: folder }))
      return [
        answers[0]?.stdout.toString().split(' ')[0] === fingerprint,
        ...answers.slice(1).map(({ status }) => status),
      ]
    }
    expect(check()).toEqual([true, 0, 0])
    // Other footage in the same manifest, signed with another key, still names the one of the workstation.
    writeFileSync(join(folder, 'camera-1-Till.mp4'), 'forged')
    expect(check()).toEqual([true, 0, 1])
    const manifest = Buffer.from(
      readFileSync(join(folder, 'manifest.json'), 'utf8').replace(hashOf('genuine'), hashOf('forged')),
    )
    const forger = generateKeyPairSync('ed25519')
    writeFileSync(join(folder, 'manifest.json'), manifest)
    expect(check()).toEqual([true, 1, 0])
    writeFileSync(join(folder, 'manifest.sig'), sign(null, manifest, forger.privateKey))
    writeFileSync(join(folder, 'public-key.pem'), forger.publicKey.export({ format: 'pem', type: 'spki' }))
    expect(check()).toEqual([false, 0, 0])
  })
})

describe('npm run verify', () => {
  const script = join(repository, 'scripts/verify.mjs')
  const codeOf = (...args: string[]) => spawnSync(process.execPath, [script, ...args]).status

  it('knows the files of a folder that is written with a slash behind it, as the root of a drive is', async () => {
    const { folder } = await signedExport({ 'events.csv': '' })
    expect((await verifyExport(`${folder}/`, undefined)).files).toEqual([
      { name: 'events.csv', state: 'as signed' },
    ])
  })

  it.runIf(process.platform === 'linux')('ends where a pipe lies in the place of a file', async () => {
    const { folder } = await signedExport({ 'events.csv': '' })
    for (const [name, why] of [
      ['events.csv', 'events.csv cannot be read: it is no file'],
      ['manifest.json', 'has no manifest.json that can be read'],
    ] as const) {
      rmSync(join(folder, name))
      execFileSync('mkfifo', [join(folder, name)])
      await expect(verifyExport(folder, undefined)).rejects.toThrow(why)
    }
  })

  it('looks at an export as one, whatever lies in it, and at no folder without an entry as an alarm log', async () => {
    const { folder, fingerprint, manifest } = await signedExport()
    expect(codeOf(folder, '--key', fingerprint)).toBe(0)
    writeFileSync(join(folder, 'manifest.json'), `${String(manifest)} `)
    const forged = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' }).stdout
    expect(forged).toMatch(/NOT VALID.*\n0 files are as listed. Nothing of this export is proved.\n$/)
    expect(forged).not.toContain('signed.\n')
    writeFileSync(join(folder, 'manifest.json'), manifest)
    writeFileSync(join(folder, 'alarms-000001.jsonl'), '')
    expect(codeOf(folder)).toBe(1)
    for (const name of ['manifest.json', 'manifest.sig', 'public-key.pem']) {
      rmSync(join(folder, name))
      expect(codeOf(folder)).toBe(2)
    }
    expect(codeOf(folder, '--key', fingerprint)).toBe(2)
  })
})

/** Of a list that was asked for at the first second; and whether they are reckoned. */
function startsOf(lines: readonly string[]) {
  const { segments, isReckoned } = readPlaylist(lines.join('\n'), '/media/list.m3u8', 1_000)
  return [isReckoned, ...segments.map(({ startMs }) => startMs)]
}

describe('a playlist', () => {
  it('has times without a zone in UTC, wherever it is read', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    const text = '#EXT-X-PROGRAM-DATE-TIME:2026-11-28T18:05:00.000\n#EXTINF:4,\n1.ts'
    const [segment] = readPlaylist(text, '/media/list.m3u8', 0).segments
    expect(segment?.startMs).toBe(Date.UTC(2026, 10, 28, 18, 5))
  })

  it('names the best rendition, of pixels before bits', () => {
    const text = [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180',
      'low/media.m3u8',
      '#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=500000,RESOLUTION=640x360',
      '',
      '# the best one',
      '/media/id/high/media.m3u8?a=1',
    ].join('\n')
    expect(bestRendition(text, '/media/id/manifest.m3u8')).toEqual({
      path: '/media/id/high/media.m3u8?a=1',
      hasSeparateSound: false,
    })
    expect(bestRendition('#EXTM3U\n#EXTINF:4,\na.m4s', '/media/id/manifest.m3u8')).toBeUndefined()
  })

  it.each([
    ['AUDIO="a"', 'GROUP-ID="a",NAME="x",URI="sound.m3u8"', true],
    // It is in the segments of the pictures.
    ['AUDIO="a"', 'GROUP-ID="a",NAME="x"', false],
    ['AUDIO="a"', 'GROUP-ID="b",NAME="x",URI="sound.m3u8"', false],
    ['CODECS="avc1"', 'GROUP-ID="a",NAME="x",URI="sound.m3u8"', false],
  ])(
    'whose variant has %s beside sound of %s: in a rendition of its own is %s',
    (variant, sound, expected) => {
      const text = `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,${sound}\n#EXT-X-STREAM-INF:BANDWIDTH=1,${variant}\nmedia.m3u8`
      expect(bestRendition(text, '/media/manifest.m3u8')?.hasSeparateSound).toBe(expected)
    },
  )

  it('without times counts from the instant that was asked for, until where that leads no further', () => {
    const parts = [
      '#EXTM3U',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:4,\na.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:4,\nb.ts',
    ]
    const [, , , , b = ''] = parts
    expect(startsOf(parts)).toEqual([true, 1_000])
    const dated = parts.with(4, `#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z\n${b}`)
    expect(startsOf(dated)).toEqual([true, 1_000, 60_000])
    const before = parts.with(3, '#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z\n#EXT-X-DISCONTINUITY')
    expect(startsOf(before)).toEqual([true, 1_000, 60_000])
    const first = parts.with(0, '#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:30Z')
    expect(startsOf(first)).toEqual([false, 30_000])
  })

  it('is read with its times, parts of files, gaps and initializations', () => {
    const text = `#EXTM3U
#EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
#EXT-X-PROGRAM-DATE-TIME:2026-11-23T10:00:00.000Z
#EXTINF:4.0,
#EXT-X-BYTERANGE:500@100
all.mp4
#EXTINF:2.5,
#EXT-X-BYTERANGE:300
all.mp4
#EXT-X-GAP
#EXTINF:4,
lost.mp4
#EXTINF:1,
next.mp4`.replaceAll('\n', '\r\n')
    const startMs = Date.parse('2026-11-23T10:00:00Z')
    const { segments, isEncrypted } = readPlaylist(text, '/media/id/v/media.m3u8', 0)
    expect(isEncrypted).toBe(false)
    const init = { initPath: '/media/id/v/init.mp4', initBytes: '0-99' }
    const path = '/media/id/v/all.mp4'
    const whole = { ...init, bytes: undefined }
    const [lost, next] = ['/media/id/v/lost.mp4', '/media/id/v/next.mp4']
    expect(segments).toEqual([
      { ...init, startMs, durationMs: 4_000, path, bytes: '100-599', isGap: false },
      { ...init, startMs: startMs + 4_000, durationMs: 2_500, path, bytes: '600-899', isGap: false },
      { ...whole, startMs: startMs + 6_500, durationMs: 4_000, path: lost, isGap: true },
      { ...whole, startMs: startMs + 10_500, durationMs: 1_000, path: next, isGap: false },
    ])
  })
})
