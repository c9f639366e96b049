import { execFile, execFileSync } from 'node:child_process'
import {
  appendFile,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AlarmLog } from '#main/core/alarms/alarm-log.ts'
import type { AlarmFact } from '#main/core/alarms/alarm-log-entry.ts'
import { verifyAlarmLog as checkLog } from '../../../../../scripts/verify.mjs'
import { scanLogFile, verifyAlarmLog } from '#main/core/alarms/alarm-log-files.ts'
import { createLogger } from '#main/core/log/logger.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const november = Date.UTC(2026, 10, 30, 23, 59)

const acknowledged = (alarmId: string): AlarmFact => ({
  kind: 'acknowledged',
  alarmId,
  who: 'Anna',
  reason: 'A cat',
  more: 0,
})

const pastOf = async (opened: AlarmLog) =>
  unwrap(await opened.append([], true)) ?? expect.fail('it was read before')

/** What the log uses of a file. */
interface LogHandle {
  write(bytes: Uint8Array, from: number, length: number, at: number): Promise<{ bytesWritten: number }>
  truncate(bytes: number): Promise<void>
}

describe('the log of alarms', () => {
  let folder: string
  let nowMs = november
  const clock = { wallMs: () => nowMs, monotonicMs: () => nowMs }
  const log = createLogger({
    sink: { write: () => undefined },
    redactor: new Redactor(),
    clock,
    level: 'error',
  }).area('alarms')
  const open = (limits: { maxFileBytes?: number; maxBytes?: number } = {}) =>
    new AlarmLog({ folder, clock, log, limits })
  /** A file stands in the place of its folder, until that is removed. */
  const openBlocked = async () => {
    folder = join(folder, 'file')
    await writeFile(folder, '')
    return open()
  }
  const path = (number: number) => join(folder, `alarms-${String(number).padStart(6, '0')}.jsonl`)
  /** Opens, appends each by itself, closes. */
  const writeWithin = async (limits: Parameters<typeof open>[0], ...ids: string[]) => {
    const opened = open(limits)
    for (const id of ids) expect((await opened.append([acknowledged(id)], false)).ok).toBe(true)
    await opened.dispose()
  }
  const write = (...ids: string[]) => writeWithin({}, ...ids)
  /** Each in a file of its own. */
  const writeApart = (...ids: string[]) => writeWithin({ maxFileBytes: 10 }, ...ids)
  const idsOf = async (limits = {}) => {
    const opened = open(limits)
    const { entries } = await pastOf(opened)
    await opened.dispose()
    return entries.map(({ fact }) => (fact !== undefined && 'alarmId' in fact ? fact.alarmId : fact?.kind))
  }

  beforeEach(() => {
    nowMs = november
    folder = tempDir()
  })

  it('is read in parts: main has pictures to relay meanwhile', async () => {
    await write('one')
    await writeFile(path(1), (await readFile(path(1), 'utf8')).repeat(450))
    let turns = 0
    let isRead = false
    const count = () => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    const past = scanLogFile(path(1), undefined)
    // The file is read at a pace of its own: what counts are the turns between its parts.
    const parse = vi.spyOn(JSON, 'parse').mockImplementationOnce((text) => {
      setImmediate(count)
      return JSON.parse(text)
    })
    const { entries } = await past
    isRead = true
    parse.mockRestore()
    expect(entries).toHaveLength(450)
    expect(turns).toBe(2)
  })

  it('goes on where it was, and holds together', async () => {
    await write('one', 'two')
    await write('three')
    expect(await idsOf()).toEqual(['one', 'two', 'three'])
    expect(await verifyAlarmLog(folder)).toEqual({
      files: 1,
      entries: 3,
      firstAtMs: november,
      problems: [],
    })
  })

  it('is its owner’s to read, its folder too', async () => {
    const parent = folder
    folder = join(parent, 'alarms')
    await write('one')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(path(1))).mode & 0o777).toBe(0o600)
    await rm(parent, { recursive: true })
  })

  it('is checked by whoever receives it, as a folder, a file or an export', async () => {
    await write('one', 'two', 'three')
    expect(await checkLog(folder)).toEqual({ entries: 3, first: 1, last: 3, problems: [] })
    const exported = join(folder, 'alarms.ndjson')
    const text = await readFile(path(1), 'utf8')
    await writeFile(exported, text.split('\n').slice(1).join('\n'))
    expect(await checkLog(exported)).toEqual({ entries: 2, first: 2, last: 3, problems: [] })
    await writeFile(path(1), text.replace('"alarmId":"two"', '"alarmId":"ten"'))
    expect(await checkLog(path(1))).toEqual({
      entries: 2,
      first: 1,
      last: 3,
      problems: [
        'alarms-000001.jsonl, line 2: is no entry, or was changed.',
        'alarms-000001.jsonl, line 3: does not follow entry 1.',
      ],
    })
    expect(await checkLog(join(folder, 'export'))).toBeUndefined()
  })

  it('is exported without its beginning where that does not fit, and says so', async () => {
    const small = open({ maxFileBytes: 10 })
    for (const id of ['one', 'two', 'three']) await small.append([acknowledged(id)], false)
    const whole = await small.read()
    expect(whole).toMatchObject({ isCut: false, text: expect.stringContaining('"one"') })
    await truncate(path(1), 65 * 1_024 * 1_024)
    const cut = await small.read()
    await small.dispose()
    expect(cut).toEqual({
      isCut: true,
      text: whole.text
        .split(/(?<=\n)/)
        .slice(1)
        .join(''),
    })
    const exported = join(folder, 'alarms.ndjson')
    await writeFile(exported, cut.text)
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/verify.mjs', exported])
    expect(stdout).toContain('2 entries of an alarm log, 2 to 3, each follows from the one before.')
    expect(stdout).toContain('Entries before 2 are not in it.')
  })

  it('begins a new file with a month and with a size, and the chain goes on', async () => {
    await write('one')
    nowMs += 120_000
    await write('two')
    await writeApart('three', 'four')
    expect((await readdir(folder)).length).toBe(4)
    expect(await verifyAlarmLog(folder)).toMatchObject({ files: 4, entries: 4, problems: [] })
  })

  it.each([[november], [Date.UTC(2019, 0, 1)], [Date.UTC(2040, 0, 1)]])(
    'is restored from where it was, although the clock was wrong in between: %i',
    async (wrongMs) => {
      await write('one', 'two')
      for (const [at, ms] of [wrongMs, november, wrongMs, november].entries()) {
        nowMs = ms
        await write(`${at}`)
      }
      expect(await idsOf()).toEqual(['one', 'two', '0', '1', '2', '3'])
    },
  )

  it('is restored from as much as fills a file, though a month has just begun another', async () => {
    // Two entries fill a file.
    const limits = { maxFileBytes: 300 }
    const small = open(limits)
    for (const id of ['zero', 'one', 'two', 'three', 'four']) await small.append([acknowledged(id)], false)
    nowMs += 120_000
    await small.append([acknowledged('five')], false)
    await small.dispose()
    expect(await readdir(folder)).toHaveLength(4)
    expect(await idsOf(limits)).toEqual(['two', 'three', 'four', 'five'])
  })

  it('begins another file by its size, whatever month the one before is of', async () => {
    nowMs = Date.UTC(2040, 0, 1)
    await write('one')
    nowMs = november
    await writeApart('two')
    nowMs += 120_000
    await write('three')
    expect(await readdir(folder)).toHaveLength(3)
  })

  it('keeps no more bytes than it may, however many files that is, and says which file has gone', async () => {
    await writeApart(...Array.from({ length: 61 }, (_, at) => `${at}`))
    expect(await readdir(folder)).toHaveLength(61)
    const { size } = await stat(path(61))
    await writeWithin({ maxFileBytes: 10, maxBytes: 2 * size }, '61')
    expect((await readdir(folder)).toSorted()).toEqual([60, 61, 62].map((number) => basename(path(number))))
    expect((await idsOf()).slice(-3)).toEqual(['oldest-file-removed', 'oldest-file-removed', '61'])
    expect((await verifyAlarmLog(folder)).problems).toEqual([])
  })

  it('goes on while it is verified, up to where it was', async (context) => {
    if (process.platform === 'win32') context.skip('there is no file that hangs when it is opened')
    const opened = open({ maxFileBytes: 10 })
    for (const id of ['one', 'two', 'three']) await opened.append([acknowledged(id)], false)
    const first = await readFile(path(1), 'utf8')
    await rm(path(1))
    // Read for as long as nobody has written it.
    execFileSync('mkfifo', [path(1)])
    const verified = opened.verify()
    expect((await opened.append([acknowledged('four')], false)).ok).toBe(true)
    await writeFile(path(1), first)
    expect(await verified).toMatchObject({ files: 3, entries: 3, problems: [] })
    await opened.dispose()
  })

  it('cuts off half a line at its end, says so, and nothing else is lost', async () => {
    await write('one', 'two')
    await appendFile(path(1), '{"seq":3,"at":"2026-')
    const opened = open()
    expect((await pastOf(opened)).notices.map(({ message }) => message).join()).toContain('half a line')
    await opened.append([acknowledged('three')], false)
    await opened.dispose()
    expect(await idsOf()).toEqual(['one', 'two', 'torn-line-cut', 'three'])
    expect((await verifyAlarmLog(folder)).problems).toEqual([])
  })

  it.each([
    [
      'a changed line',
      (lines: string[]) => lines.with(1, lines[1]?.replace('A cat', 'A dog') ?? ''),
      'line 2 is no entry, or was changed',
    ],
    [
      'a line that was taken out',
      (lines: string[]) => lines.toSpliced(1, 1),
      'line 2 does not follow entry 1',
    ],
  ])('says %s, and leaves it as it is', async (_what, spoil, message) => {
    await write('one', 'two', 'three')
    const before = (await readFile(path(1), 'utf8')).trimEnd().split('\n')
    const spoilt = `${spoil(before).join('\n')}\n`
    await writeFile(path(1), spoilt)
    const opened = open()
    expect((await pastOf(opened)).notices.map(({ message }) => message).join()).toContain(message)
    await opened.append([acknowledged('four')], false)
    await opened.dispose()
    expect(await readFile(path(1), 'utf8')).toBe(spoilt)
    expect((await verifyAlarmLog(folder)).problems[0]?.exact.values).toMatchObject({
      file: 'alarms-000001.jsonl',
      line: 2,
    })
    // Said once, in a file of its own; a later start has nothing new to say.
    const again = open()
    expect((await pastOf(again)).notices).toEqual([])
    await again.dispose()
  })

  it('is read though the disk takes nothing more, and says later what was found there', async () => {
    await write('one', 'two')
    await appendFile(path(1), '{"seq":3,"at":"2026-')
    const file = await openFile(join(folder, 'probe'), 'w')
    const handles: LogHandle = Object.getPrototypeOf(file)
    await file.close()
    const full = vi.spyOn(handles, 'write').mockRejectedValue(new Error('ENOSPC'))
    const opened = open()
    expect((await pastOf(opened)).entries).toHaveLength(2)
    full.mockRestore()
    await opened.dispose()
    expect(await idsOf()).toEqual(['one', 'two', 'torn-line-cut'])
  })

  it('finds half a line at the end of a file that others follow', async () => {
    await writeApart('one', 'two')
    await appendFile(path(1), '{"seq":2,')
    expect((await verifyAlarmLog(folder)).problems).toMatchObject([
      { exact: { code: 'alarm_log_file_half_line', values: { file: 'alarms-000001.jsonl' } } },
    ])
  })

  it('finds a file that is missing', async () => {
    await writeApart('one', 'two', 'three')
    await rm(path(2))
    expect((await verifyAlarmLog(folder)).problems.map(({ message }) => message)).toEqual([
      'alarms-000002.jsonl is missing.',
      'alarms-000003.jsonl, line 1 does not follow entry 1.',
    ])
  })

  it('that cannot be written says so, keeps what has happened and drops what was refused', async () => {
    const blocked = await openBlocked()
    expect(await blocked.append([acknowledged('happened')], true)).toMatchObject({
      error: { code: 'storage_failed' },
    })
    expect((await blocked.append([acknowledged('refused')], false)).ok).toBe(false)
    await rm(folder)
    expect((await blocked.append([acknowledged('later')], false)).ok).toBe(true)
    await blocked.dispose()
    expect(await idsOf()).toEqual(['happened', 'later'])
  })

  it('keeps at its end what the disk would not take before', async () => {
    const blocked = await openBlocked()
    await blocked.append([acknowledged('happened')], true)
    await rm(folder)
    await blocked.dispose()
    expect(await idsOf()).toEqual(['happened'])
  })

  it('says how much of what has happened it could not keep', async () => {
    const blocked = await openBlocked()
    for (let at = 0; at < 1_010; at += 1) await blocked.append([acknowledged(`${at}`)], true)
    await rm(folder)
    expect((await blocked.append([acknowledged('later')], true)).ok).toBe(true)
    await blocked.dispose()
    const ids = await idsOf()
    expect(ids.slice(0, 2)).toEqual(['entries-lost', '10'])
    expect(ids).toHaveLength(1_002)
    expect(await readFile(path(1), 'utf8')).toContain('"kind":"entries-lost","entries":10,')
  })

  it('that could not be read at first goes on where its chain does not hold', async () => {
    const where = folder
    folder = join(where, 'alarms')
    await write('one', 'two', 'three')
    await writeFile(path(1), (await readFile(path(1), 'utf8')).replace('A cat', 'A dog'))
    await rename(folder, join(where, 'away'))
    await writeFile(folder, 'in the way')
    const opened = open()
    expect((await opened.append([], true)).ok).toBe(false)
    await rm(folder)
    await rename(join(where, 'away'), folder)
    const past = {
      entries: ['two', 'three'].map((alarmId) => ({ fact: { alarmId } })),
      notices: [{ exact: { code: 'alarm_log_changed' } }],
    }
    expect(await opened.append([acknowledged('four')], true)).toMatchObject({ ok: true, value: past })
    expect(await opened.append([acknowledged('five')], true)).toEqual({ ok: true, value: undefined })
    await opened.dispose()
    expect((await idsOf()).slice(-3, -1)).toEqual(['chain-broken', 'four'])
  })

  it('that could not be read at first is told whole, though the first write after it was torn', async () => {
    const where = folder
    folder = join(where, 'alarms')
    await write('one', 'two')
    await writeFile(path(1), (await readFile(path(1), 'utf8')).replace('A cat', 'A dog'))
    await rename(folder, join(where, 'away'))
    await writeFile(folder, 'in the way')
    const opened = open()
    await opened.append([], true)
    await rm(folder)
    await rename(join(where, 'away'), folder)
    // The first one says that the chain is broken; of the second one half is there, and stays.
    const file = await openFile(join(folder, 'probe'), 'w')
    const handles: LogHandle = Object.getPrototypeOf(file)
    await file.close()
    // oxlint-disable-next-line typescript/unbound-method -- called with the handle that it is of
    const { write: writeAll } = handles
    const writeHalf: LogHandle['write'] = async function (this: LogHandle, bytes, from, length, at) {
      await writeAll.call(this, bytes, from, length >> 1, at)
      throw new Error('EIO')
    }
    vi.spyOn(handles, 'write').mockImplementationOnce(writeAll).mockImplementationOnce(writeHalf)
    vi.spyOn(handles, 'truncate').mockRejectedValueOnce(new Error('EIO'))
    expect((await opened.append([acknowledged('three')], true)).ok).toBe(false)
    vi.restoreAllMocks()
    expect(await opened.append([acknowledged('four')], true)).toMatchObject({
      value: {
        entries: [{ fact: { alarmId: 'two' } }],
        notices: [{ exact: { code: 'alarm_log_changed' } }, { exact: { code: 'alarm_log_half_line' } }],
      },
    })
    await opened.dispose()
    expect((await idsOf()).slice(-3)).toEqual(['three', 'torn-line-cut', 'four'])
  })
})
