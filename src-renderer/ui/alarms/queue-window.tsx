import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Alarm, snoozeMinutes } from '#contract/wall/alarms.ts'
import { countWords, elsewhereWords } from '../../alarms/alarm-words.ts'
import { Fact } from '../facts.tsx'
import { intoView } from '../focus-beside.ts'
import { Button, Field, Form, Problem, textOf } from '../form-parts.tsx'
import { chordOfPress } from '../keyboard-driver.ts'
import { rowsDown, withinList } from '../list-keys.ts'
import { pastTime } from '../playback-look.ts'
import { useNowMs, useServices, useSession, useWall } from '../services.ts'
import { useTry } from '../use-call.ts'
import { span } from '../words.ts'
import { Window } from '../window.tsx'
import { Priority } from './priority.tsx'
import { useRuleProblems } from './use-rule-problems.ts'
import { causeWords } from '../../language/error-words.ts'
import { numberedName, t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'

const snoozeKeys: Readonly<Record<string, (typeof snoozeMinutes)[number]>> = { '5': 5, '1': 15, '6': 60 }
const keyOfMinutes = (minutes: number) => Object.entries(snoozeKeys).find(([, of]) => of === minutes)?.[0]

/** All that waits, most urgent first: the list on the left, what to do on the right. */
export function QueueWindow({ onClose }: { readonly onClose: () => void }) {
  const { alarms: controller, run, clock } = useServices()
  const alarms = useSession((session) => session.alarms.alarms)
  const operator = useSession((session) => session.alarms.operator)
  const workstation = useSession((session) => session.alarms.workstation)
  const [mark, setMark] = useState<{
    readonly id?: string
    readonly place: number
    readonly replacedAtMs?: number | undefined
  }>(() => controller.takeLeft())
  const [isForwarding, setForwarding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const found = alarms.findIndex(({ id }) => id === mark.id)
  const at = found === -1 ? Math.min(mark.place, alarms.length - 1) : found
  const chosen = alarms[at]
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const hasAlarms = alarms.length > 0
  // The list, or the form that forwards, has gone and took the focus along.
  useEffect(() => {
    if (hasAlarms && !isForwarding) takeKeys(list.current)
  }, [hasAlarms, isForwarding])

  const choose = (index: number, replacedAtMs?: number) => {
    const place = withinList(index, alarms.length)
    const next = alarms[place]
    setMark(next === undefined ? { place } : { id: next.id, place, replacedAtMs })
    setForwarding(false)
    setProblem(undefined)
  }
  // It stays the chosen one wherever it moves in the list; when it goes, the next one takes its place.
  if (chosen !== undefined && chosen.id !== mark.id) {
    const isExpected = mark.id === undefined || controller.hasAcknowledged(mark.id)
    choose(at, isExpected ? undefined : clock.nowMs())
  } else if (chosen !== undefined && at !== mark.place) setMark({ ...mark, place: at })

  const isUnread = () => controller.isUnread(mark.replacedAtMs)
  const show = (alarm: Alarm) => {
    if (isUnread()) return
    const sentence = controller.show(alarm)
    if (sentence === undefined) onClose()
    else setProblem(sentence)
  }
  const keep = (alarm: Alarm) => void (isUnread() || controller.acknowledge(alarm, at))
  const snooze = (alarm: Alarm, minutes: (typeof snoozeMinutes)[number]) => {
    if (isUnread()) return
    // It goes to the end of the list.
    choose(at + 1)
    void controller.snooze(alarm, minutes)
  }
  const forward = () => setForwarding(!isUnread())

  const onKeyDown = (event: KeyboardEvent) => {
    if (chosen === undefined || event.target instanceof HTMLInputElement) return
    const chord = chordOfPress(event) ?? ''
    const minutes = snoozeKeys[chord]
    const down = rowsDown(event.key)
    // Without Num Lock `1` comes as End.
    if (down !== undefined && minutes === undefined) choose(at + down)
    // A key that is held too long is about the first alarm only.
    else if (event.repeat) return
    else if (chord === 'Enter' && !(event.target instanceof HTMLButtonElement)) show(chosen)
    else if (chord === 'A') keep(chosen)
    else if (chord === 'F') forward()
    else if (minutes !== undefined) snooze(chosen, minutes)
    else return
    event.preventDefault()
  }

  return (
    <Window title={t('alarms.title')} size="full" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of all that is in it */}
      <div className="alarm-queue stack" onKeyDown={onKeyDown}>
        <section className="column">
          <p className="dim">
            {t(operator === undefined ? 'alarms.logNamesWorkstation' : 'alarms.logNames', {
              count: alarms.length === 0 ? t('alarms.nothing') : countWords(alarms),
              name: operator ?? workstation,
            })}
          </p>
          <RuleProblems />
          {hasAlarms && (
            <ul
              className="alarm-list scrolls grow low rounded"
              role="listbox"
              aria-label={t('alarms.title')}
              aria-activedescendant={chosen && `${listId}-${chosen.id}`}
              tabIndex={0}
              ref={list}
              data-first-focus
            >
              {alarms.map((alarm, index) => (
                <Row
                  key={alarm.id}
                  id={`${listId}-${alarm.id}`}
                  alarm={alarm}
                  isChosen={index === at}
                  onChoose={() => choose(index)}
                  onShow={() => show(chosen ?? alarm)}
                />
              ))}
            </ul>
          )}
        </section>
        {chosen === undefined ? (
          <Empty />
        ) : (
          <section className="alarm-detail column scrolls" aria-label={t('alarms.chosen')}>
            <Detail alarm={chosen} />
            <Problem text={problem} />
            {isForwarding && <Forward alarm={chosen} onDone={() => setForwarding(false)} />}
            <div className="buttons">
              <Button look="main" onClick={() => show(chosen)}>
                {rich('alarms.show', { kbd })}
              </Button>
              <Button onClick={() => keep(chosen)}>
                {rich(chosen.needsReason ? 'alarms.acknowledgeWithReason' : 'alarms.acknowledge', { kbd })}
              </Button>
              {snoozeMinutes.map((minutes) => (
                <Button key={minutes} onClick={() => snooze(chosen, minutes)}>
                  {rich('alarms.snooze', { minutes, key: keyOfMinutes(minutes), kbd })}
                </Button>
              ))}
              <Button onClick={forward}>{rich('alarms.forward', { kbd })}</Button>
            </div>
          </section>
        )}
      </div>
      <div className="buttons alarm-end">
        <Button onClick={() => run({ kind: 'toggle-dialog', dialog: 'alarm-rules' })}>
          {t('alarms.rules.open')}
        </Button>
        <Button onClick={() => run({ kind: 'export-alarms', format: 'csv' })}>{t('alarms.log.csv')}</Button>
        <Button onClick={() => run({ kind: 'export-alarms', format: 'ndjson' })}>
          {t('alarms.log.ndjson')}
        </Button>
        <Button onClick={() => run({ kind: 'verify-alarms' })}>{t('alarms.log.verify')}</Button>
      </div>
    </Window>
  )
}

/** Focuses the list while nothing in the window has the focus. */
function takeKeys(list: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || activeElement?.matches('.window-body') === true) list?.focus()
}

function Row(props: {
  readonly id: string
  readonly alarm: Alarm
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onShow: () => void
}) {
  const { id, alarm, isChosen, onChoose, onShow } = props
  const nowMs = useNowMs()
  const { snoozedUntilMs } = alarm
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      className="alarm-row line"
      data-snoozed={snoozedUntilMs !== undefined || undefined}
      ref={isChosen ? intoView : undefined}
      // A double click is about the row that it began on, whatever has come under the pointer since.
      onClick={({ detail }) => detail < 2 && onChoose()}
      onDoubleClick={onShow}
    >
      <Priority value={alarm.priority} />
      <span className="pile grow slim">
        <b className="cut">{alarm.title}</b>
        <span className="cut small-note">{causeWords(alarm)}</span>
      </span>
      <span className="pile small-note rigid end">
        {snoozedUntilMs === undefined
          ? span(nowMs - alarm.raisedAtMs)
          : t('alarms.snoozedLeft', { left: span(snoozedUntilMs - nowMs) })}
        {alarm.more > 0 && <small>{t('alarms.more', { count: alarm.more })}</small>}
      </span>
    </li>
  )
}

function Detail({ alarm }: { readonly alarm: Alarm }) {
  const { zone, platformClock } = useServices()
  const cameraById = useWall((wall) => wall.cameraById)
  const elsewhere = elsewhereWords(
    alarm,
    useSession(({ connection }) => connection),
  )
  const { event, happenedAtMs } = alarm
  const atMs = event === undefined ? platformClock.ofComputer(happenedAtMs) : happenedAtMs
  const { time, day } = pastTime(zone(), atMs, platformClock.nowMs(), false)
  const cameras = alarm.cameraIds.map((id) => {
    const camera = cameraById.get(id)
    return camera === undefined ? t('alarms.otherCamera') : numberedName(camera)
  })
  return (
    <>
      <h3>{alarm.title}</h3>
      <p className="alarm-instruction rounded">
        {alarm.instruction === '' ? t('alarms.noInstruction') : alarm.instruction}
      </p>
      <dl className="alarm-facts stack">
        <Fact name={t('alarms.what')}>{causeWords(alarm)}</Fact>
        <Fact name={t('alarms.happened')}>
          {day} {time}
        </Fact>
        <Fact name={t('form.cameras')}>
          {elsewhere ?? (cameras.length === 0 ? t('alarms.noCameras') : cameras.join(', '))}
        </Fact>
        {alarm.escalateAfterS !== undefined && alarm.priority > 1 && (
          <Fact name={t('alarms.escalates')}>
            {t('alarms.escalatesAfter', { length: span(alarm.escalateAfterS * 1_000) })}
          </Fact>
        )}
      </dl>
    </>
  )
}

/** What keeps rules that are on from raising what they should: the first in words. */
function RuleProblems() {
  const problems = useRuleProblems()
  const rules = useSession((session) => session.settings.alarms.rules)
  const [first, ...others] = rules.filter(({ id, isOn }) => isOn && problems.has(id))
  if (first === undefined) return null
  return (
    <p className="form-error">
      {t('query.quoted', { text: first.title })}: {problems.get(first.id)}
      {others.length > 0 && ` ${t('alarms.more', { count: others.length })}`}
    </p>
  )
}

/** Without alarms: how many rules are on. */
function Empty() {
  const count = useSession((session) => session.settings.alarms.rules.filter(({ isOn }) => isOn).length)
  return (
    <section className="alarm-detail column scrolls">
      <p className="window-note">{count === 0 ? t('alarms.noRuleOn') : t('alarms.rulesOn', { count })}</p>
    </section>
  )
}

function Forward({ alarm, onDone }: { readonly alarm: Alarm; readonly onDone: () => void }) {
  const { alarms } = useServices()
  const { problem, attempt } = useTry<string>()

  async function forward(data: FormData): Promise<void> {
    if (await attempt(alarms.forward(alarm, textOf(data, 'to')))) onDone()
  }

  return (
    <Form
      className="alarm-forward"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone()
      }}
      onSend={forward}
    >
      <Field
        label={t('alarms.forward.to')}
        name="to"
        placeholder="2/3"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the key that opened it was for this field
        autoFocus
        {...(problem === undefined ? {} : { hint: problem })}
      />
      <Button type="submit">{t('alarms.forward.verb')}</Button>
    </Form>
  )
}
