import { t } from '../language/language.ts'

/** The elements of a timeline; what they look like is `styles/timeline.css`. */
export interface TimelineDom {
  readonly root: HTMLElement
  readonly clock: HTMLElement
  readonly date: HTMLElement
  /** What the wall does: live, or played back and how. */
  readonly mode: HTMLElement
  /** For whoever has something to say beside the time: a search. */
  readonly bar: HTMLElement
  readonly labels: HTMLElement
  readonly surface: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly playhead: HTMLElement
  /** What is to be exported. */
  readonly range: HTMLElement
  readonly rangeWords: HTMLElement
  readonly hoverLine: HTMLElement
  readonly card: HTMLElement
  readonly cardPicture: HTMLCanvasElement
  /** When the picture was taken. */
  readonly cardTaken: HTMLElement
  readonly cardTime: HTMLElement
  readonly cardCamera: HTMLElement
  readonly cardEvents: HTMLElement
  readonly cardFields: HTMLElement
}

export function buildTimeline(document: Document): TimelineDom {
  const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    className: string,
    ...children: Node[]
  ): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name)
    element.className = className
    element.append(...children)
    return element
  }
  const clock = make('span', 'timeline-clock')
  const mode = make('span', 'timeline-mode')
  const date = make('span', 'timeline-date')
  const bar = make('div', 'timeline-bar-rest')
  const labels = make('ol', 'timeline-labels')
  const canvas = make('canvas', 'timeline-canvas')
  const hoverLine = make('div', 'timeline-hover-line')
  const playhead = make('div', 'timeline-playhead')
  playhead.dataset['now'] = t('timeline.now')
  const range = make('div', 'timeline-range')
  const rangeWords = make('span', 'timeline-range-words')
  const cardPicture = make('canvas', 'timeline-card-picture')
  const cardTaken = make('span', 'timeline-card-taken')
  const cardTime = make('b', 'timeline-card-time')
  const cardCamera = make('span', 'timeline-card-camera')
  const cardEvents = make('span', 'timeline-card-events')
  const cardFields = make('span', 'timeline-card-fields')
  const card = make(
    'div',
    'timeline-card',
    cardPicture,
    cardTaken,
    cardTime,
    cardCamera,
    cardEvents,
    cardFields,
  )
  const marks = make('div', 'timeline-marks', range, hoverLine, playhead)
  const surface = make('div', 'timeline-surface', canvas, marks)
  const root = make(
    'section',
    'timeline',
    make('header', 'timeline-bar', clock, mode, date, rangeWords, bar),
    labels,
    surface,
    card,
  )
  root.setAttribute('aria-label', t('timeline.title'))
  card.hidden = true
  hoverLine.hidden = true
  playhead.hidden = true
  range.hidden = true
  rangeWords.setAttribute('role', 'status')
  card.setAttribute('aria-hidden', 'true')
  canvas.setAttribute('aria-hidden', 'true')
  surface.tabIndex = 0
  surface.setAttribute('role', 'slider')
  surface.setAttribute('aria-label', t('timeline.time'))
  surface.setAttribute('aria-orientation', 'horizontal')
  return {
    root,
    clock,
    mode,
    date,
    bar,
    labels,
    surface,
    canvas,
    playhead,
    range,
    rangeWords,
    hoverLine,
    card,
    cardPicture,
    cardTaken,
    cardTime,
    cardCamera,
    cardEvents,
    cardFields,
  }
}
