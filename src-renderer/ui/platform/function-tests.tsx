import { Check, CircleX, Minus } from 'lucide-react'
import { FormError } from '../form-parts.tsx'
import { useCall } from '../use-call.ts'

const testWords = {
  reach: 'The platform answers',
  key: 'The key is accepted',
  cameras: 'The cameras are listed',
  'live-view': 'A live view ticket is given',
} as const
const outcomeIcons = { ok: Check, failed: CircleX, skipped: Minus } as const
const outcomeWords = { ok: 'works', failed: 'failed', skipped: 'not tried' } as const
const outcomeTones = { ok: 'good', failed: 'fault', skipped: 'quiet' } as const

/** Main's own sentence where it has one; a failure is always called one, not only coloured. */
function testSentence({ outcome, message }: { outcome: keyof typeof outcomeWords; message: string }): string {
  if (message === '') return outcomeWords[outcome]
  return outcome === 'ok' ? message : `${outcomeWords[outcome]}: ${message}`
}

/** Each function of this version once, a line each. */
export function FunctionTests() {
  const test = useCall('connection.test')
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
      </div>
      <FormError error={test.error} />
      <ul className="lines">
        {test.value?.map((line) => {
          const Icon = outcomeIcons[line.outcome]
          return (
            <li key={line.name} data-outcome={line.outcome}>
              <span data-tone={outcomeTones[line.outcome]}>
                <Icon aria-hidden size="1.25em" />
              </span>
              <b>{testWords[line.name]}</b>
              <span>{testSentence(line)}</span>
              <span className="lines-end">{Math.round(line.tookMs)} ms</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
