import { Ban, Check, CircleDashed, CircleX, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import {
  type Assumption,
  type AssumptionName,
  assumptionNames,
  assumptions,
} from '#contract/platform/assumptions.ts'
import type { Findings } from '#contract/wall/connection.ts'
import { type OverrideField, overrideFieldsOf } from '../../platform/override-fields.ts'
import { isOverride, overridesFrom, type TypedOverrides, typedOverrides } from '../../platform/overrides.ts'
import { useSetAddress } from '../address-form.tsx'
import { Button, Form, FormError, IconButton, SendButton } from '../form-parts.tsx'
import { minuteText } from '../../timeline/axis/time-words.ts'
import { useServices, useSession } from '../services.ts'
import { isKey, t } from '../../language/language.ts'

/**
 * A guess never hides: what the interface leaves open, our answer, what this platform has shown of it, and what to
 * do otherwise there.
 */
export function AssumptionsPanel() {
  const source = useSession((session) => session.connection.source)
  const findings = useSession((session) => session.connection.findings)
  const baseUrl = useSession((session) => session.connection.address?.baseUrl)
  return (
    <>
      <p className="window-note">
        {t('platform.assumptions.interfaceLeavesTheseOpenConfirmed', {
          findingsSentence: findingsSentence(findings, assumptionNames.length),
        })}
      </p>
      {source === 'embedded' && (
        <p className="window-note">{t('platform.assumptions.localSiteSpeaksAsAssumed')}</p>
      )}
      {/* Another platform has overrides of its own. */}
      <OverridesForm key={baseUrl} />
    </>
  )
}

function OverridesForm() {
  const address = useSession((session) => session.connection.address)
  const source = useSession((session) => session.connection.source)
  const set = useSetAddress(address)
  const [typed, setTyped] = useState<TypedOverrides>(() => typedOverrides(address?.overrides))
  /** What is kept of what was typed. */
  const [saved, setSaved] = useState<TypedOverrides>()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const isFixed = source !== 'configured' || address === undefined
  const changes = Object.entries(typed).filter(([name, value]) => isOverride(name, value)).length

  function change(name: string, value: string): void {
    const next = { ...typed, [name]: value }
    setTyped(next)
    const checked = overridesFrom(next)
    setFaults(checked.ok ? {} : checked.error)
  }

  function send(): void {
    const overrides = overridesFrom(typed)
    if (overrides.ok && set.from !== undefined) {
      const sent = typed
      void set.run({ ...set.from, overrides: overrides.value }).then((isKept) => isKept && setSaved(sent))
    }
  }

  return (
    <Form className="assumptions" onSend={send}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('platform.assumptions.no')}</th>
            <th scope="col">{t('platform.assumptions.leftOpen')}</th>
            <th scope="col">{t('platform.assumptions.ourAnswer')}</th>
            <th scope="col">{t('platform.assumptions.platform')}</th>
          </tr>
        </thead>
        <tbody>
          {assumptionNames.map((name) => (
            <AssumptionRow key={name} name={name} form={isFixed ? undefined : { typed, faults, change }} />
          ))}
        </tbody>
      </table>
      {!isFixed && (
        <div className="assumptions-end stack">
          <FormError error={set.error} />
          <div className="form-end row">
            <SendButton isBusy={set.isBusy} disabled={Object.keys(faults).length > 0}>
              {set.isBusy ? t('form.saving') : t('platform.assumptions.useTheseAnswers')}
            </SendButton>
            <Button
              disabled={changes === 0}
              onClick={() => {
                setTyped({})
                setFaults({})
              }}
            >
              {t('platform.assumptions.allAsAssumed')}
            </Button>
            <span role="status" className="field-hint">
              {changes === 0
                ? t('platform.assumptions.everythingAsAssumed')
                : t('platform.assumptions.changedPlatform', { changes })}
              {saved === typed ? ` ${t('form.saved')}` : ''}
            </span>
          </div>
        </div>
      )}
    </Form>
  )
}

interface OverridesTyped {
  readonly typed: TypedOverrides
  readonly faults: Readonly<Record<string, string>>
  readonly change: (name: string, value: string) => void
}

/** @param form undefined where nothing can be changed */
function AssumptionRow(props: { readonly name: AssumptionName; readonly form: OverridesTyped | undefined }) {
  const { name, form } = props
  const { zone, clock } = useServices()
  const findings = useSession((session) => session.connection.findings)
  const { number, answer, isExtension }: Assumption = assumptions[name]
  const gap = t(`platform.gap.${name}`)
  const { Icon, tone, words, atMs } = findingLook(findings, name)
  const fields = overrideFieldsOf(name)
  return (
    <tr data-assumption={name}>
      <td>{number}</td>
      <th scope="row">{gap}</th>
      <td>
        {answer !== undefined && <span className="code">{answer}</span>} {notesOf(name, isExtension)}
        {fields.length > 0 && form !== undefined && <Overrides gap={gap} fields={fields} {...form} />}
      </td>
      <td data-tone={tone}>
        <Icon aria-hidden size="1.25em" /> {t(words)}
        {atMs !== undefined && (
          <small>{t('tile.since', { time: minuteText(zone(), atMs, clock.nowMs()) })}</small>
        )}
      </td>
    </tr>
  )
}

/** What of our answer is words. */
function notesOf(name: AssumptionName, isExtension = false): string {
  const key = `platform.gapNote.${name}`
  const notes = [...(isKey(key) ? [t(key)] : []), ...(isExtension ? [t('platform.gapNote.extension')] : [])]
  return notes.length === 0 ? '' : `(${notes.join('; ')})`
}

function Overrides({
  gap,
  fields,
  typed,
  faults,
  change,
}: OverridesTyped & { readonly gap: string; readonly fields: readonly OverrideField[] }) {
  const changed = fields.filter((field) => isOverride(field.name, typed[field.name] ?? '')).length
  const [isOpen, setOpen] = useState(changed > 0)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('platform.assumptions.otherwisePlatform', { gap })}>
        {changed === 0
          ? t('platform.assumptions.otherwiseHere')
          : t('platform.assumptions.changedHere', { changed })}
      </summary>
      {fields.map((field) => (
        <OverrideInput
          key={field.name}
          field={field}
          value={typed[field.name] ?? ''}
          fault={faults[field.name]}
          onChange={(value) => change(field.name, value)}
        />
      ))}
    </details>
  )
}

/** One override where it belongs: what the platform does otherwise, and back to the usual. */
function OverrideInput(props: {
  readonly field: OverrideField
  /** Empty: as usual. */
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}) {
  const { field, value, fault, onChange } = props
  const id = useId()
  const { name, usual, choices } = field
  const label = t(field.label)
  const shared = {
    id,
    name,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
  }
  return (
    <div className="override stack" data-override={name} data-changed={value !== ''}>
      <label htmlFor={id}>{label}</label>
      {choices === undefined ? (
        <input
          {...shared}
          className="code"
          spellCheck={false}
          autoCapitalize="none"
          placeholder={usual}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select
          {...shared}
          value={value === '' ? usual : value}
          onChange={({ currentTarget }) => onChange(currentTarget.value === usual ? '' : currentTarget.value)}
        >
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      <IconButton
        Icon={RotateCcw}
        label={t('platform.overrideInput.back', { label, usual })}
        title={t('platform.overrideInput.backHint', { usual })}
        disabled={value === ''}
        onClick={() => onChange('')}
      />
      {fault !== undefined && (
        <small id={`${id}-fault`} className="override-fault" role="alert">
          {fault}
        </small>
      )}
    </div>
  )
}

const looks = {
  confirmed: { Icon: Check, tone: 'good', words: 'platform.assumptions.confirmed' },
  contradicted: { Icon: CircleX, tone: 'fault', words: 'platform.assumptions.contradicted' },
  absent: { Icon: Ban, tone: 'quiet', words: 'platform.state.absent' },
  untested: { Icon: CircleDashed, tone: 'quiet', words: 'platform.assumptions.untested' },
} as const

/** What the platform has shown of an assumption: a sign, a word, and since when. */
function findingLook(findings: Findings, name: AssumptionName) {
  const finding = findings[name]
  return { ...looks[finding?.verdict ?? 'untested'], atMs: finding?.atMs }
}

/** How many of each, for a line above the table. */
function findingsSentence(findings: Findings, total: number): string {
  const verdicts = Object.values(findings).map((finding) => finding.verdict)
  const count = (verdict: (typeof verdicts)[number]) => verdicts.filter((one) => one === verdict).length
  const untested = total - verdicts.length
  return t('platform.assumptions.counted', {
    confirmed: count('confirmed'),
    contradicted: count('contradicted'),
    absent: count('absent'),
    untested,
  })
}
