import { type WallError, wallError } from '#contract/errors.ts'
import type { Exact } from '#contract/exact-words.ts'
import { fail, type Result } from '#contract/result.ts'
import { type CallName, callNames } from '#contract/wall/calls.ts'
import type { Redactor } from '../log/redactor.ts'
import type { AnyHandler, CallHandlers, Page } from '../wall-main.ts'
import type { PlatformLink } from './platform-link.ts'

type Handler<Input, Value> = (input: Input, page: Page) => Promise<Result<Value, WallError>>

export interface CallGuardOptions {
  readonly redactor: Pick<Redactor, 'redact'>
  /** Whose document and cameras the page has. */
  readonly platformOf: (page: Page) => string | undefined
  /** The platform that the wall shows. */
  readonly shown: () => string | undefined
  readonly link: () => PlatformLink | undefined
}

export type CallGuards = ReturnType<typeof createCallGuards>

/** Guards around the handlers of calls. */
export function createCallGuards({ redactor, platformOf, shown, link }: CallGuardOptions) {
  /** Last safeguard: secrets are removed from every message that leaves main. */
  function redacted<Value>(result: Result<Value, WallError>): Result<Value, WallError> {
    return result.ok ? result : fail(redactedError(result.error, (text) => redactor.redact(text)))
  }

  /** Refuses pages of a platform that the wall no longer shows. */
  function here<Input, Value>(handler: Handler<Input, Value>): Handler<Input, Value> {
    return async (input, page) => {
      const of = platformOf(page)
      return of === undefined || of === shown() ? handler(input, page) : fail(wallError('platform_changed'))
    }
  }

  /** … and fails without a platform. */
  function withLink<Input, Value>(
    handler: (link: PlatformLink, input: Input, page: Page) => Promise<Result<Value, WallError>>,
  ): Handler<Input, Value> {
    return here(async (input, page) => {
      const on = link()
      return on === undefined ? fail(wallError('not_configured')) : handler(on, input, page)
    })
  }
  return { redacted, here, withLink }
}

/** The same calls, each behind a guard. */
export function guardCalls(
  handlers: CallHandlers,
  guard: (handler: AnyHandler, name: CallName) => AnyHandler,
): CallHandlers {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- handler and input have one name
  const calls = callNames.map((name) => [name, guard(handlers[name] as AnyHandler, name)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has its handler again
  return Object.fromEntries(calls) as CallHandlers
}

function redactedError(error: WallError, redact: (text: string) => string): WallError {
  const { message, exact, more } = error
  return {
    ...error,
    message: redact(message),
    ...(exact === undefined ? {} : { exact: redactedWords(exact, redact) }),
    ...(more === undefined ? {} : { more: more.map((one) => redactedWords(one, redact)) }),
  }
}

function redactedWords({ code, values }: Exact, redact: (text: string) => string): Exact {
  const redacted = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'object') return [name, value.map((one) => redactedWords(one, redact))] as const
    return [name, typeof value === 'string' ? redact(value) : value] as const
  })
  return { code, values: Object.fromEntries(redacted) }
}
