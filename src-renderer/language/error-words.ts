import type { WallError } from '#contract/errors.ts'
import type { Exact, Notice } from '#contract/exact-words.ts'
import type { Alarm } from '#contract/wall/alarms.ts'
import { isKey, listText, numberText, sentence, t } from './language.ts'

/** What an operator reads of a failure. Only words of others, such as a platform's own, are shown as they came. */
export function errorWords(error: WallError): string
export function errorWords(error: WallError | undefined): string | undefined
export function errorWords(error: WallError | undefined): string | undefined {
  if (error === undefined) return undefined
  const { code, exact, isGeneral, message, more = [] } = error
  if (exact === undefined && isGeneral !== true) return message
  return [exact === undefined ? t(`errors.${code}`) : exactWords(exact), ...more.map(exactWords)].join(' ')
}

function exactWords({ code, values }: Exact): string {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'object' ? listText(value.map(exactWords)) : value] as const,
  )
  return sentence(`exact.${code}`, Object.fromEntries(texts))
}

export function noticeWords({ message, exact }: Notice): string {
  return exact === undefined ? message : exactWords(exact)
}

/** What an alarm is about. A state has the word that its tile shows. */
export function causeWords(alarm: Pick<Alarm, 'cause' | 'exactCause' | 'decimalsAt'>): string {
  const { cause, exactCause, decimalsAt = [] } = alarm
  if (exactCause === undefined) {
    const point = numberText(0.1).charAt(1)
    return cause.replaceAll('.', (dot: string, at: number) => (decimalsAt.includes(at) ? point : dot))
  }
  const { code, values } = exactCause
  const { ['state']: state } = values
  const key = typeof state === 'string' ? `state.${state}` : ''
  return exactWords({ code, values: isKey(key) ? { ...values, state: t(key) } : values })
}
