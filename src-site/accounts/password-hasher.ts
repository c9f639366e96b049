import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Semaphore } from '../semaphore.ts'

/** Work of one hash, stored beside it so that it can be raised later without locking anybody out. */
export interface ScryptCost {
  readonly costLog2: number
  readonly blockSize: number
  readonly parallelism: number
}

export interface PasswordHasherOptions {
  readonly scrypt: ScryptCost
  readonly saltBytes: number
  readonly hashBytes: number
  readonly hashesAtATime: number
  readonly maxWaitingHashes: number
}

/** `$scrypt$ln=15,r=8,p=3$salt$hash`, salt and hash in base64url. */
const storedFormat = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/** Hashes and compares passwords with scrypt, a few at a time: each takes memory, a core and time on purpose. */
export class PasswordHasher {
  readonly #options: PasswordHasherOptions
  readonly #turns: Semaphore

  constructor(options: PasswordHasherOptions) {
    this.#options = options
    this.#turns = new Semaphore(options.hashesAtATime)
  }

  /** True while so many wait that a further caller should be told to come back. */
  get isOverloaded(): boolean {
    return this.#turns.waiting >= this.#options.maxWaitingHashes
  }

  hash(password: string): Promise<string> {
    return this.#turns.run(() => this.#hash(password))
  }

  /**
   * Compares in constant time. Without a stored hash (nobody has this e-mail) it does the same work and answers
   * false, so that the time does not tell which e-mails exist. Undefined: when its turn came, it was not due any more.
   * `onCompared` is called before the next one has its turn.
   */
  matches(
    password: string,
    stored: string | undefined,
    isDue: () => boolean = () => true,
    onCompared: (isRight: boolean) => void = () => undefined,
  ): Promise<boolean | undefined> {
    return this.#turns.run(async () => {
      if (!isDue()) return undefined
      const isRight = await this.#compare(password, stored)
      onCompared(isRight)
      return isRight
    })
  }

  async #hash(password: string): Promise<string> {
    const { scrypt: cost, saltBytes, hashBytes } = this.#options
    const salt = randomBytes(saltBytes)
    const hash = await deriveKey(password, salt, cost, hashBytes)
    const { costLog2, blockSize, parallelism } = cost
    const parameters = `ln=${costLog2},r=${blockSize},p=${parallelism}`
    return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`
  }

  async #compare(password: string, stored: string | undefined): Promise<boolean> {
    const parts = storedFormat.exec(stored ?? '')
    if (parts === null) {
      await this.#hash(password)
      return false
    }
    const [, costLog2 = '', blockSize = '', parallelism = '', salt = '', hash = ''] = parts
    const cost = {
      costLog2: Number(costLog2),
      blockSize: Number(blockSize),
      parallelism: Number(parallelism),
    }
    const wanted = Buffer.from(hash, 'base64url')
    const given = await deriveKey(password, Buffer.from(salt, 'base64url'), cost, wanted.byteLength)
    return timingSafeEqual(given, wanted)
  }
}

function deriveKey(password: string, salt: Buffer, cost: ScryptCost, bytes: number): Promise<Buffer> {
  const blockBytes = 128 * 2 ** cost.costLog2 * cost.blockSize
  const options: ScryptOptions = {
    N: 2 ** cost.costLog2,
    r: cost.blockSize,
    p: cost.parallelism,
    // Node refuses above 32 MB unless told; OpenSSL counts some bookkeeping on top of the blocks.
    maxmem: blockBytes * 2,
  }
  const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
  // The same characters may be typed in two ways (one code point or two).
  return derive(password.normalize('NFC'), salt, bytes, options)
}
