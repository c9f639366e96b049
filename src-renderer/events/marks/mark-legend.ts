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

/** The tags by name and hue in the timeline's bar, each a switch; and the search whose hits are marked. */
export class MarkLegend {
  readonly #options: MarkLegendOptions
  readonly #root: HTMLElement
  readonly #unsubscribe: readonly (() => void)[]

  constructor(bar: HTMLElement, options: MarkLegendOptions) {
    this.#options = options
    this.#root = bar.ownerDocument.createElement('div')
    this.#root.className = 'event-legend'
    bar.append(this.#root)
    const draw = () => this.#draw()
    const { eventController, search, shown } = options
    this.#unsubscribe = [
      eventController.store.subscribe(draw),
      shown.subscribe(draw),
      onChangeOf(search.store, 'asked', draw),
    ]
    draw()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#root.remove()
  }

  #draw(): void {
    const { eventController, search, shown } = this.#options
    const { hidden } = shown.getState()
    const tags = eventController.store.getState().tags.map(({ id, name }) => {
      const button = this.#button('event-legend-tag', name, () => toggleTag(shown, id))
      button.setAttribute('aria-pressed', String(!hidden.has(id)))
      button.title = t(hidden.has(id) ? 'events.legend.show' : 'events.legend.hide', { name })
      const { background, clipPath } = eventController.markOf(id)
      button.style.setProperty('--event', background)
      button.style.setProperty('--shape', clipPath)
      return button
    })
    const { asked } = search.store.getState()
    const hits = asked === undefined || search.hits === undefined ? [] : [this.#hits(asked.text)]
    this.#root.replaceChildren(...tags, ...hits)
  }

  #hits(text: string): HTMLElement {
    const button = this.#button('event-legend-hits', text, () => this.#options.search.clear())
    button.title = t('events.legend.hits')
    return button
  }

  #button(className: string, text: string, act: () => void): HTMLButtonElement {
    const button = this.#root.ownerDocument.createElement('button')
    button.type = 'button'
    button.className = `${className} cut`
    button.textContent = text
    // Keeps the focus where it is.
    button.addEventListener('pointerdown', (event) => event.preventDefault())
    button.addEventListener('click', act)
    return button
  }
}
