import type { Language } from '#contract/wall/language.ts'
import type { FootageRange } from '../footage/footage-port.ts'
import type { RemuxedFile } from '../remux/remux.ts'

/** `not-yet-listed`: filmed shortly before it was asked for, if at all. */
export type GapReason = 'not-recorded' | 'not-yet-listed' | 'lost-by-platform' | 'damaged'

export interface EvidenceGap extends FootageRange {
  readonly why: GapReason
}

export interface EvidenceFootage extends Omit<RemuxedFile, 'name' | 'bytes' | 'sha256'> {
  readonly file: string
  readonly captions?: string | undefined
}

export interface EvidenceCamera {
  readonly id: string
  readonly name: string
  readonly number?: number | undefined
  /** Milliseconds that the clock of its recorder is ahead, as the operators list it. */
  readonly clockOffsetMs?: number | undefined
  /** When the platform was asked for its footage, the last time: what is a gap was one then. */
  readonly read?: string | undefined
  readonly footage: readonly EvidenceFootage[]
  readonly gaps: readonly EvidenceGap[]
}

export interface Exporter {
  /** Signed on by a PIN. */
  readonly operator?: string | undefined
  readonly workstation: string
}

/** `manifest.json` of an export; `docs/evidence.md` describes it for whoever receives one. */
export interface EvidenceManifest {
  readonly format: 'tessera-evidence/1'
  readonly program: { readonly name: 'Tessera'; readonly version: string }
  readonly created: string
  /** Where the footage comes from: scheme, host and port. */
  readonly platform: string
  readonly range: FootageRange & { readonly start: string; readonly end: string; readonly timeZone: string }
  readonly cameras: readonly EvidenceCamera[]
  readonly events: {
    readonly count: number
    readonly file?: string | undefined
    readonly remark?: string | undefined
  }
  /** Of the remarks and of the page. */
  readonly language: Language
  readonly remarks: readonly string[]
  /** Who began it, or went on with it last: on the workstation that has signed it. */
  readonly exportedBy?: Exporter
  readonly signer: { readonly algorithm: 'Ed25519'; readonly publicKeySha256: string }
  /** Every file of the folder but this one, its signature and the public key. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
}

/** Holes of less are the rounding of times. */
export const SMALLEST_GAP_MS = 500

/** What of a range no span covers, cut where its reason changes. */
export function gapsOf(
  range: FootageRange,
  spans: readonly FootageRange[],
  known: readonly EvidenceGap[],
): EvidenceGap[] {
  const holes: FootageRange[] = []
  let atMs = range.startMs
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    if (startMs - atMs >= SMALLEST_GAP_MS) holes.push({ startMs: atMs, endMs: startMs })
    atMs = Math.max(atMs, endMs)
  }
  if (range.endMs - atMs >= SMALLEST_GAP_MS) holes.push({ startMs: atMs, endMs: range.endMs })
  const sorted = known.toSorted((a, b) => a.startMs - b.startMs)
  let at = 0
  const gaps: EvidenceGap[] = []
  for (const hole of holes) {
    atMs = hole.startMs
    const add = (endMs: number, why: GapReason) => {
      const last = gaps.at(-1)
      if (last?.why === why && last.endMs === atMs) gaps[gaps.length - 1] = { ...last, endMs }
      else gaps.push({ startMs: atMs, endMs, why })
      atMs = endMs
    }
    for (let gap = sorted[at]; gap !== undefined && gap.startMs < hole.endMs; gap = sorted[at]) {
      if (gap.startMs - atMs >= SMALLEST_GAP_MS) add(gap.startMs, 'not-recorded')
      if (gap.endMs > atMs) add(Math.min(gap.endMs, hole.endMs), gap.why)
      // It may reach into the next hole.
      if (gap.endMs > hole.endMs) break
      at += 1
    }
    const isRounding = hole.endMs - atMs < SMALLEST_GAP_MS
    if (atMs < hole.endMs) add(hole.endMs, (isRounding ? gaps.at(-1)?.why : undefined) ?? 'not-recorded')
  }
  return gaps
}
