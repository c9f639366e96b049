import { MAX_TILE_TEXT_CHARS } from '#contract/wall/document.ts'
import { Form, FormEnd, SendButton, textOf } from '../form-parts.tsx'
import { useServices } from '../services.ts'
import { Window } from '../window.tsx'
import { useOpenedTile } from './use-opened-tile.ts'
import { t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'

/** A note in the place of a picture. */
export function TextWindow({ onClose }: { readonly onClose: () => void }) {
  const { run } = useServices()
  const { tile, content, isThere } = useOpenedTile()

  function keep(data: FormData): void {
    const text = textOf(data, 'text')
    if (!isThere()) return
    onClose()
    run({ kind: 'show-content', tile, content: text === '' ? { kind: 'empty' } : { kind: 'text', text } })
  }

  return (
    <Window title={t('contents.text.title', { tile: tile + 1 })} size="narrow" onClose={onClose}>
      <Form className="form" onSend={keep}>
        <textarea
          className="text-field"
          name="text"
          aria-label={t('contents.text.label')}
          rows={4}
          maxLength={MAX_TILE_TEXT_CHARS}
          defaultValue={content.kind === 'text' ? content.text : ''}
          data-first-focus
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <FormEnd hint={rich('contents.text.keys', { kbd })}>
          <SendButton>{t('contents.text.show')}</SendButton>
        </FormEnd>
      </Form>
    </Window>
  )
}
