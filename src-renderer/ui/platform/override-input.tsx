import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../form-parts.tsx'
import type { OverrideField } from '../../platform/override-fields.ts'
import { t } from '../../language/language.ts'

/** One override where it belongs: what the platform does otherwise, and back to the usual. */
export function OverrideInput({
  field,
  value,
  fault,
  onChange,
}: {
  readonly field: OverrideField
  /** Empty: as usual. */
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}) {
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
    <div className="override" data-override={name} data-changed={value !== ''}>
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
