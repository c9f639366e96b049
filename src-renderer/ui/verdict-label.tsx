import type { Verdict } from './connection-words.ts'

export function VerdictLabel({ verdict }: { readonly verdict: Verdict }) {
  return <span data-tone={verdict.tone}>{verdict.text}</span>
}
