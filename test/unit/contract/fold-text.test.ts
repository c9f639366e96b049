import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '#contract/fold-text.ts'

describe('what a search compares', () => {
  it.each([
    ['Crème Brûlée', 'creme brulee'],
    ['Łódź', 'lodz'],
    ['Straße', 'STRASSE'],
    ['GROẞ', 'gross'],
    ['Ørsted', 'orsted'],
    ['Đorđe', 'dorde'],
    ['Ærø', 'aero'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
    ['İstanbul', 'istanbul'],
    ['ILGIN', 'ılgın'],
    ['Ёлка', 'елка'],
    ['سَلَام', 'سلام'],
    ['שָׁלוֹם', 'שלום'],
  ])('%s is %s', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it.each([
    ['कि', 'का'],
    ['हिन्दी', 'हनद'],
    ['ที่', 'ทา'],
    ['கா', 'க'],
    ['が', 'か'],
    ['パン', 'ハン'],
  ])('%s is not %s: marks that are letters of their script count', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other))
  })

  it('finds a word that goes on, whatever its last letter looks like at its end', () => {
    expect(foldText('ΟΔΟΣΑ')).toContain(foldText('ΟΔΟΣ'))
  })

  it('is the same folded again, however its accents are stored and whatever its case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        expect(foldText(text.normalize('NFC'))).toBe(folded)
        expect(foldText(text.toLowerCase())).toBe(folded)
      }),
      { numRuns: 1_000 },
    )
  })
})
