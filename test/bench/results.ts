import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchResult, Row } from './report.ts'

export interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly memoryGb: number
  readonly node: string
}

/** One run of one bench, as it is kept until the next one. */
export interface KeptResult {
  readonly bench: string
  readonly rows: readonly Row[]
  readonly machine: Machine
  /** Day of the run, `2026-01-31`. */
  readonly day: string
}

export function thisMachine(): Machine {
  const all = cpus()
  return {
    cores: all.length,
    cpu: all[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

const fileOf = (dir: string, bench: string) => join(dir, `${bench}.json`)

export function keepResult(dir: string, { bench, rows }: BenchResult, machine: Machine): void {
  mkdirSync(dir, { recursive: true })
  const kept: KeptResult = { bench, rows, machine, day: new Date().toISOString().slice(0, 10) }
  writeFileSync(fileOf(dir, bench), `${JSON.stringify(kept, undefined, 2)}\n`)
}

export function keptResult(dir: string, bench: string): KeptResult | undefined {
  let text: string
  try {
    text = readFileSync(fileOf(dir, bench), 'utf8')
  } catch {
    return undefined
  }
  // JSON has no word for what could not be measured.
  return JSON.parse(text, (_, value: unknown) => (value === null ? Number.NaN : value)) as KeptResult
}
