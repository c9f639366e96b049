import { describe, expect, it } from 'vitest'
import { requirePage, sentenceOf, StartFailure } from '#main/core/start-failure.ts'

describe('sentenceOf', () => {
  it.each([
    { error: Object.assign(new Error('x'), { code: 'EADDRINUSE' }), says: /port is taken/ },
    { error: Object.assign(new Error('x'), { code: 'EACCES', path: '/data' }), says: /\/data/ },
    { error: Object.assign(new Error('x'), { code: 'ENOSPC' }), says: /disk is full/ },
    { error: new StartFailure('Build it first.'), says: /Build it first/ },
  ])('puts $error into words', ({ error, says }) => {
    expect(sentenceOf(error)).toMatch(says)
  })

  it('leaves a bug a bug', () => {
    expect(sentenceOf(new TypeError('x is not a function'))).toBeUndefined()
    expect(sentenceOf('text')).toBeUndefined()
  })
})

describe('requirePage', () => {
  it('says what to do where no page has been built', () => {
    expect(() => requirePage('/nowhere')).toThrow(/not been built.*npm start/)
  })
})
