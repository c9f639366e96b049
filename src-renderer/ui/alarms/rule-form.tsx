import { useEffect, useId, useRef, useState } from 'react'
import {
  type AlarmRule,
  alarmPriorities,
  MAX_ALARM_INSTRUCTION_CHARS,
  MAX_ALARM_TITLE_CHARS,
} from '#contract/wall/alarms.ts'
import { findSearch } from '#contract/wall/saved-search.ts'
import { priorityText } from '../../alarms/alarm-words.ts'
import { readRule, type RuleFault } from '../../alarms/rule-form.ts'
import { dayWord, weekFromMonday } from '../../wall/salvo-times.ts'
import {
  Field,
  Form,
  Options,
  Problem,
  SavedSelect,
  Select,
  SendButton,
  textOf,
  TickBox,
} from '../form-parts.tsx'
import { CamerasField } from '../picker.tsx'
import { useServices, useSession } from '../services.ts'
import { stateWords } from '../words.ts'
import { t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'
import { salvoChoice } from '../../wall/salvo-words.ts'

const kinds = ['event', 'camera', 'occupancy'] as const

/** One rule, grouped as a person thinks: when, what then, how often, who has to act. */
export function RuleForm(props: {
  readonly rule: AlarmRule | undefined
  /** What keeps it from doing what it says. */
  readonly problem: string | undefined
  readonly hasFocus: boolean
  readonly onTyped: () => void
  /** Resolves to whether it is kept. `own` is what the form began with, and what it has sent since. */
  readonly onKeep: (rule: AlarmRule, own: readonly AlarmRule[]) => Promise<boolean>
}) {
  const { rule, problem, hasFocus, onTyped, onKeep } = props
  const { ruleSearches } = useServices()
  const settings = useSession((session) => session.settings)
  const salvos = useSession((session) => session.salvos)
  const form = useRef<HTMLFormElement>(null)
  const instructionId = useId()
  const [kind, setKind] = useState(rule?.when.kind ?? 'event')
  const [cameraIds, setCameraIds] = useState<readonly string[]>(rule?.cameraIds ?? [])
  const [ofCameraIds, setOfCameraIds] = useState<readonly string[]>(
    rule?.when.kind === 'camera' ? rule.when.cameraIds : [],
  )
  const [fault, setFault] = useState<RuleFault>()
  /** Sent again, it is the same rule. */
  const [id] = useState(() => rule?.id ?? crypto.randomUUID())
  const own = useRef(rule === undefined ? [] : [rule])
  const [isKept, setKept] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (hasFocus) form.current?.querySelector('input')?.focus()
  }, [hasFocus])

  const typed = (set: (ids: readonly string[]) => void) => (ids: readonly string[]) => {
    set(ids)
    onTyped()
  }

  async function submit(data: FormData, element: HTMLFormElement): Promise<void> {
    const read = readRule(
      {
        id,
        isOn: rule?.isOn ?? true,
        before: rule?.when,
        kind,
        needsReason: data.get('needsReason') !== null,
        days: data.getAll('days').map(String),
        does: data.getAll('does').map(String),
        cameraIds,
        ofCameraIds,
        text: (name) => textOf(data, name),
      },
      settings,
      (search) => ruleSearches.read(search),
    )
    setKept(false)
    setFault(read.ok ? undefined : read.error)
    if (!read.ok) return element.querySelector<HTMLElement>(`[name="${read.error.field}"]`)?.focus()
    setBusy(true)
    own.current.push(read.value)
    const isTaken = await onKeep(read.value, own.current)
    if (isTaken) own.current = [read.value]
    setKept(isTaken)
    setBusy(false)
  }

  return (
    <Form
      ref={form}
      className="grouped-form alarm-rule-form"
      aria-label={t('alarms.form.label')}
      noValidate
      onChange={onTyped}
      onSend={submit}
    >
      {problem !== undefined && <p className="form-error">{problem}</p>}
      <div className="form-pair">
        <Field
          label={t('alarms.form.title')}
          name="title"
          defaultValue={rule?.title}
          maxLength={MAX_ALARM_TITLE_CHARS}
          autoComplete="off"
          {...(hasFocus ? { 'data-first-focus': true } : {})}
        />
        <Select label={t('alarms.form.priority')} name="priority" defaultValue={String(rule?.priority ?? 2)}>
          <Options of={alarmPriorities.map((value) => [value, `${value} ${priorityText(value)}`])} />
        </Select>
      </div>
      <fieldset className="stack">
        <legend>{t('form.when')}</legend>
        <div className="form-pair">
          <Select
            label={t('alarms.form.what')}
            name="kind"
            value={kind}
            onChange={({ currentTarget }) =>
              setKind(kinds.find((one) => one === currentTarget.value) ?? kind)
            }
          >
            <Options of={kinds.map((one) => [one, t(`alarms.kind.${one}`)])} />
          </Select>
          <When kind={kind} rule={rule} />
        </div>
        {kind === 'camera' && (
          <CamerasField
            label={t('alarms.form.ofCameras')}
            placeholder={t('alarms.form.allCameras')}
            chosen={ofCameraIds}
            onChange={typed(setOfCameraIds)}
          />
        )}
        <Schedule schedule={rule?.schedule} />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('alarms.form.then')}</legend>
        <div className="form-pair">
          <div className="alarm-does">
            <TickBox name="does" value="alarm" defaultChecked={rule?.does.alarm ?? true}>
              {t('alarms.does.alarm')}
            </TickBox>
            <TickBox name="does" value="sound" defaultChecked={rule?.does.sound ?? true}>
              {t('alarms.does.sound')}
            </TickBox>
            <TickBox name="does" value="hotspot" defaultChecked={rule?.does.hotspot ?? false}>
              {t('alarms.does.hotspot')}
            </TickBox>
          </div>
          <SavedSelect
            label={t('alarms.does.salvo')}
            name="salvo"
            defaultValue={String(rule?.does.salvo ?? '')}
            choices={[{ value: '', words: t('alarms.does.noSalvo') }, ...salvos.map(salvoChoice)]}
            goneWords={(number) => t('salvos.gone', { number })}
          />
        </div>
        <div className="field">
          <label htmlFor={instructionId}>{t('alarms.form.instruction')}</label>
          <textarea
            id={instructionId}
            name="instruction"
            rows={3}
            defaultValue={rule?.instruction}
            maxLength={MAX_ALARM_INSTRUCTION_CHARS}
          />
        </div>
        <CamerasField
          label={t('alarms.form.shownCameras')}
          placeholder={t('alarms.form.ownCamera')}
          chosen={cameraIds}
          onChange={typed(setCameraIds)}
        />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('alarms.form.whoActs')}</legend>
        <div className="alarm-three stack">
          <Field
            label={t('alarms.form.coolDown')}
            name="coolDownS"
            inputMode="numeric"
            defaultValue={rule?.coolDownS ?? 60}
          />
          <Select
            label={t('alarms.form.oneAlarmFor')}
            name="coolDownPer"
            defaultValue={rule?.coolDownPer ?? 'camera'}
          >
            <option value="camera">{t('alarms.form.eachCamera')}</option>
            <option value="rule">{t('alarms.form.wholeRule')}</option>
          </Select>
          <Field
            label={t('alarms.form.escalatesAfter')}
            name="escalateAfterS"
            inputMode="numeric"
            placeholder={t('alarms.form.never')}
            defaultValue={rule?.escalateAfterS}
          />
        </div>
        <TickBox name="needsReason" defaultChecked={rule?.needsReason}>
          {t('alarms.form.needsReason')}
        </TickBox>
      </fieldset>
      <div className="form-actions row">
        <Problem text={fault?.message} />
        <SendButton isBusy={isBusy}>
          {t(rule === undefined ? 'alarms.form.add' : 'alarms.form.keep')}
        </SendButton>
        <span className="small-note">{rich('alarms.form.enter', { kbd })}</span>
        {isKept && <span className="form-done">{t('alarms.form.kept')}</span>}
      </div>
    </Form>
  )
}

function When(props: { readonly kind: AlarmRule['when']['kind']; readonly rule: AlarmRule | undefined }) {
  const { kind, rule } = props
  const searches = useSession((session) => session.settings.savedSearches)
  const reports = useSession((session) => session.settings.occupancyReports)
  const when = rule?.when
  if (kind === 'event') {
    const name = when?.kind === 'event' ? when.search.name : undefined
    const saved = name === undefined ? undefined : findSearch(searches, name)
    return (
      <SavedSelect
        label={t('alarms.form.search')}
        name="search"
        defaultValue={saved?.name ?? name}
        choices={searches.map(({ name }) => ({ value: name, words: name }))}
        goneWords={(name) => (name === '' ? t('alarms.form.noSearch') : t('events.feed.noSearch', { name }))}
      />
    )
  }
  if (kind === 'camera') {
    const camera = when?.kind === 'camera' ? when : undefined
    return (
      <div className="form-pair">
        <Select label={t('alarms.form.state')} name="state" defaultValue={camera?.state ?? 'STALE'}>
          <option value="STALE">{t('alarms.form.staleOrWorse')}</option>
          <option value="OFFLINE">{stateWords('OFFLINE')}</option>
        </Select>
        <Field
          label={t('alarms.form.longer')}
          name="longerThanS"
          inputMode="numeric"
          defaultValue={camera?.longerThanS ?? 30}
        />
      </div>
    )
  }
  const occupancy = when?.kind === 'occupancy' ? when : undefined
  return (
    <div className="form-pair">
      <SavedSelect
        label={t('alarms.form.report')}
        name="reportId"
        defaultValue={occupancy?.reportId}
        choices={reports.map(({ id, name }) => ({ value: id, words: name }))}
        goneWords={(id) => t(id === '' ? 'alarms.form.noReport' : 'alarms.when.noReport')}
      />
      <Field
        label={t('alarms.form.threshold')}
        name="threshold"
        inputMode="numeric"
        defaultValue={occupancy?.threshold}
      />
    </div>
  )
}

function Schedule({ schedule }: { readonly schedule: AlarmRule['schedule'] }) {
  return (
    <div className="alarm-schedule">
      <span className="field-label">{t('alarms.form.days')}</span>
      <div className="alarm-days wrap">
        {weekFromMonday.map((day) => (
          <TickBox key={day} name="days" value={day} defaultChecked={schedule?.days.includes(day)}>
            {dayWord(day)}
          </TickBox>
        ))}
        <span className="alarm-hours">
          <Field
            label={t('form.from')}
            name="from"
            className="short"
            defaultValue={schedule?.from ?? '00:00'}
          />
          <Field
            label={t('alarms.form.until')}
            name="until"
            className="short"
            defaultValue={schedule?.until ?? '00:00'}
          />
        </span>
      </div>
    </div>
  )
}
