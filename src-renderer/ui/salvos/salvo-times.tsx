import { useEffect } from 'react'
import { MAX_SALVO_TIMES, type SalvoTime } from '#contract/wall/salvo.ts'
import { clockText, weekdayText } from '../../timeline/axis/time-words.ts'
import { saveSettings } from '../../wall/save-settings.ts'
import { dayWord, patternWords, salvoPattern, weekFromMonday } from '../../wall/salvo-times.ts'
import { Button, Field, Form, SavedSelect, textOf, TickBox } from '../form-parts.tsx'
import { RemoveButton, useRemoval } from '../saved-list.tsx'
import { useServices, useSession } from '../services.ts'
import { useCall } from '../use-call.ts'
import { t } from '../../language/language.ts'
import { salvoChoice, salvoTitle } from '../../wall/salvo-words.ts'

/** When salvos are recalled by themselves. */
export function SalvoTimes({ onProblem }: { readonly onProblem: (problem?: string) => void }) {
  const { shell, session, clock } = useServices()
  const salvos = useSession((session) => session.salvos)
  const times = useSession(({ settings }) => settings.salvoTimes)
  async function attempt(trial: Promise<string | undefined>): Promise<boolean> {
    const problem = await trial
    onProblem(problem)
    return problem === undefined
  }
  const save = (change: (times: readonly SalvoTime[]) => SalvoTime[] | string) =>
    saveSettings({ shell, session }, (settings) => {
      const salvoTimes = change(settings.salvoTimes)
      return typeof salvoTimes === 'string' ? salvoTimes : { salvoTimes }
    })
  const { remove, note } = useRemoval<SalvoTime>({
    attempt,
    remove: ({ id }) => save((all) => all.filter((one) => one.id !== id)),
    restore(time) {
      const back = { ...time, sinceMs: clock.nowMs() }
      return save((all) =>
        all.length >= MAX_SALVO_TIMES ? full() : [...all.filter(({ id }) => id !== back.id), back],
      )
    },
    words: ({ pattern }) => t('savedList.deleted', { name: patternWords(pattern) }),
  })
  async function add(data: FormData, form: HTMLFormElement): Promise<void> {
    if (times.length >= MAX_SALVO_TIMES) return onProblem(full())
    const pattern = salvoPattern(textOf(data, 'at'), data.getAll('days').map(String))
    const runs = pattern === undefined ? undefined : await shell.call('salvos.runs', { pattern })
    if (pattern === undefined || runs?.ok !== true || runs.value.length === 0) {
      onProblem(t('salvos.times.noTime'))
      return form.querySelector<HTMLElement>('[name="at"]')?.focus()
    }
    const salvo = Number(textOf(data, 'salvo'))
    const added = { id: crypto.randomUUID(), isOn: true, salvo, pattern, sinceMs: clock.nowMs() }
    form.reset()
    await attempt(save((all) => [...all, added]))
  }

  if (salvos.length === 0 && times.length === 0 && note === undefined) return null
  return (
    <section className="salvo-times" aria-label={t('salvos.times.title')}>
      <h3>{t('salvos.times.title')}</h3>
      <ul>
        {times.map((time) => (
          <li key={time.id}>
            <TickBox
              checked={time.isOn}
              onChange={({ currentTarget }) => {
                const changed = { ...time, isOn: currentTarget.checked, sinceMs: clock.nowMs() }
                void attempt(save((all) => all.map((one) => (one.id === time.id ? changed : one))))
              }}
            >
              <TimeWords time={time} />
            </TickBox>
            <RemoveButton name={patternWords(time.pattern)} onRemove={() => remove(time)} />
          </li>
        ))}
      </ul>
      {note}
      {salvos.length > 0 && (
        <Form onSend={add} noValidate>
          <SavedSelect
            label={t('salvos.times.salvo')}
            name="salvo"
            choices={salvos.map(salvoChoice)}
            goneWords={(number) => t('salvos.gone', { number })}
          />
          <Field
            label={t('form.at')}
            name="at"
            className="short"
            placeholder="22:00"
            maxLength={100}
            autoComplete="off"
          />
          <span className="salvo-days wrap">
            {weekFromMonday.map((day) => (
              <TickBox key={day} name="days" value={day}>
                {dayWord(day)}
              </TickBox>
            ))}
          </span>
          <Button type="submit">{t('form.add')}</Button>
        </Form>
      )}
    </section>
  )
}

const full = () => t('salvos.times.full', { most: MAX_SALVO_TIMES })

function TimeWords({ time: { salvo: number, pattern, isOn } }: { readonly time: SalvoTime }) {
  const { zone } = useServices()
  const salvo = useSession(({ salvos }) => salvos.find((one) => one.number === number))
  const { run: ask, value: [nextMs] = [] } = useCall('salvos.runs')
  useEffect(() => void ask({ pattern }), [ask, pattern])
  const title = salvo === undefined ? t('salvos.gone', { number }) : salvoTitle(salvo)
  const at = zone()
  const next =
    isOn && nextMs !== undefined
      ? ` · ${t('salvos.times.next', {
          when: `${weekdayText(at, nextMs)} ${clockText(at, nextMs, 'minute')}`,
        })}`
      : ''
  return (
    <span>
      <b>{patternWords(pattern)}</b> · {title}
      <small className="dim">{next}</small>
    </span>
  )
}
