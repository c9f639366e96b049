import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isKeptOff } from './gpu-policy.ts'

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
