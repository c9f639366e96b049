/** What counts as a JSON web token: parts of base64url joined by dots, lengths in characters. */
export interface WebTokenShape {
  /** After the `eyJ` with which the first part begins; that may stand anywhere in a longer word. */
  readonly minHead: number
  readonly second: { readonly minLength: number; readonly beginsLikeFirst: boolean }
  readonly third: { readonly minLength: number; readonly isOptional: boolean }
}

export interface WebTokenPlace {
  readonly start: number
  readonly end: number
}

const opening = 'eyJ'
/** Words that dots join. A match begins at the beginning of a word alone: so no long word is read again and again. */
const dottedWords = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g

/**
 * The tokens in a text. Not by one pattern of them: it would begin anew at every `eyJ` of a long word, which takes time
 * by the square of its length.
 */
export function webTokensIn(text: string, { minHead, second, third }: WebTokenShape): WebTokenPlace[] {
  const places: WebTokenPlace[] = []
  for (const { 0: run, index } of text.matchAll(dottedWords)) {
    const words = run.split('.')
    let start = index
    for (let at = 0; at < words.length; ) {
      const [head = '', body = '', tail] = words.slice(at, at + 3)
      const from = head.indexOf(opening)
      const isToken =
        from >= 0 &&
        head.length - from - opening.length >= minHead &&
        body.length >= second.minLength &&
        (!second.beginsLikeFirst || body.startsWith(opening)) &&
        (tail === undefined ? third.isOptional : tail.length >= third.minLength)
      const count = isToken ? 3 : 1
      const end = start + words.slice(at, at + count).join('.').length
      if (isToken) places.push({ start: start + from, end })
      start = end + 1
      at += count
    }
  }
  return places
}

export function maskWebTokens(text: string, shape: WebTokenShape, mask: string): string {
  if (!text.includes(opening)) return text
  let masked = ''
  let done = 0
  for (const { start, end } of webTokensIn(text, shape)) {
    masked += text.slice(done, start) + mask
    done = end
  }
  return masked + text.slice(done)
}
