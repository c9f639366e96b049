import { type KeyboardEvent, useId, useState } from 'react'
import { type AlarmRule, MAX_ALARM_RULES } from '#contract/wall/alarms.ts'
import { searchNameKey } from '#contract/wall/saved-search.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import { thenWords, whenWords } from '../../alarms/alarm-words.ts'
import { changedElsewhere, saveSettings } from '../../wall/save-settings.ts'
import { intoView } from '../focus-beside.ts'
import { chordOfPress } from '../keyboard-driver.ts'
import { rowsDown, withinList } from '../list-keys.ts'
import { useServices, useSession } from '../services.ts'
import { useTry } from '../use-call.ts'
import { Window } from '../window.tsx'
import { Priority } from './priority.tsx'
import { RuleForm } from './rule-form.tsx'
import { useRuleProblems } from './use-rule-problems.ts'
import { t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'
import { Button, Problem } from '../form-parts.tsx'

/** When an alarm is raised: the rules on the left, the chosen one on the right. */
export function RulesWindow({ onClose }: { readonly onClose: () => void }) {
  const { shell, session } = useServices()
  const settings = useSession((state) => state.settings)
  const { rules } = settings.alarms
  /** Undefined: a new one. */
  const [chosenId, setChosenId] = useState(rules[0]?.id)
  const listId = useId()
  const [isEditing, setEditing] = useState(rules.length === 0)
  /** Delete was pressed once. */
  const [doubtedId, setDoubtedId] = useState<string>()
  /** Of the forms that something was typed into; they wait behind the shown one. */
  const [typed, setTyped] = useState<readonly (string | undefined)[]>([])
  const { problem, setProblem, attempt } = useTry<string>()
  const problems = useRuleProblems()
  const at = rules.findIndex(({ id }) => id === chosenId)
  const chosen = rules[at]
  const isGone = chosenId !== undefined && chosen === undefined
  const waiting = typed.filter((id) => id === undefined || rules.some((rule) => rule.id === id))

  const keep = (change: (alarms: WallSettings['alarms']) => Partial<WallSettings['alarms']> | string) =>
    attempt(
      saveSettings({ shell, session }, ({ alarms }) => {
        const to = change(alarms)
        return typeof to === 'string' ? to : { alarms: { ...alarms, ...to } }
      }),
    )
  const add = () => {
    if (rules.length >= MAX_ALARM_RULES) return setProblem(full())
    setChosenId(undefined)
    setEditing(true)
  }
  const edit = (rule: AlarmRule) => {
    setChosenId(rule.id)
    setEditing(true)
  }
  const toggle = (rule: AlarmRule) =>
    void keep((alarms) => ({
      rules: alarms.rules.map((one) => (one.id === rule.id ? { ...one, isOn: !one.isOn } : one)),
    }))
  const remove = (rule: AlarmRule) => {
    if (doubtedId !== rule.id) return setDoubtedId(rule.id)
    setDoubtedId(undefined)
    // After the last rule the form for a first one opens, which takes the focus.
    const other = rules.find(({ id }) => id !== rule.id)
    setChosenId(other?.id)
    setEditing(other === undefined)
    void keep((alarms) => ({ rules: alarms.rules.filter(({ id }) => id !== rule.id) }))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const chord = chordOfPress(event)
    const down = rowsDown(key)
    if (down !== undefined) {
      setChosenId(rules[withinList(at + down, rules.length)]?.id)
      setEditing(false)
      setDoubtedId(undefined)
      // Delete asks twice, and a key that is held too long is no second one.
    } else if (event.repeat) return
    else if (chord === 'N') add()
    else if (chosen === undefined) return
    else if (chord === 'Enter') edit(chosen)
    else if (chord === 'Space') toggle(chosen)
    else if (key === 'Delete') remove(chosen)
    else return
    event.preventDefault()
  }

  return (
    <Window title={t('alarms.rules.title')} size="full" onClose={onClose}>
      <div className="alarm-queue alarm-rules stack">
        <section className="column">
          <p className="dim">{rich('alarms.rules.keys', { kbd })}</p>
          <Problem text={problem} />
          <Problem text={isGone ? t('alarms.rules.gone') : undefined} />
          {settings.alarms.damagedRules.length > 0 && (
            <p className="form-error" role="alert">
              {t('alarms.rules.damaged', {
                titles: settings.alarms.damagedRules.map((text) => t('query.quoted', { text })).join(', '),
              })}{' '}
              <Button look="text" onClick={() => void keep(() => ({ damagedRules: [] }))}>
                {t('alarms.rules.seen')}
              </Button>
            </p>
          )}
          {rules.length === 0 ? (
            <p className="dim grow">{t('alarms.rules.first')}</p>
          ) : (
            <ul
              className="alarm-list scrolls grow low rounded"
              role="listbox"
              aria-label={t('alarms.rules.label')}
              aria-activedescendant={chosen && `${listId}-${chosen.id}`}
              tabIndex={0}
              onKeyDown={onKeyDown}
              {...(isEditing ? {} : { 'data-first-focus': true })}
            >
              {rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  id={`${listId}-${rule.id}`}
                  rule={rule}
                  problem={problems.get(rule.id)}
                  isTyped={typed.includes(rule.id)}
                  isChosen={rule === chosen}
                  isDoubted={rule.id === doubtedId}
                  onEdit={() => edit(rule)}
                />
              ))}
            </ul>
          )}
          <div className="buttons">
            <Button onClick={add}>{t('alarms.rules.new')}</Button>
            {chosen !== undefined && (
              <>
                <Button onClick={() => toggle(chosen)}>
                  {t(chosen.isOn ? 'alarms.rules.switchOff' : 'alarms.rules.switchOn')}
                </Button>
                <Button
                  data-tone={doubtedId === chosen.id ? 'fault' : undefined}
                  onBlur={() => setDoubtedId(undefined)}
                  onClick={() => remove(chosen)}
                >
                  {t(doubtedId === chosen.id ? 'form.deleteForGood' : 'form.delete')}
                </Button>
              </>
            )}
          </div>
        </section>
        {[...new Set([...waiting, chosenId])].map((formId) => (
          <section key={formId ?? 'new'} className="alarm-detail column scrolls" hidden={formId !== chosenId}>
            <RuleForm
              rule={rules.find(({ id }) => id === formId)}
              problem={problems.get(formId ?? '')}
              hasFocus={isEditing && formId === chosenId}
              onTyped={() => setTyped((now) => [...new Set([...now, formId])])}
              onKeep={async (rule, own) => {
                const isKept = await keep(({ rules: all }) => {
                  const now = all.find(({ id }) => id === rule.id)
                  if (now === undefined && chosen === undefined)
                    return all.length < MAX_ALARM_RULES ? { rules: [...all, rule] } : full()
                  return (
                    changedElsewhere(own.map(typedOf), now && typedOf(now)) ?? {
                      rules: all.map((one) => (one === now ? { ...rule, isOn: now.isOn } : one)),
                    }
                  )
                })
                if (!isKept) return false
                setTyped((now) => now.filter((id) => id !== formId))
                setChosenId(rule.id)
                setEditing(false)
                document.querySelector<HTMLElement>('.alarm-rules .alarm-list')?.focus()
                return true
              }}
            />
          </section>
        ))}
      </div>
    </Window>
  )
}

const full = () => t('alarms.rules.full', { most: MAX_ALARM_RULES })

/**
 * What the form edits of a rule: not whether it is on, and only the name of its search, which the wall reads itself.
 */
function typedOf(rule: AlarmRule) {
  const { when } = rule
  return { ...rule, isOn: undefined, when: when.kind === 'event' ? searchNameKey(when.search.name) : when }
}

function RuleRow(props: {
  readonly id: string
  readonly rule: AlarmRule
  readonly problem: string | undefined
  /** Whether something in its form was changed, and not kept. */
  readonly isTyped: boolean
  readonly isChosen: boolean
  readonly isDoubted: boolean
  readonly onEdit: () => void
}) {
  const { id, rule, problem, isTyped, isChosen, isDoubted, onEdit } = props
  const reports = useSession((session) => session.settings.occupancyReports)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      className="alarm-row line"
      data-snoozed={rule.isOn ? undefined : true}
      ref={isChosen ? intoView : undefined}
      onClick={onEdit}
    >
      <Priority value={rule.priority} />
      <span className="pile grow slim">
        <b className="cut">{rule.title}</b>
        <span className="cut small-note">{problem ?? `${whenWords(rule, reports)}${thenWords(rule)}`}</span>
      </span>
      <span className="pile small-note rigid end">
        {t(isDoubted ? 'alarms.rules.onceMore' : rule.isOn ? 'alarms.rules.on' : 'alarms.rules.off')}
        {isTyped && <small>{t('alarms.rules.typed')}</small>}
      </span>
    </li>
  )
}
