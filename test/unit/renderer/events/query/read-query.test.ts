import { describe, expect, it, test } from 'vitest'
import type { EventQuery } from '#contract/wall/event-query.ts'
import { berlin, catalogue, nowMs, read, reader } from './catalogue-of-tests.ts'

const all: EventQuery = { tags: [], cameras: [], time: { kind: 'all' }, conditions: [] }

/** Where, what of the text, what is said, and what would stand there instead. */
function problems(text: string) {
  return read(text).problems.map(({ start, end, message, suggestion }) => {
    const problem = [start, text.slice(start, end), message]
    return suggestion === undefined ? problem : [...problem, suggestion]
  })
}
const onDay = (clock: string) => ({ day: '2026-10-31', clock })
function firstProblem(text: string) {
  return problems(text)[0]
}

describe('a search', () => {
  it('is tags, conditions, cameras and a time in any order', () => {
    expect(reader.parse('sale amount>100 item~"beer" camera:3 last:24h', catalogue, berlin, nowMs)).toEqual({
      ok: true,
      value: {
        tags: ['tag-sale'],
        cameras: ['c3'],
        time: { kind: 'last', amount: 24, unit: 'h' },
        conditions: [
          { field: 'amount', operator: 'gt', value: 100 },
          { field: 'item', operator: 'contains', value: 'beer' },
        ],
      },
    })
    expect(read('last:24h camera:3 amount > 100 SALE item ~ beer')).toEqual(
      read('sale amount>100 item~"beer" camera:3 last:24h'),
    )
  })

  it.each([
    ['camera:dock', ['new'], ['new']],
    ['camera:gone', ['gone'], ['gone']],
    ['camera:1-2', ['old', 'new'], ['new']],
    ['camera:1', ['old'], ['old']],
    ['group:yard', ['old', 'new'], ['new']],
    ['group:left', ['gone'], ['gone']],
  ])('names cameras that have left; of now only where no listed one is meant: %s', (text, ever, now) => {
    const cameras = [
      { id: 'old', name: 'Dock', number: 1, group: 'Yard', unlistedSinceMs: 5 },
      { id: 'new', name: 'Dock', number: 2, group: 'Yard' },
      { id: 'gone', name: 'Gone', number: 3, group: 'Left', unlistedSinceMs: 5 },
    ]
    const camerasOf = (isOfNow: boolean) => reader.parse(text, { tags: [], cameras, isOfNow }, berlin, nowMs)
    expect(camerasOf(false)).toMatchObject({ value: { cameras: ever } })
    expect(camerasOf(true)).toMatchObject({ value: { cameras: now } })
  })

  it('without a word is about everything', () => {
    expect(read('  \n')).toEqual({ query: all, problems: [] })
  })

  test.for<[string, Partial<EventQuery>]>([
    ['"Dock scale"', { tags: ['tag-scale'] }],
    ['"dock SCALE" sale', { tags: ['tag-scale', 'tag-sale'] }],
    ['tag:sale,"Dock scale"', { tags: ['tag-sale', 'tag-scale'] }],
    ['sale sale', { tags: ['tag-sale'] }],
    ['"today"', { tags: ['tag-today'] }],
    ['"tur \\"sud\\""', { tags: ['tag-door'] }],
    ['camera:3,5-7', { cameras: ['c3', 'c5', 'c6', 'c7'] }],
    ['camera: 3 , 5', { cameras: ['c3', 'c5'] }],
    ['camera:"Loading dock"', { cameras: ['c2'] }],
    ['camera:"loading DOCK",3,2', { cameras: ['c2', 'c3'] }],
    ['camera:yard camera:3', { cameras: ['c40', 'c3'] }],
    ['camera:"12"', { cameras: ['c12'] }],
    ['group:"ground floor"', { cameras: ['c1', 'c2'] }],
    ['amount=1..5', { conditions: [{ field: 'amount', operator: 'between', value: 1, value2: 5 }] }],
    [
      'amount = -1.5 .. 2',
      { conditions: [{ field: 'amount', operator: 'between', value: -1.5, value2: 2 }] },
    ],
    ['amount>=12,5', { conditions: [{ field: 'amount', operator: 'gte', value: 12.5 }] }],
    ['amount<1e3', { conditions: [{ field: 'amount', operator: 'lt', value: 1000 }] }],
    ['amount is 3', { conditions: [{ field: 'amount', operator: 'eq', value: 3 }] }],
    ['items!=3', { conditions: [{ field: 'items', operator: 'ne', value: 3 }] }],
    ['item^=Be', { conditions: [{ field: 'item', operator: 'startsWith', value: 'Be' }] }],
    ['item="say \\"hi\\" \\\\"', { conditions: [{ field: 'item', operator: 'eq', value: 'say "hi" \\' }] }],
    ['item=14:00', { conditions: [{ field: 'item', operator: 'eq', value: '14:00' }] }],
    ['item=today', { conditions: [{ field: 'item', operator: 'eq', value: 'today' }] }],
    ['void is true', { conditions: [{ field: 'void', operator: 'is', value: true }] }],
    ['void=No', { conditions: [{ field: 'void', operator: 'is', value: false }] }],
    ['"net weight">3', { conditions: [{ field: 'net weight', operator: 'gt', value: 3 }] }],
    ['offnung is true', { conditions: [{ field: 'öffnung', operator: 'is', value: true }] }],
    ['"is" is true', { conditions: [{ field: 'is', operator: 'is', value: true }] }],
    ['31.10.2026 02:30..03:00', { time: { kind: 'between', from: onDay('02:30'), until: onDay('03:00') } }],
    [
      '31.10.2026 02:30:15,5..2026-10-31 03:00',
      { time: { kind: 'between', from: onDay('02:30:15.500'), until: onDay('03:00') } },
    ],
    ['plate=a', { conditions: [{ field: 'plate', operator: 'eq', value: 'a' }] }],
  ])('%s', ([text, part]) => {
    expect(read(text)).toEqual({ query: { ...all, ...part }, problems: [] })
  })

  test.for<[string, EventQuery['conditions'][number]]>([
    ['code=5', { field: 'code', operator: 'eq', value: 5 }],
    ['code="5"', { field: 'code', operator: 'eq', value: '5' }],
    ['code=true', { field: 'code', operator: 'is', value: true }],
    ['code="true"', { field: 'code', operator: 'eq', value: 'true' }],
    ['code~5', { field: 'code', operator: 'contains', value: '5' }],
    ['code>5', { field: 'code', operator: 'gt', value: 5 }],
    ['code=abc', { field: 'code', operator: 'eq', value: 'abc' }],
  ])('of a name for several types: %s', ([text, condition]) => {
    expect(read(text)).toEqual({ query: { ...all, conditions: [condition] }, problems: [] })
  })

  it('reads a name as the tags asked for mean it', () => {
    expect(read('sale code=5').query.conditions).toEqual([{ field: 'code', operator: 'eq', value: '5' }])
    expect(read('code=5 "Dock scale"').query.conditions).toEqual([
      { field: 'code', operator: 'eq', value: 5 },
    ])
  })
})

describe('a problem says where and what to do', () => {
  test.for<[string, unknown[]]>([
    ['amout>100', [0, 'amout', 'There is no field “amout”. Did you mean “amount”?', 'amount']],
    ['sael', [0, 'sael', 'There is no event tag “sael”. Did you mean “sale”?', 'sale']],
    [
      'dockscale',
      [0, 'dockscale', 'There is no event tag “dockscale”. Did you mean “Dock scale”?', '"Dock scale"'],
    ],
    ['elephant', [0, 'elephant', 'There is no event tag “elephant”.']],
    ['sale camera:47', [12, '47', 'There is no camera 47.']],
    ['camera:8-11', [7, '8-11', 'There is no camera from 8 to 11.']],
    ['camera:7-5', [7, '7-5', 'The smaller number stands first: 5-7.', '5-7']],
    ['camera:lodaing', [7, 'lodaing', 'There is no camera “lodaing”.']],
    ['camera:stairs', [7, 'stairs', 'Several cameras are called “stairs”: use one of the numbers 6, 7.']],
    ['group:shopp', [6, 'shopp', 'There is no group of cameras “shopp”. Did you mean “Shop”?', 'Shop']],
    [
      'cam:3',
      [0, 'cam', 'Nothing is called “cam:”. There are camera: group: tag: last: since: until:', 'camera'],
    ],
    ['amount:5', [0, 'amount:5', '“amount” is a field: write amount=5.', 'amount=5']],
    ['3', [0, '3', 'A number alone says nothing. A camera is written camera:3.', 'camera:3']],
    ['24h', [0, '24h', 'A time that has just passed is written last:24h.', 'last:24h']],
    ['since:2h', [0, 'since:2h', 'A length of time is written last:2h.', 'last:2h']],
    ['last:soon', [5, 'soon', '“soon” is not a length of time, such as 30m, 24h, 7d or 2w.']],
    ['last:24', [5, '24', '“24” of what: 24m, 24h, 24d or 24w?']],
    ['amount~3', [6, '~', '“amount” is a number: it takes = != < <= > >= or a range, amount=1..5.', '=']],
    ['item>3', [4, '>', '“item” is a text: it takes = != ~ (contains) and ^= (starts with).', '=']],
    ['void>1', [4, '>', '“void” is true or false: write void is true.', ' is ']],
    ['void!=true', [0, 'void!=true', '“void” is true or false: write void is false.', 'void is false']],
    ['void is maybe', [8, 'maybe', '“void” is true or false.']],
    ['items=1.5', [6, '1.5', '“items” is a whole number.']],
    ['amount>beer', [7, 'beer', '“amount” is a number, and “beer” is none.']],
    ['amount>"1"', [7, '"1"', '“amount” is a number: it stands without quotation marks.']],
    ['amount>1,000', [7, '1,000', '“1,000” can be read in two ways: write 1000 or 1.', '1000']],
    ['amount>1.000', [7, '1.000', '“1.000” can be read in two ways: write 1000 or 1.', '1000']],
    ['amount=2.50..2.500', [13, '2.500', '“2.500” can be read in two ways: write 2500 or 2.5.', '2500']],
    ['31/10/2026', [0, '31/10/2026', expect.stringContaining('neither a day nor a time')]],
    ['amount=5..1', [7, '5..1', 'The smaller number stands first: 1..5.', '1..5']],
    ['sale weight>1', [5, 'weight', 'The event tag asked for has no field “weight”; “Dock scale” has one.']],
    [
      'amount>1 weight>1',
      [9, 'weight>1', 'No event tag has “weight” beside “amount”, so nothing can be found.'],
    ],
    ['PLATE=x', [0, 'PLATE', 'Say which field is meant: “Plate” or “plate”.']],
    ['last:1h today', [8, 'today', 'There is a time already; a search has one.']],
    ['2026-02-30', [0, '2026-02-30', 'There is no day “2026-02-30”.']],
    ['today 25:00..26:00', [6, '25:00', 'There is no time “25:00”; a day has 00:00 to 23:59.']],
    [
      '08:00-12:00',
      [
        0,
        '08:00-12:00',
        'A time alone says not how long: write an end, 08:00-12:00..24:00, or since:today 08:00-12:00.',
      ],
    ],
    ['>5', [0, '>', 'Before “>” a field is missing, such as amount>100.']],
    [
      '22:00..06:00',
      [
        0,
        '22:00..06:00',
        'This ends before it begins. Over midnight write both days, yesterday 22:00..today 06:00.',
      ],
    ],
  ])('%s', ([text, problem]) => {
    expect(firstProblem(text)).toEqual(problem)
  })

  it('of a field with a hint that it is one', () => {
    expect(firstProblem('amount')).toEqual([
      0,
      'amount',
      '“amount” is a field: say what it has to be, such as amount>1.',
    ])
  })
})

describe('while it is typed', () => {
  const typed = 'sale amount>100 item~"beer" camera:3,5-7 2026-11-20 14:00..15:30'
  it('calls what may be about to come incomplete, not wrong', () => {
    for (const text of [
      'amount>',
      'amount> camera:3',
      'amount=1..',
      'item~"be',
      'camera:',
      'camera:3,',
      'last:',
      '14:00..',
      'amount>-',
    ]) {
      expect([text, read(text).problems.map(({ kind }) => kind)]).toEqual([text, ['incomplete']])
    }
  })

  it('keeps what is good, wherever the caret is', () => {
    expect(read('sale amount> camera:3').query).toEqual({ ...all, tags: ['tag-sale'], cameras: ['c3'] })
    expect(read('elephant camera:3,99 last:1h ,').query).toEqual({
      ...all,
      cameras: ['c3'],
      time: { kind: 'last', amount: 1, unit: 'h' },
    })
    expect(read('item~"be').query.conditions).toEqual([{ field: 'item', operator: 'contains', value: 'be' }])
    for (let length = 4; length <= typed.length; length++) {
      expect(read(typed.slice(0, length)).query.tags).toEqual(['tag-sale'])
    }
    expect(read(typed).problems).toEqual([])
  })

  it('reports the first twenty problems', () => {
    expect(read('? '.repeat(50)).problems).toHaveLength(20)
  })
})
