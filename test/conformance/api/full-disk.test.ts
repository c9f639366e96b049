import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { exitCodes } from '../../../src-site/defaults.ts'
import { SiteDidNotStart, startSite, TestSite } from '../start-site.ts'
import { mountSmallDisk } from '../../stand/small-disk.ts'

const small = mountSmallDisk()
const { dir: disk, isMounted } = small
afterAll(() => small.dispose())

/** Leaves so much of the disk free. */
function fill(freeBytes: number): void {
  rmSync(join(disk, 'data'), { recursive: true, force: true })
  rmSync(join(disk, 'filling'), { force: true })
  const { bsize, bavail } = statfsSync(disk)
  writeFileSync(join(disk, 'filling'), Buffer.alloc(bsize * bavail - freeBytes))
}

function refusal(error: unknown): SiteDidNotStart {
  if (error instanceof SiteDidNotStart) return error
  throw error
}

describe.skipIf(!isMounted)('a site whose disk', () => {
  it.each([0, 16, 48, 96, 144, 192, 256, 320])(
    'is full after %d kB starts, or says that it is full',
    async (freeKb) => {
      fill(freeKb * 1_024)
      const outcome = await startSite({ dataDir: join(disk, 'data'), withMediaServer: false }).catch(refusal)
      if (outcome instanceof TestSite) {
        expect(await outcome.stop()).toBe(0)
      } else {
        expect(outcome.message).toContain(`The disk that holds ${join(disk, 'data')} is full`)
        expect(outcome.exitCode).toBe(exitCodes.diskFull)
      }
    },
  )

  it('is full from the beginning does not start', async () => {
    fill(0)
    await expect(startSite({ dataDir: join(disk, 'data'), withMediaServer: false })).rejects.toThrow(
      'is full',
    )
  })
})
