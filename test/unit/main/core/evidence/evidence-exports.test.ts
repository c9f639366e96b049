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
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { EvidenceState } from '#contract/wall/evidence.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import type { AlarmFact } from '#main/core/alarms/alarm-log-entry.ts'
import { evidenceDefaults } from '#main/core/evidence/defaults.ts'
import { EvidenceExports } from '#main/core/evidence/evidence-exports.ts'
import { EvidenceFolder } from '#main/core/evidence/evidence-folder.ts'
import { ExportLeases } from '#main/core/evidence/export-leases.ts'
import { nameOf } from '#main/core/evidence/footage-export.ts'
import { settingsOf, shownAs } from '#main/core/settings/stored-platforms.ts'
import type { PlatformLink } from '#main/core/wall/platform-link.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { MemorySettings } from '../support/memory-settings.ts'
import { MemoryVault } from '../support/memory-vault.ts'

const { leaseInMs } = evidenceDefaults

/** A program on this folder, whose platform is away, or has recorded nothing. */
function program(folder: string, isThere = false) {
  const time = new FakeTime()
  const pushed: EvidenceState[] = []
  /** Instants that footage was asked for. */
  const asked: number[] = []
  const facts: AlarmFact[] = []
  const settings = new MemorySettings({ shown: 'platform' })
  const { logger, redactor } = memoryLog()
  const link = {
    platform: { id: 'platform', address: { baseUrl: 'https://platform.example' } },
    client: {
      health: () => ({ skewMs: 0 }),
      events: { search: async () => fail({ error: wallError('events_unavailable') }) },
    },
    key: {},
    directory: { cameras: [] },
    events: { service: { lastTags: async () => ok([]) } },
    playback: {
      join() {},
      leave() {},
      open: async (_page: unknown, { atMs }: { readonly atMs: number }) => {
        asked.push(atMs)
        return fail({ ...wallError('unreachable'), retryInMs: leaseInMs })
      },
    },
    media: {},
    coverage: async () => ok({ source: isThere ? 'platform' : 'unknown', ranges: [] }),
  }
  const exports = new EvidenceExports({
    version: '1',
    folder: new EvidenceFolder({
      given: folder,
      usual: folder,
      settings,
      ask: undefined,
    }),
    workerScript: new URL('../../../../../src-main/core/evidence/remux/evidence-worker.ts', import.meta.url),
    clock: time,
    timers: time,
    log: logger.area('evidence'),
    vault: new MemoryVault(),
    redactor,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a platform as an export asks
    link: () => link as unknown as PlatformLink,
    settingsOf: (platform) => settingsOf(settings.state, platform),
    by: () => ({ operator: 'Anna', workstation: 'wall-1' }),
    note: (fact) => facts.push(fact),
    push: (state) => pushed.push(state),
  })
  onTestFinished(() => exports.dispose())
  return { time, exports, settings, pushed, asked, facts }
}

const busy = fail(wallError('export_busy'))

it('an export that another program is at is left alone until that has gone', async () => {
  const folder = tempDir()
  const first = program(folder)
  const second = program(folder)
  const wish = { cameraIds: ['cam-01'], startMs: 0, endMs: 60_000, timeZone: 'UTC', language: 'en' as const }
  const begun = await first.exports.begin(wish)
  if (!begun.ok) throw new Error(begun.error.message)
  const { exportId } = begun.value
  const [name = ''] = readdirSync(folder)
  const listed = async () => (await second.exports.state()).exports.map((one) => one.exportId)
  const renewedMs = () => statSync(join(folder, name, 'lease')).mtimeMs

  expect(await listed()).toEqual([])
  expect(await second.exports.discard(exportId)).toEqual(busy)
  expect(await second.exports.resume(exportId)).toEqual(busy)
  expect(existsSync(join(folder, name, 'unfinished.json'))).toBe(true)

  // It is renewed: the other one's clock alone ends nothing.
  const beforeMs = renewedMs()
  await first.time.advance(leaseInMs / 3)
  await expect.poll(renewedMs).not.toBe(beforeMs)
  await second.time.advance(leaseInMs)
  expect(await second.exports.resume(exportId)).toEqual(busy)

  // Now it hangs, or its machine is off: whoever has looked is told when it can go on.
  expect(await listed()).toEqual([])
  await second.time.advance(leaseInMs)
  await expect
    .poll(async () => {
      await second.time.advance(evidenceDefaults.pushEveryMs)
      return second.pushed.at(-1)?.exports
    })
    .toMatchObject([{ exportId, state: 'cancelled' }])
  expect(await second.exports.resume(exportId)).toEqual(ok(undefined))

  // It was only asleep: it stops, and leaves the other one's work as it is.
  await first.time.advance(leaseInMs / 3)
  await expect
    .poll(async () => (await first.exports.state()).exports)
    .toMatchObject([{ exportId, state: 'cancelled' }])
  expect(await first.exports.resume(exportId)).toEqual(busy)
  expect(await listed()).toEqual([exportId])
})

it('an export whose program has crashed beside this one goes on at once, that of another machine’s does not', async (context) => {
  if (process.platform !== 'linux') context.skip('only Linux says which start of which machine it is')
  const folder = tempDir()
  const { time, exports } = program(folder)
  const left = join(folder, 'tessera-1970-01-01T00-00-00Z-export-crashed.unfinished')
  mkdirSync(left)
  const wish = { cameraIds: ['cam-01'], startMs: 0, endMs: 60_000, timeZone: 'UTC' }
  const journal = { version: 2, exportId: 'crashed', createdMs: 0, platform: 'platform', wish, read: {} }
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
  await new ExportLeases({ clock: time, timers: time }).take(left)
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
    expect((await exports.state()).exports).toEqual([])
    expect(await exports.discard('crashed')).toEqual(busy)
    expect(await exports.resume('crashed')).toEqual(busy)
  }
  writeFileSync(lease, here)
  expect((await exports.state()).exports).toMatchObject([{ exportId: 'crashed' }])
  expect(await exports.discard('crashed')).toEqual(ok(undefined))
  expect(readdirSync(folder)).toEqual([])
})

it('who began an export, called it off and deleted it is noted', async () => {
  const { exports, facts } = program(tempDir())
  const wish = { cameraIds: ['cam-01'], startMs: 0, endMs: 60_000, timeZone: 'UTC', language: 'en' as const }
  const begun = await exports.begin(wish)
  if (!begun.ok) throw new Error(begun.error.message)
  const { exportId } = begun.value
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

it('an export that a journal is left of asks for footage from where that had read on', async () => {
  const folder = tempDir()
  const { exports, asked } = program(folder)
  const left = join(folder, 'tessera-1970-01-01T00-00-00Z-export-before.unfinished')
  mkdirSync(left)
  const wish = { cameraIds: ['cam-01'], startMs: 0, endMs: 3_600_000, timeZone: 'UTC' }
  const read = { 'cam-01': { untilMs: 30_000, missing: [{ startMs: 0, endMs: 30_000 }] } }
  const journal = { version: 2, exportId: 'before', createdMs: 3_600_000, platform: 'platform', wish, read }
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
  expect(await exports.resume('before')).toEqual(ok(undefined))
  await expect.poll(() => asked).toEqual([30_000])
})

it('an export that the program ended in after it had got its name has the gaps and remarks of its manifest', async () => {
  const folder = tempDir()
  const { exports } = program(folder)
  const name = 'tessera-1970-01-01T00-00-00Z-export-last'
  const [left, place] = [join(folder, `${name}.unfinished`), join(folder, name)]
  for (const at of [left, place]) mkdirSync(at)
  const wish = { cameraIds: ['cam-01'], startMs: 0, endMs: 60_000, timeZone: 'UTC' }
  const journal = { version: 2, exportId: 'last', createdMs: 0, platform: 'platform', wish, read: {} }
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
  const gap = { startMs: 0, endMs: 1_000, why: 'not-recorded' }
  const cameras = [
    { id: 'cam-01', gaps: [gap, gap] },
    { id: 'cam-02', gaps: [gap] },
  ]
  const remarks = ['The wall hides parts.']
  writeFileSync(join(place, 'manifest.json'), JSON.stringify({ cameras, remarks }))
  writeFileSync(join(place, 'public-key.pem'), '')
  expect(await exports.resume('last')).toEqual(ok(undefined))
  await expect
    .poll(async () => (await exports.state()).exports)
    .toMatchObject([{ state: 'done', gaps: 3, remarks: [{ message: 'The wall hides parts.' }] }])
  expect(readdirSync(folder)).toEqual([name])
})

it('an export says when each camera was read, and what may not have been listed yet', async () => {
  const folder = tempDir()
  const { time, exports } = program(folder, true)
  const [startMs, endMs] = [time.wallMs() - 1_200_000, time.wallMs()]
  const settledMs = endMs - evidenceDefaults.reading.unlistedForInMs
  const wish = {
    cameraIds: ['before', 'now'],
    startMs,
    endMs,
    timeZone: 'UTC',
    language: 'en' as const,
  }
  const exportId = 'friday'
  const left = join(folder, `${nameOf({ wish, exportId })}.unfinished`)
  mkdirSync(left)
  const read = { before: { untilMs: endMs, missing: [], readMs: 1_000 } }
  const journal = { version: 2, exportId, createdMs: 0, platform: 'platform', wish, read }
  writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
  expect(await exports.resume(exportId)).toEqual(ok(undefined))
  await expect.poll(async () => (await exports.state()).exports).toMatchObject([{ state: 'done' }])
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
    ],
  })
})

it('an export says that its cameras are masked, also after the wall has gone over to another platform', async () => {
  const folder = tempDir()
  const { time, exports, settings } = program(folder, true)
  const mask = [0, 0.5, 1].map((x) => ({ x, y: x * x }))
  const cameraPictures = { 'cam-01': { masks: [mask] } }
  await settings.save({ settings: wallSettingsSchema.parse({ cameraPictures }) })
  const [startMs, endMs] = [time.wallMs() - 1_200_000, time.wallMs()]
  const wish = { cameraIds: ['cam-01'], startMs, endMs, timeZone: 'UTC', language: 'en' as const }
  const begun = await exports.begin(wish)
  if (!begun.ok) throw new Error(begun.error.message)
  await settings.save(shownAs(settings.state, 'other'))
  await expect
    .poll(async () => (await exports.state()).exports)
    .toMatchObject([{ state: 'done', remarks: [{ exact: { code: 'export_unmasked' } }, {}] }])
})

it.each([0, 360_000])(
  'an export of a version that kept no time of reading asks once more for what may not have been listed; its clock was ahead by %i ms',
  async (aheadMs) => {
    const folder = tempDir()
    const { time, exports, asked } = program(folder)
    const [startMs, endMs] = [time.wallMs() - 1_202_000, time.wallMs()]
    const wish = { cameraIds: ['cam-01'], startMs, endMs, timeZone: 'UTC', language: 'en' as const }
    const exportId = 'before'
    const left = join(folder, `${nameOf({ wish, exportId })}.unfinished`)
    const staged = join(left, 'staged', createHash('sha256').update('cam-01').digest('hex'))
    mkdirSync(staged, { recursive: true })
    for (let atMs = startMs; atMs < endMs; atMs += 4_000) {
      writeFileSync(join(staged, `${atMs}-${atMs + 4_000}-none.segment`), '')
    }
    const read = { 'cam-01': { untilMs: endMs, missing: [] } }
    const createdMs = endMs + aheadMs
    const journal = { version: 2, exportId, createdMs, platform: 'platform', wish, read }
    writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
    expect(await exports.resume(exportId)).toEqual(ok(undefined))
    // Where the segment begins in which the five minutes do.
    await expect.poll(() => asked).toEqual([endMs - evidenceDefaults.reading.unlistedForInMs - 2_000])
  },
)

it('the newest of many unfinished exports is listed first, and any of them goes on and is discarded', async () => {
  const folder = tempDir()
  const { exports } = program(folder)
  for (let at = 0; at < 52; at += 1) {
    const startMs = at * 3_600_000
    const wish = {
      cameraIds: ['cam-01'],
      startMs,
      endMs: startMs + 1,
      timeZone: 'UTC',
      language: 'en' as const,
    }
    const [exportId, createdMs] = [`left-${at}`, startMs]
    const left = join(folder, `${nameOf({ wish, exportId })}.unfinished`)
    mkdirSync(left)
    const journal = { version: 2, exportId, createdMs, platform: 'platform', wish, read: {} }
    writeFileSync(join(left, 'unfinished.json'), JSON.stringify(journal))
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
  const folder = tempDir()
  const { time, exports } = program(folder)
  const left = [1, 2, 3, 4].map((hour) =>
    join(folder, `tessera-1970-01-01T0${hour}-00-00Z-export-left.unfinished`),
  )
  for (const one of left) mkdirSync(one)
  // Whoever opens these to read them waits until somebody opens them to write.
  const hanging = [...left, folder].map((at) => join(at, at === folder ? 'lease' : 'unfinished.json'))
  for (const path of hanging) execFileSync('mkfifo', [path])
  const release = new ExportLeases({ clock: time, timers: time }).hold(folder, () => {})
  const states: Promise<EvidenceState>[] = []
  onTestFinished(async () => {
    for (const path of hanging) {
      const file = openSync(path, constants.O_RDWR)
      rmSync(path)
      closeSync(file)
    }
    await Promise.all(states)
    await release()
  })

  const other = program(tempDir()).exports
  for (let times = 0; times < 5; times += 1) {
    states.push(exports.state())
    await time.advance(leaseInMs / 3)
    // As many steps as lead there to the first file that hangs, and more.
    for (let looks = 0; looks < 3; looks += 1) expect((await other.state()).problem).toBeUndefined()
  }
})
