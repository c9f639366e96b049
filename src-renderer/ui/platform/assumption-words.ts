import type { AssumptionName } from '#contract/platform/assumptions.ts'
import type { Findings } from '#contract/wall/connection.ts'
import { Ban, Check, CircleDashed, CircleX } from 'lucide-react'

const looks = {
  confirmed: { Icon: Check, tone: 'good', words: 'confirmed' },
  contradicted: { Icon: CircleX, tone: 'fault', words: 'contradicted' },
  absent: { Icon: Ban, tone: 'quiet', words: 'not offered' },
  untested: { Icon: CircleDashed, tone: 'quiet', words: 'untested' },
} as const

/** What the platform has shown of an assumption: a sign, a word, and since when. */
export function findingLook(findings: Findings, name: AssumptionName) {
  const finding = findings[name]
  return { ...looks[finding?.verdict ?? 'untested'], atMs: finding?.atMs }
}

/** How many of each, for a line above the table. */
export function findingsSentence(findings: Findings, total: number): string {
  const verdicts = Object.values(findings).map((finding) => finding.verdict)
  const count = (verdict: (typeof verdicts)[number]) => verdicts.filter((one) => one === verdict).length
  const untested = total - verdicts.length
  return `${count('confirmed')} confirmed, ${count('contradicted')} contradicted, ${count('absent')} not offered by this platform, ${untested} untested.`
}
