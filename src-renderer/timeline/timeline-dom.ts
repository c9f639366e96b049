import { t } from '../language/language.ts'

export type TimelineDom = ReturnType<typeof buildTimeline>

/** The elements of a timeline; what they look like is `styles/timeline.css`. */
export function buildTimeline(document: Document) {
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
  const clock = make('span', 'timeline-clock bright large')
  /** What the wall does: live, or played back and how. */
  const mode = make('span', 'timeline-mode rounded bright')
  const date = make('span', 'timeline-date')
  /** For whoever has something to say beside the time: a search. */
  const bar = make('div', 'timeline-bar-rest row grow')
  const labels = make('ol', 'timeline-labels low')
  const canvas = make('canvas', 'timeline-canvas')
  const hoverLine = make('div', 'timeline-hover-line')
  const playhead = make('div', 'timeline-playhead')
  playhead.dataset['now'] = t('timeline.now')
  /** What is to be exported. */
  const range = make('div', 'timeline-range')
  const rangeWords = make('span', 'timeline-range-words')
  const cardPicture = make('canvas', 'timeline-card-picture')
  /** When the picture was taken. */
  const cardTaken = make('span', 'timeline-card-taken')
  const cardTime = make('b', 'timeline-card-time bright')
  const cardCamera = make('span', 'timeline-card-camera')
  const cardEvents = make('span', 'timeline-card-events')
  const cardFields = make('span', 'timeline-card-fields clipped bright')
  const card = make(
    'div',
    'timeline-card stack small-note rounded',
    cardPicture,
    cardTaken,
    cardTime,
    cardCamera,
    cardEvents,
    cardFields,
  )
  const marks = make('div', 'timeline-marks', range, hoverLine, playhead)
  const surface = make('div', 'timeline-surface clipped slim low', canvas, marks)
  const root = make(
    'section',
    'timeline',
    make('header', 'timeline-bar row small-note nowrap', clock, mode, date, rangeWords, bar),
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
