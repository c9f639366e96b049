import type { TileContent } from '#contract/wall/document.ts'
import { useStore } from 'zustand'
import { MAX_SALVO_NAME_CHARS, type SalvoScope, salvoScopes } from '#contract/wall/salvo.ts'
import { layoutWords } from '../../wall/layout.ts'
import { salvoWallOf } from '../../wall/salvos.ts'
import { Field, Form, FormEnd, Problem, SendButton, textOf } from '../form-parts.tsx'
import { LayoutPicture } from '../layout-picture.tsx'
import { Choices } from '../radio-choices.tsx'
import { useServices, useSession, useWall } from '../services.ts'
import { useTry } from '../use-call.ts'
import { Window } from '../window.tsx'
import { t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'
import { salvoTitle } from '../../wall/salvo-words.ts'

/** Asks for a name and for which monitors, and says what would be replaced. */
export function SaveSalvoWindow({ onClose }: { readonly onClose: () => void }) {
  const { salvos } = useServices()
  const number = useStore(salvos.store, ({ saving }) => saving)
  const reach = useSession(({ sharedSalvos }) => sharedSalvos.reach)
  const replaced = useSession((session) => session.salvos.find((one) => one.number === number))
  const monitor = useSession((session) => session.monitor)
  const monitorCount = useSession(({ monitors }) => monitors.length)
  const document = useWall((wall) => wall.document)
  const { isBusy, problem, attempt } = useTry<string>()
  const shown = salvoWallOf(document, monitor)

  async function keep(form: FormData): Promise<void> {
    const scope = form.get('scope') === 'all' ? 'all' : 'monitor'
    if (await attempt(salvos.keep(textOf(form, 'name'), scope, form.get('place') === 'shared'))) onClose()
  }

  return (
    <Window title={t('salvos.save.title', { number: number ?? '' })} size="narrow" onClose={onClose}>
      <Form className="form" onSend={keep}>
        <div className="salvo-shown stack">
          <LayoutPicture layout={shown.layout} kinds={shown.tiles.map(({ kind }) => kind)} />
          <p>
            <b>{layoutWords(shown.layout)}</b>
            <span className="small-note">{contentWords(shown.tiles.map(({ kind }) => kind))}</span>
          </p>
        </div>
        <Field
          label={t('form.name')}
          name="name"
          maxLength={MAX_SALVO_NAME_CHARS}
          defaultValue={replaced?.name ?? ''}
          placeholder={t('salvos.save.examples')}
          autoComplete="off"
          data-first-focus
        />
        {monitorCount > 1 && (
          <Choices
            label={t('salvos.save.scope')}
            name="scope"
            defaultValue={replaced?.scope ?? 'monitor'}
            choices={salvoScopes.map((value) => ({ value, label: scopeWords(value, monitorCount) }))}
          />
        )}
        {reach !== 'unknown' && reach !== 'absent' && (
          <Choices
            label={t('salvos.save.whoHas')}
            name="place"
            defaultValue={salvos.isShared(number) ? 'shared' : 'here'}
            choices={[
              { value: 'here', label: t('salvos.save.here') },
              {
                value: 'shared',
                label: t('salvos.save.shared'),
                ...(reach === 'away' ? { hint: t('salvos.save.sentLater') } : {}),
              },
            ]}
          />
        )}
        <Problem text={replaced && t('salvos.save.replaced', { salvo: salvoTitle(replaced) })} />
        <Problem text={problem} />
        <FormEnd
          hint={rich(replaced === undefined ? 'salvos.save.savesKeys' : 'salvos.save.replacesKeys', { kbd })}
        >
          <SendButton isBusy={isBusy}>{t(replaced === undefined ? 'form.save' : 'form.replace')}</SendButton>
        </FormEnd>
      </Form>
    </Window>
  )
}

function scopeWords(scope: SalvoScope, monitorCount: number): string {
  return scope === 'monitor' ? t('salvos.scope.monitor') : t('salvos.scope.all', { count: monitorCount })
}

/** `7 cameras, 1 feed, 1 empty` */
function contentWords(kinds: readonly TileContent['kind'][]): string {
  const counts = Map.groupBy(kinds, (kind) => kind)
  return [...counts].map(([kind, all]) => t(`salvos.kind.${kind}`, { count: all.length })).join(', ')
}
