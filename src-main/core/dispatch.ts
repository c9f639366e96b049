import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, type Result } from '#contract/result.ts'
import { type CallName, callNames, type CallOutput, wallCalls } from '#contract/wall/calls.ts'
import { MAX_DOCUMENT_CHARS } from '#contract/wall/document.ts'
import { MAX_SALVOS_BYTES } from '#contract/wall/salvo.ts'
import type { AreaLog } from './log/logger.ts'
import type { AnyHandler, CallHandlers, Page } from './wall-main.ts'

/** The largest of the others is a search of events: a thousand cameras, a thousand tags and twenty texts, each of the longest. */
const MAX_CALL_INPUT_CHARS = 1_024 * 1_024
/**
 * A change sends what it changes as it was and as it becomes. The largest are the salvos; `isWithin` counts short members
 * up to a third longer than JSON.
 */
export const MAX_SETTINGS_CHARS = 3 * MAX_SALVOS_BYTES
const largeInputChars: Partial<Record<CallName, number>> = {
  'settings.save': MAX_SETTINGS_CHARS,
  'wall.save': MAX_DOCUMENT_CHARS,
}

export interface DispatchOptions {
  readonly handlers: CallHandlers
  readonly log: AreaLog
  /** The one sink for bugs. */
  readonly onBug: (error: unknown, where: string) => void
}

export interface Dispatch {
  /** A call as it came from a page: nothing about it is known yet. Never rejects. */
  call(name: unknown, input: unknown, page: Page): Promise<Result<CallOutput<CallName>, WallError>>
}

const known: ReadonlySet<unknown> = new Set(callNames)

function isCallName(name: unknown): name is CallName {
  return known.has(name)
}

/** The border between a page and the wall, the same for both shells: name, size, zod, handler, value. */
export function createDispatch({ handlers, log, onBug }: DispatchOptions): Dispatch {
  function refuse(what: string): Result<never, WallError> {
    log.warn('call refused', { what })
    return fail(wallError('bad_request'))
  }

  async function run(
    name: CallName,
    input: unknown,
    page: Page,
  ): Promise<Result<CallOutput<CallName>, WallError>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- handler and schema have one name
    const handler = handlers[name] as AnyHandler
    const parsed = wallCalls[name].input.safeParse(input)
    // Paths and codes only: a message of zod may quote what was sent, and that may be a key.
    if (!parsed.success) {
      return refuse(`${name}: ${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.code}`).join(', ')}`)
    }
    try {
      return await handler(parsed.data, page)
    } catch (error) {
      onBug(error, `call ${name}`)
      return fail(wallError('bad_request', exactMessage('own_fault')))
    }
  }

  return {
    async call(name, input, page) {
      if (!isCallName(name)) return refuse('unknown name')
      if (!isWithin(input, largeInputChars[name] ?? MAX_CALL_INPUT_CHARS)) return refuse(`${name}: too large`)
      return run(name, input, page)
    },
  }
}

/**
 * Whether a value, written as text, stays within about `budget` characters. IPC carries structured clones of
 * any size and shape, cyclic ones too; zod would walk all of it before it says no.
 */
export function isWithin(value: unknown, budget: number): boolean {
  let left = budget
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    left -= 4
    if (typeof next === 'string') left -= next.length
    else if (typeof next === 'object' && next !== null) {
      if (ArrayBuffer.isView(next) || next instanceof ArrayBuffer) return false
      const members = Array.isArray(next) ? next : Object.entries(next).flat()
      if (members.length > left) return false
      for (const member of members) waiting.push(member)
    }
    if (left < 0) return false
  }
  return true
}
