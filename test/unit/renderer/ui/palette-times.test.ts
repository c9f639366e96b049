import { describe, expect, it } from 'vitest'
import { type TimeOptions, timeRows, zoneRows } from '#renderer/ui/palette-times.ts'
import { zone } from '../timeline/axis/zones.ts'

const berlin = zone('Europe/Berlin')
const nowMs = Date.parse('2026-11-22T14:32:07Z')
const needs: TimeOptions = { zone: berlin, nowMs, tiles: [], selectedTile: 2, canPlay: true, leftMs: [] }
const rows = (query: string, change: Partial<TimeOptions> = {}) =>
  timeRows(query, { ...needs, ...change }).map(({ words, command }) => [words, command?.kind])

const found = (query: string, isChosen = true) => zoneRows(query, berlin, isChosen)

describe('a time in the palette', () => {
  it('says exactly what it will do, and to which tiles', () => {
    const to = 'to Sun 22 Nov 14:05:00 CET'
    expect(rows('14:05')).toEqual([[`Tile 3 ${to}`, 'go-to']])
    expect(rows('14:05', { tiles: [4] })).toEqual([[`Tile 5 ${to}`, 'go-to']])
    expect(rows('14:05', { tiles: [0, 4] })).toEqual([[`All playback tiles ${to}`, 'go-to']])
    expect(timeRows('14:05', needs)[0]?.command).toEqual({
      kind: 'go-to',
      atMs: Date.parse('2026-11-22T13:05:00Z'),
    })
  })

  it('offers both of a repeated hour', () => {
    expect(rows('25 Oct 02:30')).toEqual([
      ['Tile 3 to Sun 25 Oct 02:30:00 CEST (the first time)', 'go-to'],
      ['Tile 3 to Sun 25 Oct 02:30:00 CET (the second time)', 'go-to'],
    ])
  })

  it('says without offering anything why it cannot be', () => {
    expect(rows('today 16:00')).toEqual([['Sun 22 Nov 16:00:00 CET has not come yet.', undefined]])
    expect(rows('14:05', { canPlay: false })).toEqual([['Tile 3 shows no camera to play.', undefined]])
  })

  it('leads back to the moments that were left, which are offered before anything is typed', () => {
    const leftMs = [Date.parse('2026-11-22T13:05:03.5Z'), Date.parse('2026-11-21T13:05:00Z')]
    const offered = [
      ['Tile 3 back to Sun 22 Nov 14:05:03.5 CET', 'go-to'],
      ['Tile 3 back to Sat 21 Nov 14:05:00 CET', 'go-to'],
    ]
    expect(rows('', { leftMs })).toEqual(offered)
    // Whose digits and letters are typed is a camera, perhaps the third or that of the back door.
    for (const typed of ['3', '14', '05', 'back', 'till 1']) expect(rows(typed, { leftMs })).toEqual([])
    expect(rows('', { leftMs, canPlay: false })).toEqual([])
  })

  it('is none for what is no time', () => {
    expect(rows('till 1')).toEqual([])
    expect(rows('12')).toEqual([])
  })
})

describe('time zones in the palette', () => {
  it('are found by a part of their name, and the one of now is marked', () => {
    expect(found('berlin').map(({ words, detail }) => [words, detail])).toEqual([
      ['Time zone: Europe/Berlin', 'now'],
    ])
    expect(found('lord howe')[0]?.command).toEqual({
      kind: 'choose-time-zone',
      timeZone: 'Australia/Lord_Howe',
    })
  })

  it('are known under a name that the browser does not list', () => {
    for (const query of ['asia/kathmandu', 'time zone: asia/kathmandu']) {
      expect(found(query).map(({ words }) => words)).toContain('Time zone: Asia/Kathmandu')
    }
  })

  it('begin with that of the computer, which needs no name', () => {
    expect(found('time zone', false)[0]).toMatchObject({
      command: { kind: 'choose-time-zone' },
      detail: 'now',
    })
  })

  it('are in nobody’s way', () => {
    expect(found('be')).toEqual([])
    expect(found('till 1')).toEqual([])
    expect(found('time zone').length).toBeLessThanOrEqual(40)
  })
})
