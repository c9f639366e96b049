import type { Survivor } from './mutation-page.ts'

interface Rule {
  readonly fits: (survivor: Survivor) => boolean
  readonly verdict: string
}

/** What is fetched, drawn or dialled: no unit test goes there. */
const reachedFromOutside = /context-of-wall|grid-keys/

/** Words, and where they go: into a log, or into a fault that only a log shows. */
const words = /^[`'"].*\p{L}\p{L} \p{L}.*[`'"]$/su
const toLog = /(?:\blog\.\w+|\bthrow new \w+|\bnew Error)\([^;)]*$/

/** What is measured: of such quantities no exact value is of any account. */
const measured = /(?:Ms|Seconds|Px|Bytes|Share|Percent)\b/

/** By file: changes after which the answer is the same, and only takes longer. */
const slowerAlone: Readonly<Record<string, RegExp>> = {
  'events/search/choose-sources.ts':
    /^(?:conditions\.filter.*|one !== driver|operator === '(?:ne|eq)'.*|'(?:ne|eq)')$/,
  'events/search/condition-sql.ts': /<= startChars$|^condition\.operator === 'eq'$|^at \+ 3 < chars/,
  'events/search/count-buckets.ts': /^(?:source\.isInOrder|\(?endMs - startMs.*|bucket < length)$/,
  'events/search/event-reader.ts':
    /^(?:cameras\?\.length === 0|text === undefined|this\.#cameraTexts.*|ids\.some.*|!this\.#ids\.has.*)$/,
  'events/search/event-source.ts': /^(?:true|false|driver\.operator === 'eq'|'eq')$/,
  // What has been read to its end takes in no more.
  'playback/gateway/delivery.ts': /^!print\.isComplete$/,
  'occupancy/occupancy-part.ts': /^good\.length === 0$/,
}

/** By file: changes after which nothing is another. */
const same: Readonly<Record<string, RegExp>> = {
  // What is read so is judged once more, by the whole cursor.
  'events/search/cursor.ts': /^(?:''|\/\^.*|\[\])$/,
  // A text has no `isBoolean`; there is no tag without a condition here.
  'events/search/choose-sources.ts': /^(?:one\.kind === 'number'|!first)$/,
  // A camera has an id, and none is called so.
  'events/search/event-reader.ts': /^(?:\[\]|id === undefined)$/,
  'occupancy/dictionaries/dictionaries-file.ts': /^'(?:custom|utf8)'$/,
  'occupancy/occupancy-part.ts': /^'zone_count'$/,
}

/** By file: single changes, as `original → replacement`, after which nothing is another. */
const sameAfter: Readonly<Record<string, RegExp>> = {
  // A tile that is listened to anew with each list of wishes hears the same; there is no tile called `Stryker`.
  'playback/local/hls-fallback.ts': /wish\.tile === tile\)? → (?:false|\(\) => undefined)$|^\[\] → /,
  // No tile is called `undefined`, and no picture is at the instant NaN.
  'playback/playback-group.ts': /^this\.#focus === undefined → false$/,
  'playback/neighbour-frame.ts': /^place\.fromMs === undefined → false$|^shownMs !== undefined → true$/,
  // Nothing is not less than a number.
  'playback/segment-map.ts': /^(?:until|next)Ms !== undefined(?: && \w+ !== undefined)? → (?:true$|.* \|\| )/,
  // The end of a manifest is no line that begins one.
  'playback/gateway/delivery.ts': /^first\.done === true → false$/,
  // Nothing asks whether a verdict of a batch was carried out.
  'outbox/delivery-outcome.ts': /^true → false$/,
  // To the page it goes as JSON, which has nothing undefined.
  'outbox/durable-outbox.ts': /^this\.#waitsFor === undefined → false$/,
  // No code has one of these in its middle.
  'outbox/open-store.ts': /^\/\^SQLITE_/,
  // The thread's name, for a debugger.
  'outbox/open-outbox.ts': /^'outbox' → /,
}

/** How a picture lies in its tile. */
const drawn: Readonly<Record<string, RegExp>> = {
  'playback/local/hls-fallback.ts': /^'(?:absolute|0|100%|#000|3|var\(.*)'$|^\{\s*position:/,
}

/** The first part of what is split is always there; the compiler does not know that. */
const firstPart = /(?:\.split\([^)]*\)\[0\]|\blines\.pop\(\)) \?\? $/

const isIn = (places: Readonly<Record<string, RegExp>>, file: string, text: string) =>
  Object.entries(places).some(([name, pattern]) => file.endsWith(name) && pattern.test(text))

/** The same comparison, with the value itself on the other side. With nothing it is another one: 0 is not measured. */
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
  { fits: ({ file }) => file.endsWith('defaults.ts'), verdict: 'a chosen number: no test should hold it' },
  {
    fits: ({ kind, original, before }) =>
      kind === 'StringLiteral' && words.test(original) && toLog.test(before),
    verdict: 'words of a log or of a fault in the program',
  },
  {
    fits: ({ file, isUntested }) => !isUntested && file.startsWith('src-site/occupancy/demo/'),
    verdict: 'the demonstration: nothing is decided by a millisecond of it, nor by how long it took',
  },
  {
    fits: ({ original }) => /\bnever\(/.test(original),
    verdict: 'cannot happen: the compiler has seen to it',
  },
  {
    fits: ({ kind, isUntested }) => kind === 'OptionalChaining' && !isUntested,
    verdict: 'open: what comes there is absent in no unit test',
  },
  {
    fits: ({ isUntested, ...edge }) => !isUntested && isEdge(edge) && measured.test(edge.original),
    verdict: 'another answer at one exact value of what is measured, and at no other',
  },
  {
    fits: ({ isUntested, file }) => isUntested && reachedFromOutside.test(file),
    verdict: 'not reached by unit tests: `e2e` and `conformance` look at it',
  },
  {
    fits: ({ before }) => firstPart.test(before),
    verdict: 'cannot happen: the first part of what is split is there',
  },
  {
    fits: ({ file, original }) => isIn(slowerAlone, file, original),
    verdict: 'the same answer, only later',
  },
  {
    fits: ({ file, original, replacement }) =>
      isIn(same, file, original) || isIn(sameAfter, file, `${original} → ${replacement}`),
    verdict: 'the same',
  },
  {
    fits: ({ file, original }) => isIn(drawn, file, original),
    verdict: 'how a picture lies in its tile: only a browser shows that',
  },
  {
    fits: ({ file, original }) =>
      file.endsWith('event-reader.ts') && /direction \*|^one\.atMs - /.test(original),
    verdict: 'SQLite gives this order already, but does not promise it',
  },
  { fits: ({ isUntested }) => isUntested, verdict: 'open: no unit test comes there' },
]

export function verdictOf(survivor: Survivor): string {
  return rules.find(({ fits }) => fits(survivor))?.verdict ?? 'open: a test that comes there does not see it'
}
