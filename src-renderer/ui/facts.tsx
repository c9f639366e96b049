import type { ReactNode } from 'react'
import type { Verdict } from './connection-words.ts'

/** A line of a list of facts: what it is about, and how it is. */
export function Fact(props: {
  readonly name: string
  /** What a test finds it by. */
  readonly id?: string
  readonly children: ReactNode
}) {
  const { name, id, children } = props
  return (
    <>
      <dt>{name}</dt>
      <dd data-fact={id}>{children}</dd>
    </>
  )
}

export function VerdictLabel({ verdict }: { readonly verdict: Verdict }) {
  return <span data-tone={verdict.tone}>{verdict.text}</span>
}
