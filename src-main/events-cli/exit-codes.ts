import type { WallError } from '#contract/errors.ts'

/** What a script can tell apart. 70 is the BSD convention for a fault of the program itself. */
export const exitCodes = {
  done: 0,
  /** Some lines were refused, here or by the platform, or the last one was left; the others have arrived. */
  someRefused: 1,
  usage: 2,
  /** No platform, key or organization to be had. */
  connection: 3,
  dataFolder: 4,
  /** The platform cannot be reached, or does not take events: what was read is kept and not lost. */
  notDelivered: 5,
  diskFull: 6,
  bug: 70,
  interrupted: 130,
} as const

/** An end that is no bug: its message is a sentence for whoever started the program. */
export class CommandFailure extends Error {
  readonly exitCode: number

  constructor(sentence: string, exitCode: number) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** Of an outbox that cannot be opened or written. */
export function outboxFailure({ message, cause }: WallError): CommandFailure {
  return new CommandFailure(message, cause === 'disk_full' ? exitCodes.diskFull : exitCodes.dataFolder)
}
