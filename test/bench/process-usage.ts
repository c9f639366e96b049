import { readdirSync, readFileSync } from 'node:fs'

/** Jiffies a second of Linux's /proc accounting: 100 on every kernel that distributions ship. */
const TICKS_PER_SECOND = 100

export interface Usage {
  readonly cpuSeconds: number
  /** Proportional set size: shared pages counted once over the whole tree. */
  readonly memoryMb: number
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** The process and all that it started, by id. */
export function processTree(root: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const children = Map.groupBy(pids, (pid) => parentOf(pid) ?? -1)
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** Proportional set size of one process; throws when it has ended. */
function memoryMbOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
}

function usageOf(pid: number): Usage {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
      memoryMb: memoryMbOf(pid),
    }
  } catch {
    return { cpuSeconds: 0, memoryMb: 0 }
  }
}

/** CPU time and memory of a whole process tree. */
export function treeUsage(root: number): Usage {
  const all = processTree(root).map(usageOf)
  return {
    cpuSeconds: all.reduce((sum, one) => sum + one.cpuSeconds, 0),
    memoryMb: all.reduce((sum, one) => sum + one.memoryMb, 0),
  }
}

/** CPU of a tree between two samples, percent of one core. A process that ends in between takes its time with it. */
export function cpuPercent(before: Usage, after: Usage, elapsedSeconds: number): number {
  return ((after.cpuSeconds - before.cpuSeconds) / elapsedSeconds) * 100
}
