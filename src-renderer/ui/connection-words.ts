import { never } from '#contract/result.ts'
import type { ConnectionStatus, KeyStatus } from '#contract/wall/connection.ts'
import { isLoopback } from '#contract/wall/encryption.ts'
import { hostOf } from './platform-words.ts'
import { longDate } from '../timeline/axis/time-words.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import { currentLanguage, fixed, locale, t } from '../language/language.ts'
import type { Tone } from './words.ts'
import { errorWords } from '../language/error-words.ts'

export interface Verdict {
  readonly tone: Tone | 'good'
  readonly text: string
}

export function reachVerdict(connection: ConnectionStatus): Verdict {
  if (connection.source === 'none') return { tone: 'attention', text: t('connection.noPlatformConfigured') }
  switch (connection.reach) {
    case 'idle':
      return { tone: 'quiet', text: t('connection.notAskedYet') }
    case 'ok':
      return { tone: 'good', text: t('connection.answers') }
    case 'failing':
      return { tone: 'fault', text: errorWords(connection.lastError) ?? t('connection.doesNotAnswer') }
    default:
      return never(connection.reach)
  }
}

/** Undefined while the platform gives its list of cameras. */
export function cameraListTrouble({ cameraListError }: ConnectionStatus): string | undefined {
  const reason = errorWords(cameraListError)
  return reason === undefined ? undefined : t('connection.noListOfCameras', { reason })
}

/** A platform that is asked across the network without encryption; undefined for any other. */
export function plainWords(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined || !/^http:/i.test(baseUrl) || isLoopback(baseUrl)) return undefined
  return t('connection.connectionNotEncryptedWhoeverBetween', { host: hostOf(baseUrl) })
}

/** How well the key is kept, or how a new one would be. */
export function protectionVerdict({ state, protection, offered, choices, automatic }: KeyStatus): Verdict {
  if (protection === undefined) {
    if (choices === undefined) return { tone: 'quiet', text: t('connection.notKnownYet') }
    return offered === 'os-keyring'
      ? { tone: 'quiet', text: t('connection.keyWillBeKeptKey') }
      : { tone: 'attention', text: t('connection.noProtectedKeyStoreAnswers') }
  }
  if (state === 'unreadable') return { tone: 'attention', text: t('connection.keyStoreNotOne') }
  const tone = protection === 'os-keyring' ? 'good' : 'attention'
  const kept = t(`connection.kept.${protection}`)
  if (automatic === true) return { tone: 'quiet', text: t('connection.opensDemo', { kept }) }
  if (protection !== 'os-keyring' && offered === 'os-keyring') {
    const remedy = protection === 'session' ? 'connection.newKeyGoesThere' : 'connection.keyMovesThere'
    return { tone, text: t(remedy, { kept }) }
  }
  return { tone, text: kept }
}

export function keyVerdict(key: KeyStatus): Verdict {
  switch (key.state) {
    case 'none':
      return { tone: 'attention', text: t('connection.noKeyWorkstation') }
    case 'present':
      return { tone: 'good', text: t('connection.present') }
    case 'rejected':
    case 'not-allowed':
      return { tone: 'fault', text: t(`connection.fault.${key.fault ?? 'unsaid'}`) }
    case 'unavailable':
      return {
        tone: 'attention',
        text: t('connection.keyStoreSystemLockedOr'),
      }
    case 'unreadable':
      return {
        tone: 'fault',
        text: t('connection.keyStoreSystemNotOne'),
      }
    default:
      return never(key.state)
  }
}

export interface Trouble extends Verdict {
  /** The action that opens what helps. */
  readonly action: 'connection' | 'key'
}

/** What keeps this wall from its platform now, for the banner; undefined while nothing does. */
export function connectionTrouble(connection: ConnectionStatus): Trouble | undefined {
  const { state } = connection.key
  if (state !== 'none' && state !== 'present') {
    const { tone, text } = keyVerdict(connection.key)
    return { tone, text: t('connection.apiKey', { state: lowerFirst(text) }), action: 'key' }
  }
  if (connection.source === 'none' || connection.reach !== 'failing') return undefined
  return { tone: 'attention', text: reachVerdict(connection).text, action: 'connection' }
}

/** Days before expiry from which a notice is shown, and from which it is a warning (product §6). */
const MENTIONED_FROM_DAYS = 14
const LOUDER_FROM_DAYS = 3
const LOUDEST_FROM_DAYS = 1

/** When the key ends; undefined where that is not known. */
export function expiryVerdict(
  { expiresAt, daysLeft }: Pick<KeyStatus, 'expiresAt' | 'daysLeft'>,
  zone: Zone,
): Verdict | undefined {
  if (expiresAt === undefined || daysLeft === undefined) return undefined
  const date = dayOf(expiresAt, zone)
  if (daysLeft < 0) return { tone: 'fault', text: t('connection.ended', { date }) }
  const tone = daysLeft > MENTIONED_FROM_DAYS ? 'quiet' : daysLeft > LOUDEST_FROM_DAYS ? 'attention' : 'fault'
  return { tone, text: t('connection.untilFromNow', { date, length: lengthOf(daysLeft) }) }
}

export interface ExpiryNotice extends Verdict {
  /** Not on the last day. */
  readonly isDismissable: boolean
}

/** The notice of a key that expires soon, more urgent each step nearer. A rejected key has a message of its own. */
export function expiryNotice(
  { state, expiresAt, daysLeft }: KeyStatus,
  zone: Zone,
): ExpiryNotice | undefined {
  if (state !== 'present' || expiresAt === undefined || daysLeft === undefined) return undefined
  if (daysLeft > MENTIONED_FROM_DAYS) return undefined
  const date = dayOf(expiresAt, zone)
  const text =
    daysLeft < 0
      ? t('connection.keyEnded', { date })
      : t('connection.keyEnds', { date, length: lengthOf(daysLeft) })
  if (daysLeft > LOUDER_FROM_DAYS) return { tone: 'quiet', text, isDismissable: true }
  const isLast = daysLeft <= LOUDEST_FROM_DAYS
  return { tone: isLast ? 'fault' : 'attention', text, isDismissable: !isLast }
}

const dayOf = (instant: string, zone: Zone): string => longDate(zone.dayAt(Date.parse(instant)))
const lengthOf = (days: number): string => t('connection.days', { days })

export function skewWords(skewMs: number | undefined, uncertaintyMs?: number): string {
  if (skewMs === undefined) return t('platform.state.notKnownYet')
  const seconds = Math.abs(skewMs) / 1_000
  const exact = uncertaintyMs === undefined ? '' : ` (± ${fixed(uncertaintyMs / 1_000)} s)`
  if (seconds < 1) return t('connection.stepWithComputer', { exact })
  return t(skewMs > 0 ? 'connection.ahead' : 'connection.behind', { seconds: fixed(seconds), exact })
}

/** A verdict behind a colon, where German begins with a capital, too. */
function lowerFirst(text: string): string {
  if (currentLanguage() === 'de') return text
  return text.slice(0, 1).toLocaleLowerCase(locale()) + text.slice(1)
}
