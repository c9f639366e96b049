import type { WallError } from '#contract/errors.ts'
import { t } from './language.ts'

/** What an operator reads of a failure; what main knows more exactly is English. */
export function errorWords(error: WallError): string
export function errorWords(error: WallError | undefined): string | undefined
export function errorWords(error: WallError | undefined): string | undefined {
  return error?.isGeneral === true ? t(`errors.${error.code}`) : error?.message
}
