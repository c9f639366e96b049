import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { type EvidenceState, type ExportFootage, MAX_EXPORT_RANGE_IN_MS } from '#contract/wall/evidence.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { AlarmFact } from '#main/core/alarms/alarm-log-entry.ts'
import { evidenceDefaults } from '#main/core/evidence/defaults.ts'
import { LEASE_IN_MS } from '#main/core/folder-leases.ts'
import { EvidenceExports } from '#main/core/evidence/evidence-exports.ts'
import { EvidenceFolder } from '#main/core/evidence/evidence-folder.ts'
import { FolderLeases } from '#main/core/folder-leases.ts'
import { type ExportJournal, keepJournal, readJournal } from '#main/core/evidence/export-journal.ts'
import { nameOf } from '#main/core/evidence/footage-export.ts'
import { StagedFootage } from '#main/core/evidence/footage/staged-footage.ts'
import { openSigner } from '#main/core/evidence/signing-key.ts'
import { settingsOf, shownAs } from '#main/core/settings/stored-platforms.ts'
import type { PlatformLink } from '#main/core/wall/platform-link.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { MemorySettings } from '../support/memory-settings.ts'
import { MemoryVault } from '../support/memory-vault.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const wishOf = (changes: Partial<ExportFootage> = {}): ExportFootage => ({
  cameraIds: ['cam-01'],
  startMs: 0,
  endMs: 60_000,
  timeZone: 'UTC',
  language: 'en',
  ...changes,
})

/** A program on this folder, whose platform is away, or has recorded nothing. */
function program({
  folder = tempDir(),
  isThere = false,
  vault = new MemoryVault(),
  hanging,
  events,
}: {
  readonly folder?: string
  readonly isThere?: boolean
  readonly vault?: MemoryVault
  readonly hanging?: 'coverage' | 'open' | 'lastTags'
  readonly events?: readonly WallEvent[]
} = {}) {
  let isHanging = false
  const answer = <Value>(call: typeof hanging, value: Value): Promise<Value> => {
    isHanging ||= call === hanging
    return call === hanging ? new Promise<never>(() => undefined) : Promise.resolve(value)
  }
  const time = new FakeTime()
  const pushed: EvidenceState[] = []
  /** Instants that footage was asked for. */
  const asked: number[] = []
  const facts: AlarmFact[] = []
  /** Pages that play footage. */
  const pages = new Set<unknown>()
  const settings = new MemorySettings({ shown: 'platform', evidenceFolder: folder })
  const { logger, redactor } = memoryLog()
  const link = {
    platform: { id: 'platform', address: { baseUrl: 'https://platform.example' } },
    client: {
      health: () => ({ skewMs: 0 }),
      events: {
        search: async () =>
          events === undefined ? fail({ error: wallError('events_unavailable') }) : ok({ events }),
      },
    },
    key: {},
    directory: {
      cameras: [{ id: 'behind', name: 'Till', number: 1, group: '', clockOffsetMs: -600_000 }],
    },
    events: { service: { lastTags: () => answer('lastTags', ok([])) } },
    playback: {
      join: (page: unknown) => pages.add(page),
      leave: (page: unknown) => pages.delete(page),
      open: async (_page: unknown, { atMs }: { readonly atMs: number }) => {
        asked.push(atMs)
        return answer('open', fail({ ...wallError('unreachable'), retryInMs: LEASE_IN_MS }))
      },
    },
    media: {},
    coverage: () => answer('coverage', ok({ source: isThere ? 'platform' : 'unknown', ranges: [] })),
  }
  const exports = new EvidenceExports({
    version: '1',
    folder: new EvidenceFolder({
      given: undefined,
      usual: folder,
      settings,
      ask: undefined,
    }),
    workerScript: new URL('../../../../../src-main/core/evidence/remux/evidence-worker.ts', import.meta.url),
    clock: time,
    timers: time,
    log: logger.area('evidence'),
    vault,
    redactor,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a platform as an export asks
    link: () => link as unknown as PlatformLink,
    settingsOf: (platform) => settingsOf(settings.state, platform),
    by: () => ({ operator: 'Anna', workstation: 'wall-1' }),
    note: (fact) => facts.push(fact),
    push: (state) => pushed.push(state),
  })
  onTestFinished(() => exports.dispose())
  const signer = async () => {
    return unwrap(await openSigner({ vault, redactor, protection: () => undefined, onMade: () => undefined }))
  }
  return {
    folder,
    time,
    exports,
    listed: async () => (await exports.state()).exports,
    settings,
    pushed,
    asked,
    facts,
    pages,
    isHanging: () => isHanging,
    signer,
    /** Lays an export that an earlier run of this program has left. */
    leave: async (
      exportId: string,
      wish: ExportFootage,
      read: ExportJournal['read'],
      createdMs = 0,
      platform = 'platform',
    ) => {
      const left = join(folder, `${nameOf({ wish, exportId })}.unfinished`)
      const journal = { version: 2, exportId, createdMs, platform, wish, read } as const
      await keepJournal(left, journal, (await signer()).secretOf(exportId))
    },
  }
}

const busy = fail(wallError('export_busy'))

it('an export that another program is at is left alone until that has gone', async () => {
  const folder = tempDir()
  const vault = new MemoryVault()
  const first = program({ folder, vault })
  const second = program({ folder, vault })
  const wish = wishOf()
  const { exportId } = unwrap(await first.exports.begin(wish))
  const [name = ''] = readdirSync(folder)
  const listed = async () => (await second.exports.state()).exports.map((one) => one.exportId)
  const renewedMs = () => statSync(join(folder, name, 'lease')).mtimeMs

  expect(await listed()).toEqual([])
  expect(await second.exports.discard(exportId)).toEqual(busy)
  expect(await second.exports.resume(exportId)).toEqual(busy)
  expect(existsSync(join(folder, name, 'unfinished.json'))).toBe(true)

  // It is renewed: the other one's clock alone ends nothing.
  const beforeMs = renewedMs()
  await first.time.advance(LEASE_IN_MS / 3)
  await expect.poll(renewedMs).not.toBe(beforeMs)
  await second.time.advance(LEASE_IN_MS)
  expect(await second.exports.resume(exportId)).toEqual(busy)

  // Now it hangs, or its machine is off: whoever has looked is told when it can go on.
  expect(await listed()).toEqual([])
  await second.time.advance(LEASE_IN_MS)
  await expect
    .poll(async () => {
      await second.time.advance(evidenceDefaults.pushEveryMs)
      return second.pushed.at(-1)?.exports
    })
    .toMatchObject([{ exportId, state: 'cancelled' }])
  expect(await second.exports.resume(exportId)).toEqual(ok(undefined))

  // It was only asleep: it stops, and leaves the other one's work as it is.
  await first.time.advance(LEASE_IN_MS / 3)
  await expect
    .poll(async () => (await first.exports.state()).exports)
    .toMatchObject([{ exportId, state: 'cancelled' }])
  expect(await first.exports.resume(exportId)).toEqual(busy)
  expect(await listed()).toEqual([exportId])
})

it('an export whose program has crashed beside this one goes on at once, that of another machine’s does not', async (context) => {
  if (process.platform !== 'linux') context.skip('only Linux says which start of which machine it is')
  const { folder, time, exports, listed } = program()
  const left = join(folder, 'tessera-1970-01-01T00-00-00Z-export-crashed.unfinished')
  mkdirSync(left)
  const wish = { cameraIds: ['cam-01'], startMs: 0, endMs: 60_000, timeZone: 'UTC' }
  const journal = { version: 2, exportId: 'crashed', createdMs: 0, platform: 'platform', wish, read: {} }
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
  await new FolderLeases({ clock: time, timers: time }).take(left)
  const lease = join(left, 'lease')
  const here = readFileSync(lease, 'utf8').replace(`${process.pid}.`, '2147483647.')
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  // Of another name; of the same name; of the same name before ids were written; another container here.
  const elsewhere = [
    here.replace(hostname(), 'elsewhere'),
    here.replace(bootId, randomUUID()),
    `${hostname()} 2147483647.one`,
    here.replace(/pid:\[\d+\]/, 'pid:[1]'),
  ]
  for (const owner of elsewhere) {
    expect(owner).not.toBe(here)
    writeFileSync(lease, owner)
    expect(await listed()).toEqual([])
    expect(await exports.discard('crashed')).toEqual(busy)
    expect(await exports.resume('crashed')).toEqual(busy)
  }
  writeFileSync(lease, here)
  expect(await listed()).toMatchObject([{ exportId: 'crashed' }])
  expect(await exports.discard('crashed')).toEqual(ok(undefined))
  expect(readdirSync(folder)).toEqual([])
})

it('an export begins and goes on alone, where its folder is, and on its own platform', async () => {
  const { folder, exports, asked, leave } = program({ folder: join(tempDir(), 'share') })
  expect(await exports.begin(wishOf())).toMatchObject({ error: { code: 'storage_failed' } })
  expect(existsSync(folder)).toBe(false)
  mkdirSync(folder)
  await leave('before', wishOf(), {})
  await leave('elsewhere', wishOf(), {}, 0, 'another platform')
  expect(await exports.resume('elsewhere')).toMatchObject({ error: { code: 'platform_changed' } })
  expect(asked).toEqual([])
  expect(await exports.begin(wishOf())).toMatchObject({ ok: true })
  for (const second of [await exports.begin(wishOf()), await exports.resume('before')])
    expect(second).toEqual(busy)
  await exports.dispose()
  expect(exports.isRunning).toBe(false)
})

const lateMs = Date.UTC(2100, 0)
it.each<[string, Partial<ExportFootage>]>([
  ['range_backwards', { startMs: 5, endMs: 5 }],
  ['range_too_long', { endMs: MAX_EXPORT_RANGE_IN_MS + 1 }],
  ['range_in_future', { startMs: lateMs, endMs: lateMs + 1 }],
  ['camera_named_twice', { cameraIds: ['cam-01', 'cam-02', 'cam-01'] }],
  ['no_time_zone', { timeZone: 'Nowhere/X' }],
])('an export that nothing can come of does not begin: %s', async (code, changes) => {
  const { folder, exports } = program()
  expect(await exports.begin(wishOf(changes))).toMatchObject({ ok: false, error: { exact: { code } } })
  expect(readdirSync(folder)).toEqual([])
})

it('who began an export, called it off and deleted it is noted', async () => {
  const { exports, facts } = program()
  const wish = wishOf()
  const begun = unwrap(await exports.begin(wish))
  const { exportId } = begun
  expect(await exports.discard(exportId)).toEqual(busy)
  exports.cancel(exportId)
  await expect.poll(() => facts.at(-1)?.kind).toBe('export-ended')
  await exports.discard(exportId)
  // Of the list alone: its files went before.
  await exports.discard(exportId)
  const what = { cameraIds: ['cam-01'], startMs: 0, endMs: 60_000 }
  expect(facts).toEqual([
    { kind: 'signing-key-made', fingerprint: (await exports.state()).fingerprint },
    { kind: 'export-begun', who: 'Anna', exportId, ...what },
    { kind: 'export-ended', who: 'Anna', exportId, state: 'cancelled' },
    { kind: 'export-discarded', who: 'Anna', exportId },
  ])
})

it.each([
  ['coverage', false],
  ['open', false],
  ['lastTags', true],
] as const)('an export that is called off waits for no answer: %s', async (hanging, isThere) => {
  const { folder, exports, isHanging, pages, listed } = program({ isThere, hanging })
  const begun = unwrap(await exports.begin(wishOf()))
  await expect.poll(isHanging).toBe(true)
  exports.cancel(begun.exportId)
  await expect.poll(() => exports.isRunning).toBe(false)
  expect(await listed()).toMatchObject([{ state: 'cancelled' }])
  const [name = ''] = readdirSync(folder)
  expect(readdirSync(join(folder, name))).not.toContain('lease')
  expect(pages.size).toBe(0)
})

it.each([
  [0, 30_000],
  [1, 0],
])(
  'an export of which a journal and none of %i files are left asks for footage from %i ms on',
  async (files, fromMs) => {
    const { exports, asked, leave } = program()
    const wish = wishOf({ endMs: 3_600_000 })
    const missing = [{ startMs: 0, endMs: 30_000 }]
    await leave('before', wish, { 'cam-01': { untilMs: 30_000, missing, flaws: [], readMs: 0, files } })
    expect(await exports.resume('before')).toEqual(ok(undefined))
    await expect.poll(() => asked).toEqual([fromMs])
  },
)

it('a camera of which a file has gone counts as not read before another file may have its number', async () => {
  const { folder, exports, asked, leave } = program()
  const exportId = 'before'
  const wish = wishOf({ endMs: 3_600_000 })
  const read = { untilMs: wish.endMs, missing: [], flaws: [], readMs: 0, files: 1 }
  await leave(exportId, wish, { 'cam-01': read })
  expect(await exports.resume(exportId)).toEqual(ok(undefined))
  await expect.poll(() => asked).toEqual([0])
  const kept = await readJournal(join(folder, `${nameOf({ wish, exportId })}.unfinished`))
  expect(kept?.read['cam-01']?.untilMs).toBe(0)
})

it.each([false, true])(
  'a camera called as a member of every object is exported where its platform is there: %s',
  async (isThere) => {
    const { exports, asked, listed } = program({ isThere })
    const wish = wishOf({ cameraIds: ['constructor'] })
    expect(await exports.begin(wish)).toMatchObject({ ok: true })
    if (isThere) await expect.poll(listed).toMatchObject([{ state: 'done' }])
    else await expect.poll(() => asked).toEqual([0])
  },
)

it('an export that the program ended in after it had got its name has the gaps and remarks of its manifest', async () => {
  const { folder, exports, leave, signer, listed } = program()
  const name = 'tessera-1970-01-01T00-00-00Z-export-last'
  const place = join(folder, name)
  mkdirSync(place)
  const wish = wishOf()
  await leave('last', wish, {})
  const gap = { startMs: 0, endMs: 1_000, why: 'not-recorded' }
  const cameras = [
    { id: 'cam-01', gaps: [gap, gap] },
    { id: 'cam-02', gaps: [gap] },
  ]
  const remarks = ['The wall hides parts.']
  const manifests = ['1970-01-01T00:00:00.001Z', '1970-01-01T00:00:00.000Z'].map((created) =>
    Buffer.from(JSON.stringify({ created, cameras, remarks })),
  )
  const [ofAnother = Buffer.of(), manifest = Buffer.of()] = manifests
  const ours = await signer()
  // What somebody else has laid, and another export of this workstation's, have not been made here.
  for (const [bytes, signature] of [
    [manifest, Buffer.alloc(64)],
    [ofAnother, ours.sign(ofAnother)],
  ] as const) {
    writeFileSync(join(place, 'manifest.json'), bytes)
    writeFileSync(join(place, 'manifest.sig'), signature)
    writeFileSync(join(place, 'public-key.pem'), '')
    expect(await exports.resume('last')).toEqual(ok(undefined))
    await expect
      .poll(listed)
      .toMatchObject([{ state: 'failed', error: { exact: { code: 'folder_in_the_way' } } }])
  }
  writeFileSync(join(place, 'manifest.json'), manifest)
  writeFileSync(join(place, 'manifest.sig'), ours.sign(manifest))
  expect(await exports.resume('last')).toEqual(ok(undefined))
  await expect
    .poll(listed)
    .toMatchObject([{ state: 'done', gaps: 3, remarks: [{ message: 'The wall hides parts.' }] }])
  expect(readdirSync(folder)).toEqual([name])
})

it('an export says when each camera was read, and what may not have been listed yet', async () => {
  const { folder, time, exports, leave, listed } = program({ isThere: true })
  const [startMs, endMs] = [time.wallMs() - 1_200_000, time.wallMs()]
  const settledMs = endMs - evidenceDefaults.reading.unlistedForInMs
  const wish = wishOf({ cameraIds: ['before', 'now', 'behind'], startMs, endMs })
  const exportId = 'friday'
  await leave(exportId, wish, { before: { untilMs: endMs, missing: [], flaws: [], readMs: 1_000, files: 0 } })
  const goesOn = async () => {
    expect(await exports.resume(exportId)).toEqual(ok(undefined))
    await expect.poll(listed).toMatchObject([{ state: 'done' }])
  }
  await goesOn()
  const manifest = readFileSync(join(folder, nameOf({ wish, exportId }), 'manifest.json'), 'utf8')
  expect(JSON.parse(manifest)).toMatchObject({
    cameras: [
      { read: '1970-01-01T00:00:01.000Z', gaps: [{ startMs, endMs, why: 'not-recorded' }] },
      {
        read: new Date(endMs).toISOString(),
        gaps: [
          { startMs, endMs: settledMs, why: 'not-recorded' },
          { startMs: settledMs, endMs, why: 'not-yet-listed' },
        ],
      },
      {
        read: new Date(endMs).toISOString(),
        gaps: [
          { startMs, endMs: settledMs - 600_000, why: 'not-recorded' },
          { startMs: settledMs - 600_000, endMs, why: 'not-yet-listed' },
        ],
      },
    ],
  })

  // It knows its own again where the program has ended after that had its name.
  await leave(exportId, wish, {})
  await goesOn()
  expect(readdirSync(folder)).toEqual([nameOf({ wish, exportId })])
})

it('an export names each of its files, what is damaged of its footage, and what that lacks', async () => {
  const { folder, exports, leave, signer, listed } = program({ isThere: true, events: [] })
  const [exportId, wish] = ['before', wishOf()]
  const flaws = ['reckoned-times', 'separate-sound'] as const
  const read = { untilMs: wish.endMs, missing: [], flaws: [...flaws], readMs: 0, files: 1 }
  await leave(exportId, wish, { 'cam-01': read })
  const name = nameOf({ wish, exportId })
  // By a run that ended while it wrote.
  mkdirSync(join(folder, `${name}.unfinished`, 'written'))
  writeFileSync(join(folder, `${name}.unfinished`, 'written', 'events.csv.part'), '')
  const camera = createHash('sha256').update('cam-01').digest('hex')
  const secret = (await signer()).secretOf(exportId)
  const staged = await StagedFootage.open(join(folder, `${name}.unfinished`, 'staged', camera), secret)
  await staged.add({ startMs: 0, endMs: 4_000, take: 0 }, Buffer.from('no pictures'), undefined)
  expect(await exports.resume(exportId)).toEqual(ok(undefined))
  const remarks = ['export_lacks_sound', 'export_reckoned'].map((code) => ({ exact: { code } }))
  await expect.poll(listed).toMatchObject([{ state: 'done', gaps: 2, remarks }])
  const { files, cameras } = JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as Record<
    'files' | 'cameras',
    readonly unknown[]
  >
  expect(files).toMatchObject([{ name: 'events.csv' }, { name: 'index.html' }])
  const beside = ['events.csv', 'index.html', 'manifest.json', 'manifest.sig', 'public-key.pem']
  expect(readdirSync(join(folder, name)).toSorted()).toEqual(beside)
  expect(cameras).toMatchObject([
    {
      gaps: [
        { startMs: 0, endMs: 4_000, why: 'damaged' },
        { startMs: 4_000, endMs: 60_000, why: 'not-recorded' },
      ],
    },
  ])
})

it('an export says that its cameras are masked, also after the wall has gone over to another platform', async () => {
  const { time, exports, settings, listed } = program({ isThere: true })
  const mask = [0, 0.5, 1].map((x) => ({ x, y: x * x }))
  const cameraPictures = { 'cam-01': { masks: [mask] } }
  await settings.save({ settings: wallSettingsSchema.parse({ cameraPictures }) })
  const [startMs, endMs] = [time.wallMs() - 1_200_000, time.wallMs()]
  const wish = wishOf({ startMs, endMs })
  unwrap(await exports.begin(wish))
  await settings.save(shownAs(settings.state, 'other'))
  await expect
    .poll(listed)
    .toMatchObject([{ state: 'done', remarks: [{ exact: { code: 'export_unmasked' } }, {}] }])
})

it('an export that somebody else has written is read as a new one where one may begin, and stays', async () => {
  const { folder, exports, asked, signer, listed } = program()
  const [startMs, endMs] = [0, 1_200_000]
  const wish = wishOf({ startMs, endMs })
  const exportId = 'before'
  const left = join(folder, `${nameOf({ wish, exportId })}.unfinished`)
  const staged = join(left, 'staged', createHash('sha256').update('cam-01').digest('hex'))
  mkdirSync(staged, { recursive: true })
  const segment = `0000000000000-0000001200000-none-1-0-${'f'.repeat(32)}-${'f'.repeat(32)}.segment`
  for (const name of ['0000000000000-0000001200000-none.segment', segment])
    writeFileSync(join(staged, name), '')
  const read = { 'cam-01': { untilMs: endMs, missing: [], flaws: [], readMs: 0, files: 1 } }
  const mac = 'f'.repeat(64)
  const journal = { version: 2, exportId, createdMs: 0, platform: 'platform', wish, read, mac }
  const refused = { ...journal, wish: { ...wish, timeZone: 'Nowhere/X' } }
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(refused))
  expect(await exports.resume(exportId)).toMatchObject({ error: { exact: { code: 'no_time_zone' } } })
  expect(readdirSync(folder)).toHaveLength(1)
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
  // As where the program ended after this had its name.
  const place = join(folder, nameOf({ wish, exportId }))
  mkdirSync(place)
  const manifest = Buffer.from(
    JSON.stringify({ created: new Date(0).toISOString(), cameras: [], remarks: [] }),
  )
  writeFileSync(join(place, 'manifest.json'), manifest)
  writeFileSync(join(place, 'manifest.sig'), (await signer()).sign(manifest))
  writeFileSync(join(place, 'public-key.pem'), '')
  expect(await exports.resume(exportId)).toEqual(ok(undefined))
  await expect.poll(() => asked).toEqual([startMs])
  expect(readdirSync(staged)).toHaveLength(2)
  expect(readFileSync(join(left, 'unfinished.json'), 'utf8')).toBe(JSON.stringify(journal))
  expect(await listed()).toMatchObject([{ state: 'reading' }, { exportId }])
})

it('a journal that names another folder than its own is none', async () => {
  const { folder, listed } = program()
  const left = join(folder, 'tessera-1970-01-01T00-00-00Z-export-0.unfinished')
  mkdirSync(left)
  const wish = { cameraIds: ['cam-01'], startMs: 0, endMs: 1, timeZone: 'UTC' }
  const journal = { version: 2, exportId: '0/../../a', createdMs: 0, platform: 'platform', wish, read: {} }
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
  expect(await listed()).toEqual([])
})

it('the newest of many unfinished exports is listed first, and any of them goes on and is discarded', async () => {
  const { folder, exports, leave } = program()
  for (let at = 0; at < 52; at += 1) {
    const startMs = at * 3_600_000
    const wish = wishOf({ startMs, endMs: startMs + 1 })
    await leave(`left-${at}`, wish, {}, startMs)
  }
  expect((await exports.state()).exports[0]?.exportId).toBe('left-51')
  for (const exportId of ['left-51', 'left-0']) {
    expect(await exports.resume(exportId)).toEqual(ok(undefined))
    exports.cancel(exportId)
    await expect.poll(() => exports.isRunning).toBe(false)
    expect(await exports.discard(exportId)).toEqual(ok(undefined))
  }
  expect(readdirSync(folder)).toHaveLength(50)
})

it('a share that does not answer leaves the other files of the program their threads', async (context) => {
  if (process.platform === 'win32') context.skip('there is no file that hangs when it is opened')
  const { folder, time, exports } = program()
  const left = [1, 2, 3, 4].map((hour) =>
    join(folder, `tessera-1970-01-01T0${hour}-00-00Z-export-left.unfinished`),
  )
  for (const one of left) mkdirSync(one)
  for (const at of [...left, folder])
    writeFileSync(join(at, at === folder ? 'lease' : 'unfinished.json'), '{}')
  // Whoever asks for the length of one of these waits until somebody opens this to write.
  const hanging = join(folder, 'hanging')
  execFileSync('mkfifo', [hanging])
  await using probe = await open(folder)
  const prototype: FileHandle = Object.getPrototypeOf(probe)
  const spy = vi.spyOn(prototype, 'stat').mockImplementation(async () => {
    await using file = await open(hanging)
    throw new Error(`${file.fd} has gone`)
  })
  const release = new FolderLeases({ clock: time, timers: time }).hold(folder, () => {})
  const states: Promise<EvidenceState>[] = []
  onTestFinished(async () => {
    expect(spy).toHaveBeenCalled()
    spy.mockRestore()
    const file = openSync(hanging, constants.O_RDWR)
    rmSync(hanging)
    closeSync(file)
    await Promise.all(states)
    await release()
  })

  const other = program().exports
  for (let times = 0; times < 5; times += 1) {
    states.push(exports.state())
    await time.advance(LEASE_IN_MS / 3)
    // As many steps as lead there to the first file that hangs, and more.
    for (let looks = 0; looks < 3; looks += 1) expect((await other.state()).problem).toBeUndefined()
  }
})
