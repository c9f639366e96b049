import type { CreateEventTag } from '#contract/platform/events.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import { type EventFault, invalid } from '../event-fault.ts'

/** What is wrong with a tag besides its form. Names that a person could take for each other are one. */
export function tagFault({ fields }: CreateEventTag): EventFault | undefined {
  const names = fields.map(({ name }) => foldText(name))
  const doubled = names.findIndex((name, index) => names.indexOf(name) < index)
  return doubled === -1
    ? undefined
    : invalid(`fields.${doubled}.name`, 'the event tag has a field of this name already')
}
