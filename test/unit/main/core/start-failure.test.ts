import { describe, expect, it } from 'vitest'
import { requirePage, sentenceOf, StartFailure } from '#main/core/start-failure.ts'

describe('sentenceOf', () => {
  it.each([
    { error: Object.assign(new Error('x'), { code: 'EADDRINUSE' }), message: /port is taken/ },
    { error: Object.assign(new Error('x'), { code: 'EACCES', path: '/data' }), message: /\/data/ },
    { error: Object.assign(new Error('x'), { code: 'ENOSPC' }), message: /disk is full/ },
    { error: new StartFailure('Build it first.'), message: /Build it first/ },
  ])('puts $error into words', ({ error, message }) => {
    expect(sentenceOf(error)).toMatch(message)
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
