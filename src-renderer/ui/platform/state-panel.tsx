import { errorWords } from '../../language/error-words.ts'
import { formatOf, t } from '../../language/language.ts'
import { Ban, Check, CircleX, Minus } from 'lucide-react'
import { MAX_PLAYBACK_SESSIONS, RATE_LIMIT } from '#contract/platform/limits.ts'
import type { TestLine } from '#contract/wall/connection-test.ts'
import { clockText } from '../../timeline/axis/time-words.ts'
import { expiryVerdict, keyVerdict, protectionVerdict, reachVerdict, skewWords } from '../connection-words.ts'
import { Fact, VerdictLabel } from '../facts.tsx'
import { Button, FormError } from '../form-parts.tsx'
import { usePlaybackFigures } from '../playback-figures.ts'
import { useNowMs, useServices, useSession } from '../services.ts'
import { useCall } from '../use-call.ts'

/** What stands between this wall and its platform at the moment. */
export function StatePanel() {
  const connection = useSession((session) => session.connection)
  const version = useSession((session) => session.version)
  const { zone } = useServices()
  const expiry = expiryVerdict(connection.key, zone())
  const { key } = connection
  return (
    <>
      <dl className="facts stack">
        <Fact name={t('platform.state.platform')}>
          {connection.source === 'embedded' ? (
            t('platform.state.localSiteInstallation')
          ) : (
            <VerdictLabel verdict={reachVerdict(connection)} />
          )}
          {connection.address !== undefined && <small className="code">{connection.address.baseUrl}</small>}
        </Fact>
        {connection.source === 'embedded' && (
          <Fact name={t('platform.state.reach')}>
            <VerdictLabel verdict={reachVerdict(connection)} />
          </Fact>
        )}
        <Fact name={t('platform.state.key')}>
          <VerdictLabel verdict={keyVerdict(key)} />
          {key.name !== undefined && (
            <small>
              {key.orgId === undefined
                ? t('query.quoted', { text: key.name })
                : t('platform.state.keyOfOrganization', { name: key.name, orgId: key.orgId })}
            </small>
          )}
          {key.state === 'present' && key.orgId === undefined && (
            <small>{t('platform.state.organizationNotKnownSoThere')}</small>
          )}
        </Fact>
        <Fact name={t('platform.state.kept')}>
          <VerdictLabel verdict={protectionVerdict(key)} />
        </Fact>
        {expiry !== undefined && (
          <Fact name={t('platform.state.valid')}>
            <VerdictLabel verdict={expiry} />
          </Fact>
        )}
        <ClockFact />
        <LoadFacts />
        <Fact name="Tessera">{version}</Fact>
      </dl>
      <FunctionTests />
    </>
  )
}

/** The platform's own time, as far as its answers tell it. */
function ClockFact() {
  const { zone } = useServices()
  const skewMs = useSession((session) => session.connection.skewMs)
  const uncertaintyMs = useSession((session) => session.connection.skewUncertaintyMs)
  const nowMs = useNowMs(skewMs !== undefined)
  return (
    <Fact name={t('platform.state.clock')} id="clock">
      {skewMs !== undefined && <span>{clockText(zone(), nowMs + skewMs, 'second')} </span>}
      {skewWords(skewMs, uncertaintyMs)}
    </Fact>
  )
}

/** What this wall uses of the platform's limits. */
function LoadFacts() {
  const tickets = useSession((session) => session.connection.ticketsPerMinute)
  const rate = useSession((session) => session.connection.findings.rateLimits?.verdict)
  const figures = usePlaybackFigures()
  return (
    <>
      <Fact name={t('platform.state.sessions')} id="sessions">
        {figures === undefined
          ? t('platform.state.notKnownYet')
          : t('platform.state.playbackUse', { sessions: figures.sessions })}
        {figures !== undefined && (
          <small>
            {figures.cap === undefined
              ? t('platform.state.takenBeAllowedAtOnce', { MAXPLAYBACKSESSIONS: MAX_PLAYBACK_SESSIONS })
              : t('platform.state.platformAllowsAtOnce', { cap: figures.cap })}
          </small>
        )}
      </Fact>
      <Fact name={t('platform.state.tickets')} id="tickets">
        {t('platform.state.ticketsOfMinute', { count: Math.round(tickets) })}
        <small>
          {t(rate === 'confirmed' ? 'platform.state.rateLimited' : 'platform.state.rateAssumed', {
            count: RATE_LIMIT.requestsPerSecond,
          })}
        </small>
      </Fact>
    </>
  )
}

const looks = {
  ok: { Icon: Check, tone: 'good', words: 'platform.state.works' },
  failed: { Icon: CircleX, tone: 'fault', words: 'platform.state.hasFailed' },
  absent: { Icon: Ban, tone: 'quiet', words: 'platform.state.absent' },
  skipped: { Icon: Minus, tone: 'quiet', words: 'platform.state.skipped' },
} as const

/** What was seen; a failure is always called one, not only coloured. */
function sentenceOf({ outcome, found, error }: TestLine): string {
  const words = t(looks[outcome].words)
  const seen = [
    ...(found === undefined ? [] : [String(formatOf(`platform.found.${found.code}`).format(found))]),
    ...(error === undefined ? [] : [errorWords(error)]),
  ]
  if (seen.length === 0) return words
  return outcome === 'ok' ? seen.join(' ') : `${words}: ${seen.join(' ')}`
}

/** Each function once, a line each, with what to do where it does not work. */
function FunctionTests() {
  const test = useCall('connection.test')
  const failures = test.value?.filter(({ outcome }) => outcome === 'failed').length
  return (
    <section className="tests" aria-busy={test.isBusy}>
      <div className="form-end row">
        <Button isBusy={test.isBusy} onClick={() => void test.run(undefined)}>
          {test.isBusy ? t('platform.state.testing') : t('platform.state.testEachFunction')}
        </Button>
        <span role="status" className="field-hint">
          {failures === undefined
            ? ''
            : failures === 0
              ? t('platform.state.nothingHasFailed')
              : t('platform.state.failed', { failures })}
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
              <b>{t(`platform.function.${line.name}`)}</b>
              <span>
                {sentenceOf(line)}
                {line.advice !== undefined && (
                  <small className="advice bright small">{t(`platform.advice.${line.advice}`)}</small>
                )}
              </span>
              <span className="lines-end">
                {line.tookMs === 0 ? '' : t('platform.state.ms', { round: Math.round(line.tookMs) })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
