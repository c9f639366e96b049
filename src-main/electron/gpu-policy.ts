import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** When a wall goes on without its graphics processor. */
export const gpuDefaults = {
  /**
   * Chromium starts the process again each time, and forgives one or two a session to any driver. After three it
   * would itself go on in a slower mode, and after six end the whole program.
   */
  deaths: 3,
  withinMs: 30 * 60_000,
  /** Then it is tried again: the driver may have been updated, or the machine started anew. */
  offForMs: 24 * 60 * 60_000,
} as const

interface GpuSituation {
  /** Monotonic, oldest first; the newest is the one that has just happened. */
  readonly deathsAtMs: readonly number[]
  /** This program runs without the graphics processor already. */
  readonly isOff: boolean
  /** Somebody started this program and takes its end for the end. */
  readonly hasLauncher: boolean
}

/** `go-on`: Chromium starts the process again. `relaunch`, `notify`: go on without it, now or from the next start. */
export type GpuStep = 'go-on' | 'relaunch' | 'notify'

/** What to do after a GPU process has died. Acceleration is switched off only once, so restarts cannot loop. */
export function afterGpuDeath({ deathsAtMs, isOff, hasLauncher }: GpuSituation): GpuStep {
  const nowMs = deathsAtMs.at(-1)
  if (isOff || nowMs === undefined) return 'go-on'
  const recent = deathsAtMs.filter((atMs) => nowMs - atMs < gpuDefaults.withinMs)
  if (recent.length < gpuDefaults.deaths) return 'go-on'
  return hasLauncher ? 'notify' : 'relaunch'
}

/** Whether a failure that was kept still keeps the graphics processor off. A clock that was set back does not. */
export function isKeptOff(failedAtMs: number, nowMs: number): boolean {
  return nowMs >= failedAtMs && nowMs - failedAtMs < gpuDefaults.offForMs
}

/**
 * Remembers in a file that the graphics process failed, so that the next start does without it, whoever makes that
 * start: this program itself, systemd, a launcher or the operator. Read before Electron is ready, hence at once.
 */
export class GpuMemory {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'graphics.json')
  }

  /** Epoch milliseconds of a failure that still counts. */
  failedAtMs(nowMs: number): number | undefined {
    try {
      const { failedAtMs } = kept.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
      return isKeptOff(failedAtMs, nowMs) ? failedAtMs : undefined
    } catch {
      // None, or damaged: then the graphics process has another chance to fail.
      return undefined
    }
  }

  /** False when the disk does not take it. */
  keep(failedAtMs: number): boolean {
    try {
      writeFileSync(this.#path, JSON.stringify({ failedAtMs }), { mode: 0o600 })
      return true
    } catch {
      return false
    }
  }
}

const kept = z.object({ failedAtMs: z.number() })
