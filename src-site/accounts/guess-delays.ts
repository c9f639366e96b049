import type { SiteClock } from '../clock.ts'
import { networkOf } from '../network-of.ts'

/** How long is waited after wrong passwords. */
export interface DelayPolicy {
  /** So many are a person's typing errors. */
  readonly freeGuesses: number
  /** After the last of those; it doubles with each further one. */
  readonly firstDelayMs: number
  readonly maxDelayMs: number
}

export interface GuessDelaysOptions {
  readonly account: DelayPolicy
  readonly address: DelayPolicy
  /** After the end of a delay without a further guess. */
  readonly forgetAfterMs: number
  /** Subjects, and addresses that were signed in from; above it the oldest are forgotten. */
  readonly maxRemembered: number
  readonly clock: SiteClock
}

/** Who tries a password, and from where. */
export interface Guesser {
  readonly email: string
  readonly address: string
}

interface Subject {
  readonly name: string
  readonly policy: DelayPolicy
}

interface Guesses {
  count: number
  /** Monotonic. */
  untilMs: number
}

/**
 * Makes guessing passwords slow. Wrong ones count for the account, whether there is such an account or not, and for the
 * address, or its network of IPv6. From one that the account has signed in from they count for the two together
 * alone: so nobody elsewhere, and nobody who guesses at other accounts, keeps the right person out. Everything is
 * forgotten with the process.
 */
export class GuessDelays {
  readonly #options: GuessDelaysOptions
  /** Wrong ones by what they count for, in the order of the last one. */
  readonly #guesses = new Map<string, Guesses>()
  readonly #trusted = new Set<string>()

  constructor(options: GuessDelaysOptions) {
    this.#options = options
  }

  /** Milliseconds until this password may be tried; 0: at once. */
  waitMs(guesser: Guesser): number {
    const nowMs = this.#options.clock.monotonicMs()
    const waitsMs = this.#subjects(guesser).map(({ name }) => (this.#current(name)?.untilMs ?? 0) - nowMs)
    return Math.max(0, ...waitsMs.map(Math.ceil))
  }

  wrong(guesser: Guesser): void {
    const { clock, maxRemembered } = this.#options
    for (const { name, policy } of this.#subjects(guesser)) {
      const { freeGuesses, firstDelayMs, maxDelayMs } = policy
      const count = (this.#current(name)?.count ?? 0) + 1
      const delayMs =
        count < freeGuesses ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (count - freeGuesses))
      this.#guesses.delete(name)
      this.#guesses.set(name, { count, untilMs: clock.monotonicMs() + delayMs })
      dropOldest(this.#guesses, maxRemembered)
    }
  }

  /** What was wrong before were typing errors; but not all that came from the address, where others guess, too. */
  right(guesser: Guesser): void {
    const [typed] = this.#subjects(guesser)
    this.#guesses.delete(typed.name)
    const pair = pairOf(guesser)
    this.#trusted.delete(pair)
    this.#trusted.add(pair)
    dropOldest(this.#trusted, this.#options.maxRemembered)
  }

  /** First what the person's own errors count for. */
  #subjects(guesser: Guesser): [Subject, ...Subject[]] {
    const { account, address } = this.#options
    const pair = pairOf(guesser)
    if (this.#trusted.has(pair)) return [{ name: pair, policy: account }]
    return [
      { name: `account ${guesser.email.toLowerCase()}`, policy: account },
      { name: `address ${networkOf(guesser.address)}`, policy: address },
    ]
  }

  #current(name: string): Guesses | undefined {
    const guesses = this.#guesses.get(name)
    const { clock, forgetAfterMs } = this.#options
    return guesses && clock.monotonicMs() < guesses.untilMs + forgetAfterMs ? guesses : undefined
  }
}

function pairOf({ email, address }: Guesser): string {
  return `${networkOf(address)} ${email.toLowerCase()}`
}

function dropOldest(remembered: Set<string> | Map<string, unknown>, atMost: number): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= atMost) return
    remembered.delete(oldest)
  }
}
