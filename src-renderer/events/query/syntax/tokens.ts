import { createToken, Lexer, type TokenType } from 'chevrotain'

/** The tokens cover every character. The first pattern that matches wins, except over a longer word. */
const category = (name: string, categories: TokenType[] = []): TokenType =>
  createToken({ name, pattern: Lexer.NA, categories })

/** What may stand for a value. */
export const Value = category('Value')
/** … and may open a term other than a time. */
export const Plain = category('Plain', [Value])
export const Day = category('Day', [Value])
export const Operator = category('Operator')
/** What no term begins with. */
export const Stray = category('Stray')

export const Word = createToken({
  name: 'Word',
  pattern: /(?:[^\s"=<>~:,.!^]|[!^](?!=)|\.(?!\.))+/,
  categories: [Plain],
})
export const Quoted = createToken({
  name: 'Quoted',
  pattern: /"[^"\\]*(?:\\[^][^"\\]*)*"?/,
  categories: [Plain],
})
export const Is = createToken({ name: 'Is', pattern: /is/i, longer_alt: Word, categories: [Plain, Operator] })
const DayWord = createToken({
  name: 'DayWord',
  pattern: /today|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday/i,
  longer_alt: Word,
  categories: [Day],
})
const DateToken = createToken({
  name: 'Date',
  pattern: /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}/,
  longer_alt: Word,
  categories: [Day],
})
export const Clock = createToken({
  name: 'Clock',
  pattern: /\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?(?:[+-]\d{1,2}(?::\d{2})?)?(?!\w)/,
  categories: [Value],
})
const Comparison = createToken({
  name: 'Comparison',
  pattern: /!=|<=|>=|\^=|=|<|>|~/,
  categories: [Operator, Stray],
})
export const Range = createToken({ name: 'Range', pattern: /\.\./, categories: [Stray] })
export const Colon = createToken({ name: 'Colon', pattern: /:/, categories: [Stray] })
export const Comma = createToken({ name: 'Comma', pattern: /,/, categories: [Stray] })
const Space = createToken({ name: 'Space', pattern: /\s+/, group: Lexer.SKIPPED })

export const tokens: TokenType[] = [
  Space,
  Value,
  Plain,
  Day,
  Operator,
  Stray,
  Quoted,
  Clock,
  DateToken,
  DayWord,
  Is,
  Range,
  Comparison,
  Colon,
  Comma,
  Word,
]
