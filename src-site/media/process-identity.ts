import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process began, as its system writes it; undefined when there is none. Together with the process
 * number it names one process for good: numbers are used again, and a stranger must never be ended.
 */
export function startOfProcess(pid: number): string | undefined {
  if (process.platform === 'linux') return startFromProc(pid)
  if (process.platform === 'win32') return undefined
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return text === '' ? undefined : text
  } catch {
    return undefined
  }
}

function startFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces and parentheses; after the last one, field 3 (state) follows.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // proc(5): field 22, clock ticks since boot. A zombie holds no port and cannot be ended.
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
