import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of two megabytes unless told otherwise, which is soon full. */
export interface SmallDisk {
  readonly dir: string
  /** Only root may mount one, and not in every container: without, tests of it are skipped. */
  readonly isMounted: boolean
  dispose(): void
}

export function mountSmallDisk(megabytes = 2): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-disk-'))
  const isMounted = mount(dir, megabytes)
  return {
    dir,
    isMounted,
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
