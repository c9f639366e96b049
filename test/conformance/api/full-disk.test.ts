import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { exitCodes } from '#site/defaults.ts'
import { SiteDidNotStart, startSite, TestSite } from '../start-site.ts'
import { mountSmallDisk } from '../../stand/small-disk.ts'

const small = mountSmallDisk()
const { dir: disk, isMounted } = small
afterAll(() => small.dispose())

/** Leaves so much of the disk free. */
function fill(freeBytes: number): void {
  rmSync(join(disk, 'data'), { recursive: true, force: true })
  small.clear()
  small.fill(freeBytes)
}

function refusal(error: unknown): SiteDidNotStart {
  if (error instanceof SiteDidNotStart) return error
  throw error
}

async function startOn(freeKb: number): Promise<'started' | 'refused'> {
  fill(freeKb * 1_024)
  const dataDir = join(disk, 'data')
  const outcome = await startSite({ dataDir, withMediaServer: false }).catch(refusal)
  if (outcome instanceof TestSite) {
    expect(await outcome.stop()).toBe(0)
    return 'started'
  }
  expect(outcome.message).toContain(`The disk that holds ${dataDir} is full`)
  expect(outcome.exitCode).toBe(exitCodes.diskFull)
  return 'refused'
}

async function isStartedOrSaid(freeKb: number): Promise<void> {
  expect(await startOn(freeKb)).toBeOneOf(['started', 'refused'])
}

describe.skipIf(!isMounted)('a site whose disk', () => {
  it('is full from the beginning does not start', async () => {
    expect(await startOn(0)).toBe('refused')
  })

  // A write of its own fails at each of them: of a database, of an account, of the log.
  const title = 'is full after %d kB starts, or says that it is full'
  it.each([96])(title, isStartedOrSaid)
  it.each([48, 192])(title, { tags: 'long' }, isStartedOrSaid)

  it('has a little room starts', async () => {
    expect(await startOn(1_536)).toBe('started')
  })
})
