import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { weekdays } from '#contract/platform/weekdays.ts'
import {
  type AlarmRule,
  alarmPriorities,
  MAX_ALARM_INSTRUCTION_CHARS,
  MAX_ALARM_TITLE_CHARS,
} from '#contract/wall/alarms.ts'
import { priorityWords } from '../../alarms/alarm-words.ts'
import { readRule, type RuleFault } from '../../alarms/rule-form.ts'
import { Field, textOf } from '../form-parts.tsx'
import { Picker } from '../picker.tsx'
import { useServices, useSession, useWall } from '../services.ts'

const kinds: readonly (readonly [AlarmRule['when']['kind'], string])[] = [
  ['event', 'A saved search finds something new'],
  ['camera', 'A camera has no live picture'],
  ['occupancy', 'Too many people are there'],
]
/** As people say a week. */
const days = [...weekdays.slice(1), ...weekdays.slice(0, 1)]

/** One rule, grouped as a person thinks: when, what then, how often, who has to act. */
export function RuleForm({
  rule,
  hasFocus,
  onKeep,
}: {
  readonly rule: AlarmRule | undefined
  readonly hasFocus: boolean
  readonly onKeep: (rule: AlarmRule) => Promise<void>
}) {
  const { ruleSearches } = useServices()
  const searches = useSession((session) => session.settings.savedSearches)
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState(rule?.when.kind ?? 'event')
  const [cameraIds, setCameraIds] = useState<readonly string[]>(rule?.cameraIds ?? [])
  const [ofCameraIds, setOfCameraIds] = useState<readonly string[]>(
    rule?.when.kind === 'camera' ? rule.when.cameraIds : [],
  )
  const [fault, setFault] = useState<RuleFault>()
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (hasFocus) form.current?.querySelector('input')?.focus()
  }, [hasFocus])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const element = event.currentTarget
    const data = new FormData(element)
    const read = readRule(
      {
        id: rule?.id ?? crypto.randomUUID(),
        isOn: rule?.isOn ?? true,
        kind,
        needsReason: data.get('needsReason') !== null,
        days: data.getAll('days').map(String),
        cameraIds,
        ofCameraIds,
        text: (name) => textOf(data, name),
      },
      searches,
      (search) => ruleSearches.read(search),
    )
    setKept(read.ok)
    setFault(read.ok ? undefined : read.error)
    if (read.ok) return onKeep(read.value)
    element.querySelector<HTMLElement>(`[name="${read.error.field}"]`)?.focus()
  }

  return (
    <form
      ref={form}
      className="report-form alarm-rule-form"
      aria-label="Rule"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <div className="form-pair">
        <Field
          label="Title"
          name="title"
          defaultValue={rule?.title}
          maxLength={MAX_ALARM_TITLE_CHARS}
          autoComplete="off"
          {...(hasFocus ? { 'data-first-focus': true } : {})}
        />
        <Select label="Priority" name="priority" defaultValue={String(rule?.priority ?? 2)}>
          {alarmPriorities.map((priority) => (
            <option key={priority} value={priority}>
              {priority} {priorityWords[priority]}
            </option>
          ))}
        </Select>
      </div>
      <fieldset>
        <legend>When</legend>
        <div className="form-pair">
          <Select
            label="What happens"
            name="kind"
            value={kind}
            onChange={({ currentTarget }) => {
              const chosen = kinds.find(([name]) => name === currentTarget.value)
              if (chosen !== undefined) setKind(chosen[0])
            }}
          >
            {kinds.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </Select>
          <When kind={kind} rule={rule} />
        </div>
        {kind === 'camera' && (
          <Cameras
            label="Of these cameras"
            placeholder="All that a wall shows"
            ids={ofCameraIds}
            onChange={setOfCameraIds}
          />
        )}
        <Schedule schedule={rule?.schedule} />
      </fieldset>
      <fieldset>
        <legend>Then</legend>
        <div className="field">
          <label htmlFor="alarm-instruction">Instruction for whoever acknowledges it</label>
          <textarea
            id="alarm-instruction"
            name="instruction"
            rows={3}
            defaultValue={rule?.instruction}
            maxLength={MAX_ALARM_INSTRUCTION_CHARS}
          />
        </div>
        <Cameras
          label="Cameras that are shown"
          placeholder="The one that it is about"
          ids={cameraIds}
          onChange={setCameraIds}
        />
      </fieldset>
      <fieldset>
        <legend>How often, and who has to act</legend>
        <div className="alarm-three">
          <Field
            label="Cool-down, seconds"
            name="coolDownS"
            inputMode="numeric"
            defaultValue={rule?.coolDownS ?? 60}
          />
          <Select label="One alarm for" name="coolDownPer" defaultValue={rule?.coolDownPer ?? 'camera'}>
            <option value="camera">each camera</option>
            <option value="rule">the whole rule</option>
          </Select>
          <Field
            label="Escalates after, seconds"
            name="escalateAfterS"
            inputMode="numeric"
            placeholder="never"
            defaultValue={rule?.escalateAfterS}
          />
        </div>
        <label className="alarm-check">
          <input type="checkbox" name="needsReason" defaultChecked={rule?.needsReason} />
          It is acknowledged with a reason
        </label>
      </fieldset>
      <p className={fault === undefined ? 'unseen' : 'form-error'} role="alert">
        {fault?.says}
      </p>
      <div className="report-actions">
        <button type="submit" className="button button-main">
          {rule === undefined ? 'Add the rule' : 'Keep the rule'}
        </button>
        <span className="search-note">
          <kbd>Enter</kbd> in any field
        </span>
        {isKept && <span className="form-done">Kept.</span>}
      </div>
    </form>
  )
}

function When({
  kind,
  rule,
}: {
  readonly kind: AlarmRule['when']['kind']
  readonly rule: AlarmRule | undefined
}) {
  const searches = useSession((session) => session.settings.savedSearches)
  const reports = useSession((session) => session.settings.occupancyReports)
  const when = rule?.when
  if (kind === 'event') {
    return (
      <Select
        label="Saved search"
        name="search"
        defaultValue={when?.kind === 'event' ? when.search.name : undefined}
      >
        {searches.length === 0 && <option value="">none is kept: / opens the search</option>}
        {searches.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    )
  }
  if (kind === 'camera') {
    const camera = when?.kind === 'camera' ? when : undefined
    return (
      <div className="form-pair">
        <Select label="Its state" name="state" defaultValue={camera?.state ?? 'STALE'}>
          <option value="STALE">STALE or worse</option>
          <option value="OFFLINE">OFFLINE</option>
        </Select>
        <Field
          label="For longer than, seconds"
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
      <Select label="Occupancy report" name="reportId" defaultValue={occupancy?.reportId}>
        {reports.length === 0 && <option value="">none is kept: O opens reports</option>}
        {reports.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        label="As many people, or more"
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
      <span className="field-label">Only on these days; none: always</span>
      <div className="alarm-days">
        {days.map((day) => (
          <label key={day} className="alarm-check">
            <input type="checkbox" name="days" value={day} defaultChecked={schedule?.days.includes(day)} />
            {day.slice(0, 1)}
            {day.slice(1, 3).toLowerCase()}
          </label>
        ))}
        <span className="alarm-hours">
          <Field label="From" name="from" className="short" defaultValue={schedule?.from ?? '00:00'} />
          <Field label="Until" name="until" className="short" defaultValue={schedule?.until ?? '00:00'} />
        </span>
      </div>
    </div>
  )
}

function Cameras({
  label,
  placeholder,
  ids,
  onChange,
}: {
  readonly label: string
  readonly placeholder: string
  readonly ids: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}) {
  const cameras = useWall((wall) => wall.cameras)
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <Picker
        label={label}
        placeholder={placeholder}
        choices={cameras.map(({ id, number, name, group }) => ({
          id,
          number,
          words: `${number} ${name}`,
          ...(group === '' ? {} : { detail: group }),
        }))}
        chosen={ids}
        onChange={onChange}
      />
    </div>
  )
}

function Select({
  label,
  children,
  ...select
}: { readonly label: string; readonly children: ReactNode } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select}>
        {children}
      </select>
    </div>
  )
}
