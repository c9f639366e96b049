import { useState } from 'react'
import { useStore } from 'zustand'
import type { WallError } from '#contract/errors.ts'
import type { AnsweredReport } from '../../occupancy/report/report-controller.ts'
import {
  countText,
  failureWords,
  isEmptyAnswer,
  rangeWords,
  resetGroups,
  resetWords,
} from '../../occupancy/report/report-words.ts'
import { instantText } from '../../timeline/axis/time-words.ts'
import { Button } from '../form-parts.tsx'
import { useServices } from '../services.ts'
import { ReportCurve } from './report-curve.tsx'
import { ReportFiles } from './report-files.tsx'
import type { ReportPlot } from './report-plot.ts'
import { t } from '../../language/language.ts'

/** What the platform answered, or why there is nothing. */
export function ReportResult({ onPlayed }: { readonly onPlayed: () => void }) {
  const { report } = useServices()
  const { isLoading, answered, error } = useStore(report.store)
  return (
    <section className="report-result column slim" aria-label={t('occupancy.result')} aria-busy={isLoading}>
      <p className={isLoading ? 'report-busy dim' : 'unseen'} role="status">
        {isLoading ? t('events.tags.asking') : ''}
      </p>
      {error !== undefined && <Failure error={error} />}
      {answered !== undefined && <Answer answered={answered} onPlayed={onPlayed} />}
      {error === undefined && answered === undefined && !isLoading && (
        <p className="report-nothing dim stack grow">{t('occupancy.result.nothing')}</p>
      )}
    </section>
  )
}

function Failure({ error }: { readonly error: WallError }) {
  const { report, run } = useServices()
  const { message, helps, way } = failureWords(error)
  return (
    <div className="report-nothing dim stack grow" role="alert">
      <p>{message}</p>
      {helps !== '' && <p className="small-note">{helps}</p>}
      {way === 'again' && <Button onClick={() => void report.ask()}>{t('occupancy.result.again')}</Button>}
      {way === 'connection' && (
        <Button onClick={() => run({ kind: 'toggle-dialog', dialog: 'connection' })}>
          {t('occupancy.result.connection')}
        </Button>
      )}
    </div>
  )
}

function Answer(props: { readonly answered: AnsweredReport; readonly onPlayed: () => void }) {
  const { answered, onPlayed } = props
  const [plot, setPlot] = useState<ReportPlot>()
  const [refusal, setRefusal] = useState<string>()
  const { zone, range, title, answer, askedAtMs } = answered
  const onPlay = (refused: string | undefined) => {
    setRefusal(refused)
    if (refused === undefined) onPlayed()
  }
  const resets = resetGroups(answer.resets ?? [])
  return (
    <>
      <header className="report-head line wrap">
        <h3>{title}</h3>
        <span className="dim">
          {rangeWords(range, zone)} · {zone.id}
        </span>
        <ReportFiles answered={answered} plot={plot} />
      </header>
      <Figures answered={answered} onPlay={onPlay} />
      {isEmptyAnswer(answer) && <p className="report-empty">{t('occupancy.result.empty')}</p>}
      {answer.buckets === undefined || answer.buckets.length === 0 ? (
        <p className="report-nothing dim stack grow">{t('occupancy.result.noCurve')}</p>
      ) : (
        <ReportCurve answered={answered} buckets={answer.buckets} onPlot={setPlot} onPlay={onPlay} />
      )}
      {refusal !== undefined && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      {resets.length > 0 && (
        <ul className="report-resets dim scrolls small" aria-label={t('occupancy.result.resets')}>
          {resets.map((group) => (
            <li key={group.words}>
              <span aria-hidden>▾</span> {resetWords(group, zone, askedAtMs)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Figures(props: {
  readonly answered: AnsweredReport
  readonly onPlay: (refused: string | undefined) => void
}) {
  const { answered, onPlay } = props
  const { report } = useServices()
  const { capacity, zone, askedAtMs, answer } = answered
  const { average, maximum, maximumAtMs } = answer
  const isOver = capacity !== undefined && maximum > capacity
  return (
    <dl className="report-figures">
      <div>
        <dt>{t('occupancy.result.average')}</dt>
        <dd>{countText(average)}</dd>
      </div>
      <div>
        <dt>{t('occupancy.result.maximum')}</dt>
        <dd data-tone={isOver ? 'attention' : undefined}>
          {countText(maximum)}
          {maximumAtMs !== undefined && (
            <Button
              look="text"
              title={t('occupancy.result.play')}
              onClick={() => onPlay(report.play(maximumAtMs, 'play'))}
            >
              {instantText(zone, maximumAtMs, askedAtMs)}
            </Button>
          )}
        </dd>
      </div>
      {capacity !== undefined && (
        <div>
          <dt>{t('occupancy.form.capacity')}</dt>
          <dd>
            {countText(capacity)}
            <small data-tone={isOver ? 'attention' : undefined}>
              {isOver
                ? t('occupancy.result.tooMany', { count: countText(maximum - capacity) })
                : t('occupancy.result.share', { percent: countText((100 * maximum) / capacity, 0) })}
            </small>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('occupancy.result.estimate')}</dt>
        <dd>
          <small>{t('occupancy.result.estimateWhy')}</small>
        </dd>
      </div>
    </dl>
  )
}
