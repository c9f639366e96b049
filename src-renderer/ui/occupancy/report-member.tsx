import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import type { ReportFault, ReportMember } from '../../occupancy/report/read-report.ts'
import { useServices } from '../services.ts'

/** For the element that is typed or chosen in. */
export interface MemberControl {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** What is wrong with a member, as soon as somebody has filled in anything. */
function useFaults(member: ReportMember): readonly ReportFault[] {
  const { report } = useServices()
  const faults = useStore(report.store, (state) => (state.isTouched ? state.faults : noFaults))
  return faults.filter((fault) => fault.member === member)
}

const noFaults: readonly ReportFault[] = []

/** A member of the report: its name, what is typed or chosen, and beside it what the platform would say against it. */
export function Member(props: {
  readonly member: ReportMember
  readonly label: string
  readonly hint?: ReactNode
  readonly children: (control: MemberControl, faults: readonly ReportFault[]) => ReactNode
}) {
  const { member, label, hint, children } = props
  const id = useId()
  const faults = useFaults(member)
  const messages = [...new Set(faults.map((fault) => fault.message))]
  const described = [
    ...(messages.length > 0 ? [`${id}-faults`] : []),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ]
  return (
    <div className="field report-member">
      <label htmlFor={id}>
        {label} {member !== 'capacity' && <span className="code report-name faint">{member}</span>}
      </label>
      {children(
        {
          id,
          'aria-invalid': messages.length > 0,
          'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        },
        faults,
      )}
      {messages.length > 0 && (
        <div className="refusal" id={`${id}-faults`} role="alert">
          {messages.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </div>
      )}
      {hint !== undefined && (
        <small className="field-hint" id={`${id}-hint`}>
          {hint}
        </small>
      )}
    </div>
  )
}
