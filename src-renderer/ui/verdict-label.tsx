import type { Verdict } from './connection-words.ts'

/** What is the matter, in its tone. */
export function VerdictLabel({ verdict }: { readonly verdict: Verdict }) {
  return <span data-tone={verdict.tone}>{verdict.text}</span>
}
