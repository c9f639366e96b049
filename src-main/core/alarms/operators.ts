import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type WallError, wallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { MAX_OPERATORS } from '#contract/wall/alarms.ts'
import { searchNameKey as nameKey } from '#contract/wall/saved-search.ts'
import type { StateFilePort } from '../settings/state-file.ts'
import { readEntries, readSection } from '../settings/stored-schema.ts'
import { backoffInMs, type Clock } from '../time.ts'
import { alarmDefaults } from './defaults.ts'

const operatorSchema = z.object({
  name: z.string().min(1).max(60),
  salt: z.base64().max(100),
  /** scrypt of the PIN. */
  hash: z.base64().max(200),
})
type Operator = z.infer<typeof operatorSchema>

export interface OperatorsOptions {
  /** Nobody but this class reads it: it is in no settings file and no support bundle. */
  readonly file: StateFilePort
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Of the hashes of PINs; less only where nobody guesses. */
  readonly cost?: ScryptOptions
}

const { scrypt: fullCost, keyBytes, saltBytes, freeTries, backoff } = alarmDefaults.signOn

/** Who may sign on here, and who has. It names whoever acts; pictures do not depend on it. */
export class Operators {
  readonly notices: readonly ExactMessage[]
  readonly #options: OperatorsOptions
  #operators: readonly Operator[]
  #signedOn: string | undefined
  /** Wrong tries in a row, by name. */
  readonly #tries = new Map<string, { readonly count: number; readonly atMs: number }>()

  constructor(options: OperatorsOptions) {
    this.#options = options
    const { content } = options.file
    const lost: ExactMessage[] = []
    readSection(content['version'], z.literal(1), exactMessage('part_newer'), lost)
    this.#operators = readEntries(content['operators'], operatorSchema, exactMessage('part_pin'), lost)
    this.notices = options.file.report(lost)
  }

  get names(): readonly string[] {
    return this.#operators.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other))
  }

  get signedOn(): string | undefined {
    return this.#signedOn
  }

  /** The answer is the name as it is kept. */
  async signOn(name: string, pin: string): Promise<Result<string, WallError>> {
    const key = nameKey(name)
    const operator = this.#operators.find((one) => nameKey(one.name) === key)
    if (operator === undefined) return fail(wallError('pin_refused'))
    const waitMs = this.#waitMs(key)
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000)
      return fail(wallError('pin_refused', exactMessage('pin_wait', { seconds }), waitMs))
    }
    // Counted before it is known to be wrong: tries that are made at once are not free.
    const count = (this.#tries.get(key)?.count ?? 0) + 1
    this.#tries.set(key, { count, atMs: this.#options.clock.monotonicMs() })
    const hash = await this.#hashOf(pin, Buffer.from(operator.salt, 'base64'))
    if (!timingSafeEqual(hash, Buffer.from(operator.hash, 'base64'))) return fail(wallError('pin_refused'))
    this.#tries.delete(key)
    this.#signedOn = operator.name
    return ok(operator.name)
  }

  async add(name: string, pin: string): Promise<Result<string, WallError>> {
    const salt = randomBytes(saltBytes)
    const hash = await this.#hashOf(pin, salt)
    // From here on nobody else comes between.
    if (this.#operators.some((one) => nameKey(one.name) === nameKey(name)))
      return fail(wallError('pin_refused', exactMessage('pin_exists', { name })))
    if (this.#operators.length >= MAX_OPERATORS)
      return fail(wallError('bad_request', exactMessage('pin_full', { most: MAX_OPERATORS })))
    const added = { name, salt: salt.toString('base64'), hash: hash.toString('base64') }
    const kept = this.#keep([...this.#operators, added])
    if (!kept.ok) return kept
    this.#signedOn = name
    return ok(name)
  }

  /** The answer is the name as it was kept; undefined when there is none. */
  remove(name: string): Result<string | undefined, WallError> {
    const key = nameKey(name)
    const removed = this.#operators.find((one) => nameKey(one.name) === key)
    const kept = this.#keep(this.#operators.filter((one) => one !== removed))
    if (!kept.ok) return kept
    this.#tries.delete(key)
    return ok(removed?.name)
  }

  signOff(): void {
    this.#signedOn = undefined
  }

  #keep(operators: readonly Operator[]): Result<undefined, WallError> {
    try {
      this.#options.file.write({ version: 1, operators })
    } catch {
      return fail(wallError('storage_failed'))
    }
    this.#operators = operators
    return ok(undefined)
  }

  #waitMs(key: string): number {
    const tried = this.#tries.get(key)
    if (tried === undefined || tried.count < freeTries) return 0
    const lengthMs = backoffInMs(backoff, tried.count - freeTries + 1, () => 0)
    return Math.max(0, tried.atMs + lengthMs - this.#options.clock.monotonicMs())
  }

  #hashOf(pin: string, salt: Buffer): Promise<Buffer> {
    const { cost = fullCost } = this.#options
    return new Promise((resolve, reject) => {
      scrypt(pin, salt, keyBytes, cost, (error, key) => (error === null ? resolve(key) : reject(error)))
    })
  }
}
