'use strict'

/**
 * The language and web of 2026 that V8 10.8 lacks, as far as the built product uses it. Self-contained, because
 * it also runs as text in the page and in its workers.
 */
function fillLanguage(world) {
  const fill = (target, name, value) => {
    if (target[name] === undefined) {
      Object.defineProperty(target, name, { value, configurable: true, writable: true })
    }
  }
  const { AbortController, AbortSignal, Array, Map, Object, Promise, ReadableStream, String } = world
  const { TextDecoder, TextEncoder, URL } = world
  fill(Array.prototype, 'toSorted', function toSorted(compare) {
    return [...this].sort(compare)
  })
  fill(Array.prototype, 'toReversed', function toReversed() {
    return [...this].reverse()
  })
  fill(String.prototype, 'toWellFormed', function toWellFormed() {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(String(this)))
  })
  fill(String.prototype, 'isWellFormed', function isWellFormed() {
    return this.toWellFormed() === String(this)
  })
  fill(Map, 'groupBy', (items, keyOf) => {
    const groups = new Map()
    for (const item of items) {
      const key = keyOf(item)
      if (groups.has(key)) groups.get(key).push(item)
      else groups.set(key, [item])
    }
    return groups
  })
  fill(Object, 'groupBy', (items, keyOf) => {
    const groups = Object.create(null)
    for (const item of items) (groups[keyOf(item)] ??= []).push(item)
    return groups
  })
  fill(Promise, 'withResolvers', () => {
    const held = {}
    held.promise = new Promise((resolve, reject) => Object.assign(held, { resolve, reject }))
    return held
  })
  fill(URL, 'parse', (address, base) => {
    try {
      return new URL(address, base)
    } catch {
      return null
    }
  })
  fill(AbortSignal, 'any', (signals) => {
    const all = new AbortController()
    const abort = () => all.abort()
    for (const signal of signals) {
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    }
    return all.signal
  })
  fill(ReadableStream?.prototype ?? {}, Symbol.asyncIterator, async function* chunks() {
    const reader = this.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel()
    }
  })
  fill(URL, 'canParse', (address, base) => URL.parse(address, base) !== null)
}

module.exports = { fillLanguage }
