import type { Survivor } from './mutation-page.ts'

interface Rule {
  readonly fits: (survivor: Survivor) => boolean
  readonly verdict: string
}

/** Not run by unit tests. */
const reachedFromOutside = /context-of-wall|grid-keys/

/** A sentence, and what is before it where it goes into a log or an exception. */
const words = /^[`'"].*\p{L}\p{L} \p{L}.*[`'"]$/su
const toLog = /(?:\blog\.\w+|\bthrow new \w+|\bnew Error)\([^;)]*$/

/** Quantities that are measured: no exact value matters. */
const measured = /(?:Ms|Seconds|Px|Bytes|Share|Percent)\b/

/** By file: originals whose changes only make it slower. */
const slowerAlone: Readonly<Record<string, RegExp>> = {
  'events/search/choose-sources.ts':
    /^(?:conditions\.filter.*|one !== driver|operator === '(?:ne|eq)'.*|'(?:ne|eq)')$/,
  'events/search/condition-sql.ts': /<= startChars$|^condition\.operator === 'eq'$|^at \+ 3 < chars/,
  'events/search/count-buckets.ts': /^(?:source\.isInOrder|\(?endMs - startMs.*|bucket < length)$/,
  'events/search/event-reader.ts':
    /^(?:cameras\?\.length === 0|text === undefined|this\.#cameraTexts.*|ids\.some.*|!this\.#ids\.has.*)$/,
  'events/search/event-source.ts': /^(?:true|false|driver\.operator === 'eq'|'eq')$/,
  // A print that is complete ignores what is added.
  'playback/gateway/delivery.ts': /^!print\.isComplete$/,
  'occupancy/occupancy-part.ts': /^good\.length === 0$/,
}

/** By file: originals whose changes change no result. */
const same: Readonly<Record<string, RegExp>> = {
  // The whole cursor is checked afterwards.
  'events/search/cursor.ts': /^(?:''|\/\^.*|\[\])$/,
  // A text has no `isBoolean`; there is no tag without a condition here.
  'events/search/choose-sources.ts': /^(?:one\.kind === 'number'|!first)$/,
  // Every camera has an id, and none has Stryker's.
  'events/search/event-reader.ts': /^(?:\[\]|id === undefined)$/,
  'occupancy/dictionaries/dictionaries-file.ts': /^'(?:custom|utf8)'$/,
  'occupancy/occupancy-part.ts': /^'zone_count'$/,
}

/** By file: single changes, as `original → replacement`, that change no result. */
const sameAfter: Readonly<Record<string, RegExp>> = {
  // Subscribing a tile again with each list of wishes changes nothing; no tile is called `Stryker`.
  'playback/local/hls-fallback.ts': /wish\.tile === tile\)? → (?:false|\(\) => undefined)$|^\[\] → /,
  // No tile is called `undefined`, and no picture is at the instant NaN.
  'playback/playback-group.ts': /^this\.#focus === undefined → false$/,
  'playback/neighbour-frame.ts': /^place\.fromMs === undefined → false$|^shownMs !== undefined → true$/,
  // `undefined` is not less than a number.
  'playback/segment-map.ts': /^(?:until|next)Ms !== undefined(?: && \w+ !== undefined)? → (?:true$|.* \|\| )/,
  // The end of the stream does not begin a manifest.
  'playback/gateway/delivery.ts': /^first\.done === true → false$/,
  // Nobody reads `maybeCarriedOut` of an event in an answered batch.
  'outbox/delivery-outcome.ts': /^true → false$/,
  // It goes to the page as JSON, which leaves `undefined` out.
  'outbox/durable-outbox.ts': /^this\.#waitsFor === undefined → false$/,
  // No code contains one of these but at its beginning.
  'outbox/open-store.ts': /^\/\^SQLITE_/,
  // The thread's name, for a debugger.
  'outbox/open-outbox.ts': /^'outbox' → /,
}

/** Styles of a picture in its tile. */
const drawn: Readonly<Record<string, RegExp>> = {
  'playback/local/hls-fallback.ts': /^'(?:absolute|0|100%|#000|3|var\(.*)'$|^\{\s*position:/,
}

/** The first part of what is split is always there; the compiler does not know that. */
const firstPart = /(?:\.split\([^)]*\)\[0\]|\blines\.pop\(\)) \?\? $/

const isIn = (places: Readonly<Record<string, RegExp>>, file: string, text: string) =>
  Object.entries(places).some(([name, pattern]) => file.endsWith(name) && pattern.test(text))

/** `<` for `<=`, or `>` for `>=`, and the reverse; not beside 0, which is not a measured value. */
function isEdge({
  kind,
  original,
  replacement,
}: Pick<Survivor, 'kind' | 'original' | 'replacement'>): boolean {
  const [, comparison, orEqual = ''] = / ([<>])(=?) /.exec(original) ?? []
  const flipped = orEqual === '' ? `${comparison}=` : comparison
  const isWithNothing = / [<>]=? 0$|^0 /.test(original)
  const isFlipped = replacement === original.replace(/ [<>]=? /, ` ${flipped} `)
  return kind === 'EqualityOperator' && isFlipped && !isWithNothing
}

/** The first that fits counts. */
const rules: readonly Rule[] = [
  { fits: ({ file }) => file.endsWith('defaults.ts'), verdict: 'chosen numbers, which no test should hold' },
  {
    fits: ({ kind, original, before }) =>
      kind === 'StringLiteral' && words.test(original) && toLog.test(before),
    verdict: 'texts of logs and exceptions',
  },
  {
    fits: ({ file, isUntested }) => !isUntested && file.startsWith('src-site/occupancy/demo/'),
    verdict: 'instants and durations of the demonstration',
  },
  { fits: ({ original }) => /\bnever\(/.test(original), verdict: 'unreachable' },
  {
    fits: ({ isUntested, ...edge }) => !isUntested && isEdge(edge) && measured.test(edge.original),
    verdict: 'different at one exact value of a measured quantity',
  },
  {
    fits: ({ isUntested, file }) => isUntested && reachedFromOutside.test(file),
    verdict: 'covered by `e2e` and `conformance`',
  },
  { fits: ({ before }) => firstPart.test(before), verdict: 'unreachable' },
  { fits: ({ file, original }) => isIn(slowerAlone, file, original), verdict: 'slower, same result' },
  {
    fits: ({ file, original, replacement }) =>
      isIn(same, file, original) || isIn(sameAfter, file, `${original} → ${replacement}`),
    verdict: 'equivalent',
  },
  {
    fits: ({ file, original }) => isIn(drawn, file, original),
    verdict: 'position in a tile, which only a browser shows',
  },
  {
    fits: ({ file, original }) =>
      file.endsWith('event-reader.ts') && /direction \*|^one\.atMs - /.test(original),
    verdict: 'order that SQLite gives and does not promise',
  },
]

/** Why no test has to kill it; undefined where one should. */
export const verdictOf = (survivor: Survivor) => rules.find(({ fits }) => fits(survivor))?.verdict
