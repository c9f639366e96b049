import { maskWebTokens, type WebTokenShape } from '#contract/web-tokens.ts'
import { MAX_PASSING_SECRETS, MIN_SECRET_LENGTH } from './defaults.ts'

const MASK = '[redacted]'
/** Nothing that JSON is made of. */
const foreignSecret = /^[^\s"\\,{}]{16,}$/

/** Also one whose signature is missing or was cut off. */
const webToken: WebTokenShape = {
  minHead: 8,
  second: { minLength: 4, beginsLikeFirst: false },
  third: { minLength: 0, isOptional: true },
}
const namedSecret = /(?<=\b(?:access_token|token|api_?key|password)=)[^&\s"'\\]+/gi
/** The white space is not part of the look behind: from each place in a long run of it that would look at all of it. */
const bearer = /(?<=\bBearer)(\s+)[\w\-.~+/=]{4,}/gi

interface Spelling {
  readonly text: string
  readonly head: string
}

/** By the secret. */
type Spellings = Map<string, readonly Spelling[]>

/**
 * Replaces secrets by value, in every spelling under which they usually travel: as they are, URL-encoded,
 * base64 (also inside something larger that was encoded whole) and JSON-escaped.
 */
export class Redactor {
  readonly #own: Spellings = new Map()
  /** Of those that the platform chose: apart, because tickets are hundreds, and an export has thousands of texts. */
  readonly #foreign: Spellings = new Map()
  /** What lets go of the passing ones, oldest first. */
  readonly #passing: (() => void)[] = []
  readonly #holders = new Map<string, number>()

  /** From now on `secret` is masked. Returns the function that forgets it. */
  add(secret: string): () => void {
    if (secret.length < MIN_SECRET_LENGTH) return () => {}
    this.#foreign.delete(secret)
    return this.#hold(secret, this.#own)
  }

  /**
   * The same of one that the platform chose, unless it looks like none: it might be a word that the log and the settings
   * are made of, and then be gone from them.
   */
  addForeign(secret: string): () => void {
    if (!foreignSecret.test(secret)) return () => {}
    return this.#hold(secret, this.#own.has(secret) ? this.#own : this.#foreign)
  }

  #hold(secret: string, spellings: Spellings): () => void {
    this.#holders.set(secret, (this.#holders.get(secret) ?? 0) + 1)
    if (!spellings.has(secret)) spellings.set(secret, spellingsOf(secret))
    let held = true
    return () => {
      if (!held) return
      held = false
      const left = (this.#holders.get(secret) ?? 1) - 1
      if (left > 0) this.#holders.set(secret, left)
      else this.#forget(secret)
    }
  }

  /** For tickets of the platform, which die by themselves and come in numbers: only the newest are held. */
  addPassing(secret: string): void {
    this.#passing.push(this.addForeign(secret))
    while (this.#passing.length > MAX_PASSING_SECRETS) this.#passing.shift()?.()
  }

  redact(text: string): string {
    return maskShapes(mask(mask(text, this.#own), this.#foreign))
  }

  /** For texts that are used again: the operators' own secrets alone. What only looks like one stays, a search for `token=12` too. */
  redactKnown(text: string): string {
    return mask(text, this.#own)
  }

  #forget(secret: string): void {
    this.#own.delete(secret)
    this.#foreign.delete(secret)
    this.#holders.delete(secret)
  }
}

function mask(text: string, secrets: Spellings): string {
  let result = text
  // Tickets begin alike: hundreds are ruled out by one look at a text, which may be one of five hundred in an answer.
  const heads = new Map<string, boolean>()
  for (const spellings of secrets.values()) {
    for (const { text: spelling, head } of spellings) {
      const isHeadThere = heads.get(head) ?? text.includes(head)
      heads.set(head, isHeadThere)
      if (isHeadThere && result.includes(spelling)) result = result.replaceAll(spelling, MASK)
    }
  }
  return result
}

/** Second net, by shape: what looks like a credential is masked even if nobody announced it. */
function maskShapes(text: string): string {
  return maskWebTokens(text, webToken, MASK).replace(namedSecret, MASK).replace(bearer, `$1${MASK}`)
}

function spellingsOf(secret: string): readonly Spelling[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  const spellings = new Set([
    secret,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ s: secret }).toString().slice(2),
    ...base64Spellings(secret),
  ])
  // The longest first: a shorter spelling inside it would leave its ends behind.
  return [...spellings]
    .toSorted((a, b) => b.length - a.length)
    .map((text) => ({ text, head: text.slice(0, MIN_SECRET_LENGTH) }))
}

/**
 * Base64 works on groups of three bytes, so a secret inside a larger text shows in one of three alignments;
 * the characters shared with its neighbours are left out.
 */
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const whole = bytes.toString('base64').replace(/=+$/, '')
  const spellings = [whole]
  for (const shift of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = shift === 0 ? 0 : shift + 1
    const last = shifted.length - ((shift + bytes.length) % 3 === 0 ? 0 : 1)
    const core = shifted.slice(first, last)
    // Short cores occur by chance.
    if (core.length >= 8) spellings.push(core)
  }
  return spellings.flatMap((spelling) => [spelling, spelling.replaceAll('+', '-').replaceAll('/', '_')])
}
