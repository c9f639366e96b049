import { priorityText } from '../../alarms/alarm-words.ts'

/** Number and word: nobody has to know what a colour means. */
export function Priority({ value }: { readonly value: number }) {
  return (
    <span className="alarm-mark" data-priority={value}>
      {value} {priorityText(value)}
    </span>
  )
}
