import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { listLogFiles, scanLogFile, verifyAlarmLog } from '#main/core/alarms/alarm-log-files.ts'
import { seededDraw } from '#site/demo/seeded-random.ts'
import type { FromAlarmWriter } from '../../faults/alarm-writer.ts'
import { runSeed } from '../../stand/run-seed.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const writer = resolve(import.meta.dirname, '../../faults/alarm-writer.ts')
const kills = process.env['TESSERA_SEED'] === undefined ? 5 : 12
const longestLifeMs = 250

it('a log of alarms whose writer is killed over and over has every entry that was confirmed, in one chain', async () => {
  const folder = tempDir()
  const draw = seededDraw('alarm log', runSeed)
  const confirmed: string[] = []
  const problems: string[] = []
  for (let killed = 0; killed < kills; killed += 1) {
    const child = fork(writer, [folder], { execArgv: [], stdio: 'inherit' })
    const exited = once(child, 'exit')
    const begun = Promise.withResolvers<void>()
    child.on('message', ({ kept, notices = [], problem }: FromAlarmWriter) => {
      if (kept !== undefined) {
        confirmed.push(kept)
        begun.resolve()
      }
      // Half a line may be found, and is said; a broken chain never.
      problems.push(...notices.filter((notice) => !notice.includes('half a line')))
      if (problem !== undefined) problems.push(problem)
    })
    await Promise.race([begun.promise, exited])
    await delay(draw() * longestLifeMs)
    child.kill('SIGKILL')
    const [code] = (await exited) as [number | null]
    expect(code, 'the writer ended by itself').toBeNull()
  }
  expect(problems).toEqual([])
  expect(
    (await verifyAlarmLog(folder)).problems.filter(({ message }) => !message.includes('half a line')),
  ).toEqual([])
  const ids = new Set<string>()
  for (const name of await listLogFiles(folder)) {
    const { entries } = await scanLogFile(join(folder, name), undefined)
    for (const { fact } of entries) if (fact?.kind === 'acknowledged') ids.add(fact.alarmId)
  }
  expect(confirmed.length).toBeGreaterThan(kills)
  expect(confirmed.filter((id) => !ids.has(id))).toEqual([])
})
