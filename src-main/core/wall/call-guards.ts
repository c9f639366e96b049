import { type WallError, wallError } from '#contract/errors.ts'
import type { Exact } from '#contract/exact-words.ts'
import { fail, type Result } from '#contract/result.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Page } from '../wall-main.ts'
import type { PlatformLink } from './platform-link.ts'

type Answer<Value> = Promise<Result<Value, WallError>>
type Handler<Input, Value> = (input: Input, page: Page) => Answer<Value>

export interface CallGuardOptions {
  readonly redactor: Pick<Redactor, 'redact'>
  /** Whose document and cameras the page has. */
  readonly platformOf: (page: Page) => string | undefined
  /** The platform that the wall shows. */
  readonly shown: () => string | undefined
  readonly link: () => PlatformLink | undefined
}

/** Guards around the handlers of calls; each includes the one before it. */
export interface CallGuards {
  /** Last safeguard: secrets are removed from every message that leaves main. */
  readonly redacted: <Value>(result: Result<Value, WallError>) => Result<Value, WallError>
  /** Wraps a handler so that its failures are redacted. */
  readonly withRedaction: <Input, Value>(handler: Handler<Input, Value>) => Handler<Input, Value>
  /** … and so that it refuses pages of a platform that the wall no longer shows. */
  readonly here: <Input, Value>(handler: Handler<Input, Value>) => Handler<Input, Value>
  /** … and so that it fails without a platform. */
  readonly withLink: <Input, Value>(
    handler: (link: PlatformLink, input: Input, page: Page) => Answer<Value>,
  ) => Handler<Input, Value>
}

export function createCallGuards({ redactor, platformOf, shown, link }: CallGuardOptions): CallGuards {
  const redacted: CallGuards['redacted'] = (result) =>
    result.ok ? result : fail(redactedError(result.error, (text) => redactor.redact(text)))
  const withRedaction: CallGuards['withRedaction'] = (handler) => async (input, page) =>
    redacted(await handler(input, page))
  const here: CallGuards['here'] = (handler) =>
    withRedaction(async (input, page) => {
      const of = platformOf(page)
      return of === undefined || of === shown() ? handler(input, page) : fail(wallError('platform_changed'))
    })
  const withLink: CallGuards['withLink'] = (handler) =>
    here(async (input, page) => {
      const on = link()
      return on === undefined ? fail(wallError('not_configured')) : handler(on, input, page)
    })
  return { redacted, withRedaction, here, withLink }
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
