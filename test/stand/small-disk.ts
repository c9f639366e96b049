import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of two megabytes unless told otherwise, which is soon full. */
export interface SmallDisk {
  readonly dir: string
  /** Only root may mount one, and not in every container: without, tests of it are skipped. */
  readonly isMounted: boolean
  /** Leaves so much of it free. */
  fill(freeBytes?: number): void
  /** Takes away what has filled it. */
  clear(): void
  dispose(): void
}

export function mountSmallDisk(megabytes = 2): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-disk-'))
  const isMounted = mount(dir, megabytes)
  const filling = join(dir, 'filling')
  return {
    dir,
    isMounted,
    fill(freeBytes = 0) {
      const { bsize, bavail } = statfsSync(dir)
      writeFileSync(filling, Buffer.alloc(bsize * bavail - freeBytes))
    },
    clear: () => rmSync(filling, { force: true }),
    dispose() {
      if (isMounted) execFileSync('/usr/bin/umount', [dir])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function mount(dir: string, megabytes: number): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]
    execFileSync('/usr/bin/mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
