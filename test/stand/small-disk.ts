import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of two megabytes, which is soon full. */
export interface SmallDisk {
  readonly dir: string
  /** Only root may mount one, and not in every container: without, tests of it are skipped. */
  readonly isMounted: boolean
  dispose(): void
}

export function mountSmallDisk(): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-disk-'))
  const isMounted = mount(dir)
  return {
    dir,
    isMounted,
    dispose() {
      if (isMounted) execFileSync('/usr/bin/umount', [dir])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function mount(dir: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', dir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
