import type { TestedFunction, TestLine } from '#contract/wall/connection-test.ts'
import { Ban, Check, CircleX, Minus } from 'lucide-react'
import { FormError } from '../form-parts.tsx'
import { useCall } from '../use-call.ts'

const functionWords: Readonly<Record<TestedFunction, string>> = {
  reach: 'The platform answers',
  key: 'The key is accepted',
  cameras: 'Cameras are listed',
  'live-view': 'A live view ticket is given',
  playback: 'Playback starts and stops',
  'event-tags': 'Event tags are listed',
  'event-search': 'Events are searched',
  'event-insert': 'Events are taken',
  occupancy: 'Occupancy is reported',
  dictionaries: 'Entrances, zones, schedules',
}
const looks = {
  ok: { Icon: Check, tone: 'good', words: 'works' },
  failed: { Icon: CircleX, tone: 'fault', words: 'failed' },
  absent: { Icon: Ban, tone: 'quiet', words: 'not offered' },
  skipped: { Icon: Minus, tone: 'quiet', words: 'not tried' },
} as const

/** Main's own sentence where it has one; a failure is always called one, not only coloured. */
function sentenceOf({ outcome, message }: TestLine): string {
  const { words } = looks[outcome]
  if (message === '') return words
  return outcome === 'ok' ? message : `${words}: ${message}`
}

/** Each function once, a line each, with what to do where it does not work. */
export function FunctionTests() {
  const test = useCall('connection.test')
  const failures = test.value?.filter(({ outcome }) => outcome === 'failed').length
  return (
    <section className="tests" aria-busy={test.isBusy}>
      <div className="form-end">
        <button
          type="button"
          className="button"
          disabled={test.isBusy}
          onClick={() => void test.run(undefined)}
        >
          {test.isBusy ? 'Testing…' : 'Test each function'}
        </button>
        <span role="status" className="field-hint">
          {failures === undefined ? '' : failures === 0 ? 'Nothing has failed.' : `${failures} failed.`}
        </span>
      </div>
      <FormError error={test.error} />
      <ul className="lines">
        {test.value?.map((line) => {
          const { Icon, tone } = looks[line.outcome]
          return (
            <li key={line.name} data-function={line.name} data-outcome={line.outcome}>
              <span data-tone={tone}>
                <Icon aria-hidden size="1.25em" />
              </span>
              <b>{functionWords[line.name]}</b>
              <span>
                {sentenceOf(line)}
                {line.advice !== undefined && <small className="advice">{line.advice}</small>}
              </span>
              <span className="lines-end">{line.tookMs === 0 ? '' : `${Math.round(line.tookMs)} ms`}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
