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

const DOT = 0x2e
const opening = [0x65, 0x79, 0x4a] as const

/**
 * The tokens in a text, by its character codes. By hand and not by a pattern: a pattern begins anew at every `eyJ` of
 * a long word, which takes time by the square of its length. Here no code is read more than a few times.
 */
export function webTokensIn(codes: ArrayLike<number>, shape: WebTokenShape): WebTokenPlace[] {
  const { minHead, second, third } = shape
  const places: WebTokenPlace[] = []
  let at = 0
  while (at < codes.length) {
    const firstEnd = endOfWord(codes, at)
    const start = codes[firstEnd] === DOT ? openingIn(codes, at, firstEnd - minHead) : undefined
    at = firstEnd + 1
    if (start === undefined) continue
    const secondEnd = endOfWord(codes, at)
    const isSecond = secondEnd - at >= second.minLength && (!second.beginsLikeFirst || isOpening(codes, at))
    if (!isSecond) continue
    const hasThird = codes[secondEnd] === DOT
    const thirdEnd = hasThird ? endOfWord(codes, secondEnd + 1) : secondEnd
    const isThird = hasThird ? thirdEnd - secondEnd - 1 >= third.minLength : third.isOptional
    if (!isThird) continue
    places.push({ start, end: thirdEnd })
    at = thirdEnd
  }
  return places
}

export function maskWebTokens(text: string, shape: WebTokenShape, mask: string): string {
  if (!text.includes('eyJ')) return text
  const codes = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index)
  let masked = ''
  let done = 0
  for (const { start, end } of webTokensIn(codes, shape)) {
    masked += text.slice(done, start) + mask
    done = end
  }
  return masked + text.slice(done)
}

function endOfWord(codes: ArrayLike<number>, from: number): number {
  let at = from
  while (at < codes.length && isWordCode(codes[at] ?? 0)) at += 1
  return at
}

/** The first one that ends before `end`. */
function openingIn(codes: ArrayLike<number>, from: number, end: number): number | undefined {
  for (let at = from; at + opening.length <= end; at += 1) if (isOpening(codes, at)) return at
  return undefined
}

function isOpening(codes: ArrayLike<number>, at: number): boolean {
  return opening.every((code, index) => codes[at + index] === code)
}

/** `[\w-]` */
function isWordCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d
  )
}
