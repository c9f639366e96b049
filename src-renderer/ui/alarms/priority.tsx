import { priorityText } from '../../alarms/alarm-words.ts'

/** Number and word, so that the meaning does not depend on the colour. */
export function Priority({ value }: { readonly value: number }) {
  return (
    <span className="alarm-mark rigid small nowrap" data-priority={value}>
      {value} {priorityText(value)}
    </span>
  )
}
