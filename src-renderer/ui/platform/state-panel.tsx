import { Ban, Check, CircleX, Minus } from 'lucide-react'
import { MAX_PLAYBACK_SESSIONS, RATE_LIMIT } from '#contract/platform/limits.ts'
import type { TestedFunction, TestLine } from '#contract/wall/connection-test.ts'
import { clockText } from '../../timeline/axis/time-words.ts'
import { expiryVerdict, keyVerdict, protectionVerdict, reachVerdict, skewWords } from '../connection-words.ts'
import { FormError } from '../form-parts.tsx'
import { usePlaybackFigures } from '../playback-figures.ts'
import { useNowMs } from '../second-ticker.ts'
import { useServices, useSession } from '../services.ts'
import { useCall } from '../use-call.ts'
import { VerdictLabel } from '../verdict-label.tsx'

/** What stands between this wall and its platform at the moment. */
export function StatePanel() {
  const connection = useSession((session) => session.connection)
  const version = useSession((session) => session.version)
  const expiry = expiryVerdict(connection.key)
  const { key } = connection
  return (
    <>
      <dl className="facts">
        <dt>Platform</dt>
        <dd>
          {connection.source === 'embedded' ? (
            'The local site of this installation'
          ) : (
            <VerdictLabel verdict={reachVerdict(connection)} />
          )}
          {connection.address !== undefined && <small className="code">{connection.address.baseUrl}</small>}
        </dd>
        {connection.source === 'embedded' && (
          <>
            <dt>Reach</dt>
            <dd>
              <VerdictLabel verdict={reachVerdict(connection)} />
            </dd>
          </>
        )}
        <dt>Key</dt>
        <dd>
          <VerdictLabel verdict={keyVerdict(key)} />
          {key.name !== undefined && (
            <small>
              “{key.name}”{key.orgId === undefined ? '' : ` of organization ${key.orgId}`}
            </small>
          )}
          {key.state === 'present' && key.orgId === undefined && (
            <small>
              Its organization is not known, so there are no events and no marks: enter it beside the key.
            </small>
          )}
        </dd>
        <dt>Kept</dt>
        <dd>
          <VerdictLabel verdict={protectionVerdict(key)} />
        </dd>
        {expiry !== undefined && (
          <>
            <dt>Valid</dt>
            <dd>
              <VerdictLabel verdict={expiry} />
            </dd>
          </>
        )}
        <ClockFacts />
        <LoadFacts />
        <dt>Tessera</dt>
        <dd>{version}</dd>
      </dl>
      <FunctionTests />
    </>
  )
}

/** The platform's own time, as far as its answers tell it. */
function ClockFacts() {
  const { ticker, zone } = useServices()
  const skewMs = useSession((session) => session.connection.skewMs)
  const uncertaintyMs = useSession((session) => session.connection.skewUncertaintyMs)
  const nowMs = useNowMs(ticker, skewMs !== undefined)
  return (
    <>
      <dt>Its clock</dt>
      <dd data-fact="clock">
        {skewMs !== undefined && <span>{clockText(zone(), nowMs + skewMs, 'second')} </span>}
        {skewWords(skewMs, uncertaintyMs)}
      </dd>
    </>
  )
}

/** What this wall uses of the platform's limits. */
function LoadFacts() {
  const tickets = useSession((session) => session.connection.ticketsPerMinute)
  const rate = useSession((session) => session.connection.findings.rateLimits?.verdict)
  const figures = usePlaybackFigures()
  return (
    <>
      <dt>Sessions</dt>
      <dd data-fact="sessions">
        {figures === undefined ? 'not known yet' : `${figures.sessions} of playback in use`}
        {figures !== undefined && (
          <small>
            {figures.cap === undefined
              ? `${MAX_PLAYBACK_SESSIONS} are taken to be allowed at once.`
              : `The platform allows ${figures.cap} at once.`}
          </small>
        )}
      </dd>
      <dt>Tickets</dt>
      <dd data-fact="tickets">
        {Math.round(tickets)} in the last minute
        <small>
          {RATE_LIMIT.requestsPerSecond} requests a second are taken to be allowed
          {rate === 'confirmed' ? '; this platform has asked this wall to slow down.' : '.'}
        </small>
      </dd>
    </>
  )
}

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
function FunctionTests() {
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
