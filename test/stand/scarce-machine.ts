import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const memoryGroups = '/sys/fs/cgroup/memory'

/** Why a machine's means cannot be made scarce for one program here. */
export function whyNotScarce(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes Linux and root'
  if (!existsSync(join(memoryGroups, 'memory.limit_in_bytes')))
    return 'there is no memory controller (cgroup v1)'
  return undefined
}

/** In this folder nothing is written, made or removed until what is returned is called; open files stay as they are. */
export function makeReadOnly(dir: string): () => void {
  execFileSync('/usr/bin/mount', ['--bind', dir, dir])
  execFileSync('/usr/bin/mount', ['-o', 'remount,bind,ro', dir])
  // Whoever opened a file in it meanwhile keeps it.
  return () => void execFileSync('/usr/bin/umount', ['--lazy', dir])
}

/** A process gets so much memory beside what it has, and is killed for more, until what is returned is called. */
export function limitMemory(pid: number, bytes: number): () => void {
  const before = /^\d+:memory:(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[1] ?? '/'
  // Where only part of the tree can be seen, the rest is its root.
  const home = existsSync(join(memoryGroups, before)) ? join(memoryGroups, before) : memoryGroups
  const group = join(memoryGroups, `tessera-test-${pid}`)
  mkdirSync(group)
  writeFileSync(join(group, 'memory.limit_in_bytes'), String(bytes))
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return () => {
    if (existsSync(`/proc/${pid}`)) writeFileSync(join(home, 'cgroup.procs'), String(pid))
    rmdirSync(group)
  }
}
