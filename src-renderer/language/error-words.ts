import type { WallError } from '#contract/errors.ts'
import type { Exact } from '#contract/exact-words.ts'
import { formatOf, t } from './language.ts'

/** What an operator reads of a failure. Only words of others, such as a platform's own, are shown as they came. */
export function errorWords(error: WallError): string
export function errorWords(error: WallError | undefined): string | undefined
export function errorWords(error: WallError | undefined): string | undefined {
  if (error?.exact !== undefined) return exactWords(error.exact)
  return error?.isGeneral === true ? t(`errors.${error.code}`) : error?.message
}

export function exactWords({ code, values }: Exact): string {
  return String(formatOf(`exact.${code}`).format(values))
}
