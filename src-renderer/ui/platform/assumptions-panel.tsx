import { assumptionNames, assumptions } from '#contract/platform/assumptions.ts'
import { Check, CircleDashed } from 'lucide-react'
import { useSession } from '../services.ts'

/** A guess never hides: what the interface leaves open, and which of our answers this platform has borne out. */
export function AssumptionsPanel() {
  const findings = useSession((session) => session.connection.findings)
  return (
    <>
      <p className="window-note">
        The interface leaves these open. “Confirmed” means that a call which relies on it has succeeded on
        this platform.
      </p>
      <ul className="lines">
        {assumptionNames.map((name) => {
          const isConfirmed = findings[name]?.verdict === 'confirmed'
          const Icon = isConfirmed ? Check : CircleDashed
          return (
            <li key={name} data-assumption={name}>
              <span data-tone={isConfirmed ? 'good' : 'quiet'}>
                <Icon aria-hidden size="1.25em" />
              </span>
              <b>{assumptions[name].gap}</b>
              <span className="code">{assumptions[name].answer}</span>
              <span className="lines-end">{isConfirmed ? 'confirmed' : 'untested'}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
