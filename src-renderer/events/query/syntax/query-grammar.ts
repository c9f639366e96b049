import { EmbeddedActionsParser, type IToken, Lexer, tokenMatcher } from 'chevrotain'
import type {
  ConditionTerm,
  ListTerm,
  MomentSyntax,
  NameTerm,
  Piece,
  StrayTerm,
  Term,
  TimeTerm,
} from './terms.ts'
import {
  Clock,
  Colon,
  Comma,
  Day,
  Operator,
  Plain,
  Quoted,
  Range,
  Stray,
  tokens,
  Value,
  Word,
} from './tokens.ts'

/**
 * The grammar of a search. It accepts any text: missing and stray parts are terms, too, and the readers report them, so
 * that one bad word does not spoil the others. Lookahead of three tokens and no backtracking: linear time.
 */
class QueryGrammar extends EmbeddedActionsParser {
  readonly #lexer = new Lexer(tokens, { positionTracking: 'onlyOffset' })

  constructor() {
    super(tokens, { maxLookahead: 3 })
    this.performSelfAnalysis()
  }

  read(text: string): Term[] {
    this.input = this.#lexer.tokenize(text).tokens
    return this.query()
  }

  readonly query = this.RULE('query', (): Term[] => {
    const terms: Term[] = []
    this.MANY(() => terms.push(this.SUBRULE(this.#term)))
    return terms
  })

  readonly #term = this.RULE(
    'term',
    (): Term =>
      this.OR([
        { ALT: () => this.SUBRULE(this.#condition) },
        { ALT: () => this.SUBRULE(this.#filter) },
        { ALT: () => this.SUBRULE(this.#time) },
        { ALT: () => this.SUBRULE(this.#name) },
        { ALT: () => this.SUBRULE(this.#stray) },
      ]),
  )

  readonly #condition = this.RULE('condition', (): ConditionTerm => {
    const field = piece(this.CONSUME(Value))
    const operator = piece(this.CONSUME(Operator))
    const value = this.OPTION({ GATE: () => !this.#opensTerm(), DEF: () => this.SUBRULE(this.#value) })
    let range: Piece | undefined
    let value2: Piece | undefined
    this.OPTION1(() => {
      range = piece(this.CONSUME(Range))
      value2 = this.OPTION2({ GATE: () => !this.#opensTerm(), DEF: () => this.SUBRULE1(this.#value) })
    })
    const end = (value2 ?? range ?? value ?? operator).end
    return { kind: 'condition', field, operator, value, range, value2, start: field.start, end }
  })

  /** `12,5` is one value where nothing is between. */
  readonly #value = this.RULE('value', (): Piece => {
    const first = this.CONSUME(Value)
    let whole = piece(first)
    this.OPTION({
      GATE: () => areOneWord([first, this.LA(1), this.LA(2)]),
      DEF: () => {
        this.CONSUME(Comma)
        const { text, end } = piece(this.CONSUME(Word))
        whole = { ...whole, text: `${whole.text},${text}`, end }
      },
    })
    return whole
  })

  readonly #filter = this.RULE('filter', (): ListTerm | TimeTerm => {
    const key = piece(this.CONSUME(Plain))
    const colon = piece(this.CONSUME(Colon))
    return this.OR([
      { ALT: (): TimeTerm => ({ ...this.SUBRULE(this.#time), key, start: key.start }) },
      {
        ALT: (): ListTerm => {
          const { items, last } = this.SUBRULE(this.#list)
          const end = (last ?? colon).end
          return { kind: 'list', key, items, isOpen: last?.text === ',', start: key.start, end }
        },
      },
    ])
  })

  readonly #list = this.RULE('list', (): { items: Piece[]; last: Piece | undefined } => {
    const items: Piece[] = []
    let last: Piece | undefined
    const add = (token: IToken) => {
      last = piece(token)
      items.push(last)
    }
    this.OPTION({ GATE: () => !this.#opensTerm(), DEF: () => add(this.CONSUME(Plain)) })
    this.MANY(() => {
      last = piece(this.CONSUME(Comma))
      this.OPTION1({ GATE: () => !this.#opensTerm(), DEF: () => add(this.CONSUME1(Plain)) })
    })
    return { items, last }
  })

  readonly #time = this.RULE('time', (): TimeTerm => {
    const from = this.SUBRULE(this.#moment)
    let range: Piece | undefined
    let until: MomentSyntax | undefined
    this.OPTION(() => {
      range = piece(this.CONSUME(Range))
      until = this.OPTION1(() => this.SUBRULE1(this.#moment))
    })
    const end = (until ?? range ?? from).end
    return { kind: 'time', key: undefined, from, range, until, start: from.start, end }
  })

  readonly #moment = this.RULE(
    'moment',
    (): MomentSyntax =>
      this.OR([
        {
          ALT: () => {
            const day = piece(this.CONSUME(Day))
            const clock = this.OPTION(() => piece(this.CONSUME(Clock)))
            return { day, clock, start: day.start, end: (clock ?? day).end }
          },
        },
        {
          ALT: () => {
            const clock = piece(this.CONSUME1(Clock))
            return { day: undefined, clock, start: clock.start, end: clock.end }
          },
        },
      ]),
  )

  readonly #name = this.RULE('name', (): NameTerm => {
    const name = piece(this.CONSUME(Plain))
    return { kind: 'name', name, start: name.start, end: name.end }
  })

  readonly #stray = this.RULE('stray', (): StrayTerm => {
    const found = piece(this.CONSUME(Stray))
    return { kind: 'stray', piece: found, start: found.start, end: found.end }
  })

  /** What follows is no value but the next term: `amount> camera:3` lacks a value. */
  #opensTerm(): boolean {
    const second = this.LA(2)
    return tokenMatcher(second, Operator) || tokenMatcher(second, Colon)
  }
}

/** Takes a text apart. Never fails and keeps nothing between two texts. */
export type TermReader = (text: string) => readonly Term[]

/** The grammar takes its time: it is made for the first text. */
export function createTermReader(): TermReader {
  let grammar: QueryGrammar | undefined
  return (text) => (grammar ??= new QueryGrammar()).read(text)
}

function piece(token: IToken): Piece {
  const { image, startOffset: start } = token
  const isQuoted = token.tokenType === Quoted
  const isUnclosed = isQuoted && !/^"(?:[^"\\]|\\[^])*"$/.test(image)
  const inner = isQuoted ? image.slice(1, isUnclosed ? undefined : -1) : image
  return {
    text: isQuoted ? inner.replace(/\\([^])/g, '$1') : inner,
    isQuoted,
    isUnclosed,
    start,
    end: endOf(token),
  }
}

const endOf = (token: IToken): number => token.startOffset + token.image.length

function areOneWord([first, comma, rest]: readonly [IToken, IToken, IToken]): boolean {
  if (first.tokenType !== Word || rest.tokenType !== Word) return false
  return endOf(first) === comma.startOffset && endOf(comma) === rest.startOffset
}
