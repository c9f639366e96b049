import type { EventController } from '../event-controller.ts'
import type { SearchController } from '../search/search-controller.ts'
import { type ShownTagsStore, toggleTag } from './shown-tags.ts'
import { t } from '../../language/language.ts'
import { onChangeOf } from '../../wall/on-change-of.ts'

export interface MarkLegendOptions {
  readonly eventController: EventController
  readonly search: SearchController
  readonly shown: ShownTagsStore
}

/**
 * The tags by name and hue in the timeline's bar, each a switch; and the search whose hits are marked. Returns the
 * function that takes them away.
 */
export function drawLegend(bar: HTMLElement, { eventController, search, shown }: MarkLegendOptions) {
  const root = bar.ownerDocument.createElement('div')
  root.className = 'event-legend clipped slim'
  bar.append(root)

  function draw(): void {
    const { hidden } = shown.getState()
    const tags = eventController.store.getState().tags.map(({ id, name }) => {
      const title = t(hidden.has(id) ? 'events.legend.show' : 'events.legend.hide', { name })
      const button = makeButton('event-legend-tag', name, title, () => toggleTag(shown, id))
      button.setAttribute('aria-pressed', String(!hidden.has(id)))
      const { background, clipPath } = eventController.markOf(id)
      button.style.setProperty('--event', background)
      button.style.setProperty('--shape', clipPath)
      return button
    })
    const { asked } = search.store.getState()
    root.replaceChildren(...tags)
    if (asked === undefined || search.hits === undefined) return
    root.append(makeButton('event-legend-hits', asked.text, t('events.legend.hits'), () => search.clear()))
  }

  function makeButton(className: string, text: string, title: string, act: () => void): HTMLButtonElement {
    const button = root.ownerDocument.createElement('button')
    button.type = 'button'
    button.className = `${className} cut`
    button.textContent = text
    button.title = title
    // Keeps the focus where it is.
    button.addEventListener('pointerdown', (event) => event.preventDefault())
    button.addEventListener('click', act)
    return button
  }

  const stops = [
    eventController.store.subscribe(draw),
    shown.subscribe(draw),
    onChangeOf(search.store, 'asked', draw),
  ]
  draw()
  return () => {
    for (const stop of stops) stop()
    root.remove()
  }
}
