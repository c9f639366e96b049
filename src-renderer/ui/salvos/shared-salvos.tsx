import type { Salvo, SalvoConflict } from '#contract/wall/salvo.ts'
import { layoutWords } from '../../wall/layout.ts'
import { Button } from '../form-parts.tsx'
import { LayoutPicture } from '../layout-picture.tsx'
import { minuteText } from '../../timeline/axis/time-words.ts'
import { useServices, useSession } from '../services.ts'
import { t } from '../../language/language.ts'
import { salvoTitle } from '../../wall/salvo-words.ts'

/** Whose a shared salvo is, and whether the platform has it already. */
export function SharedMark({ number }: { readonly number: number }) {
  const { zone, platformClock } = useServices()
  const isOwn = useSession(({ settings }) => settings.salvos.some((salvo) => salvo.number === number))
  const shared = useSession(({ sharedSalvos }) =>
    sharedSalvos.salvos.find(({ salvo }) => salvo.number === number),
  )
  const isContested = useSession(({ sharedSalvos }) =>
    sharedSalvos.conflicts.some((conflict) => conflict.number === number),
  )
  if (shared === undefined) return null
  if (isOwn) return <em> · {t('salvos.shared.another')}</em>
  if (isContested) return <em> · {t('salvos.shared.contested')}</em>
  const by = `${shared.savedBy}, ${minuteText(zone(), shared.savedAtMs, platformClock.nowMs())}`
  return shared.version === 0 ? (
    <em> · {t(shared.isRefused === true ? 'salvos.shared.refused' : 'salvos.shared.later')}</em>
  ) : (
    <> · {t('salvos.shared.by', { by })}</>
  )
}

/** Salvos that two have changed: both are there until somebody chooses. */
export function SalvoConflicts({ onProblem }: { readonly onProblem: (problem?: string) => void }) {
  const conflicts = useSession(({ sharedSalvos }) => sharedSalvos.conflicts)
  return conflicts.map((conflict) => (
    <Conflict key={conflict.number} conflict={conflict} onProblem={onProblem} />
  ))
}

function Conflict(props: {
  readonly conflict: SalvoConflict
  readonly onProblem: (problem?: string) => void
}) {
  const { number, mine, theirs, isNewer = false } = props.conflict
  const { salvos, zone, platformClock } = useServices()
  const keep = async (which: 'mine' | 'theirs' | 'both') =>
    props.onProblem(await salvos.resolve(number, which))
  const who =
    theirs !== undefined
      ? t('salvos.shared.saved', {
          who: theirs.savedBy,
          at: minuteText(zone(), theirs.savedAtMs, platformClock.nowMs()),
        })
      : t(isNewer ? 'salvos.shared.newer' : 'salvos.shared.deleted')
  return (
    <section className="salvo-conflict stack rounded" role="alert">
      <p>
        <b>{t('salvos.shared.twice', { number })}</b> {t('salvos.shared.choose', { who })}
      </p>
      <div className="salvo-both stack">
        <Version label={t('salvos.shared.theirs')} salvo={theirs?.salvo} isNewer={isNewer} />
        <Version label={t('salvos.shared.yours')} salvo={mine} />
      </div>
      <div className="buttons">
        <Button onClick={() => void keep('theirs')}>{t('salvos.shared.keepTheirs')}</Button>
        <Button onClick={() => void keep('mine')}>{t('salvos.shared.keepYours')}</Button>
        {mine !== undefined && (theirs !== undefined || isNewer) && (
          <Button onClick={() => void keep('both')}>{t('salvos.shared.keepBoth')}</Button>
        )}
      </div>
    </section>
  )
}

function Version(props: {
  readonly label: string
  readonly salvo: Salvo | undefined
  readonly isNewer?: boolean
}) {
  const { label, salvo, isNewer = false } = props
  const [wall] = salvo?.walls ?? []
  return (
    <div>
      <small>{label}</small>
      {salvo === undefined || wall === undefined ? (
        <p>{t(isNewer ? 'salvos.shared.isNewer' : 'salvos.shared.isDeleted')}</p>
      ) : (
        <>
          <LayoutPicture layout={wall.layout} kinds={wall.tiles.map(({ kind }) => kind)} />
          <p>
            {salvoTitle(salvo)}, {layoutWords(wall.layout)}
          </p>
        </>
      )}
    </div>
  )
}
