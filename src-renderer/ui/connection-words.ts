import { never } from '#contract/result.ts'
import type { ConnectionStatus, KeyFault, KeyStatus, Protection } from '#contract/wall/connection.ts'
import { isLoopback } from '#contract/wall/encryption.ts'
import { hostOf } from './platform-words.ts'
import type { Tone } from './words.ts'

export interface Verdict {
  readonly tone: Tone | 'good'
  readonly says: string
}

export function reachVerdict(connection: ConnectionStatus): Verdict {
  if (connection.source === 'none') return { tone: 'attention', says: 'No platform is configured' }
  switch (connection.reach) {
    case 'idle':
      return { tone: 'quiet', says: 'Not asked yet' }
    case 'ok':
      return { tone: 'good', says: 'Answers' }
    case 'failing':
      return { tone: 'fault', says: connection.lastError?.message ?? 'Does not answer' }
    default:
      return never(connection.reach)
  }
}

/** A platform that is asked across the network without encryption; undefined for any other. */
export function plainWords(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined || !/^http:/i.test(baseUrl) || isLoopback(baseUrl)) return undefined
  return `The connection to ${hostOf(baseUrl)} is not encrypted: whoever is between can read the API key and see the pictures. Enter its https:// address on the connection page.`
}

const protectionVerdicts: Readonly<Record<Protection, Verdict>> = {
  'os-keyring': { tone: 'good', says: 'In the key store of this system' },
  obfuscated: {
    tone: 'attention',
    says: 'On this computer, weakly protected: whoever can read the files of this account can read the key',
  },
  'plain-file': {
    tone: 'attention',
    says: 'In a file of this account, not protected: whoever can read it can use the key',
  },
  session: { tone: 'attention', says: 'In memory only: gone when Tessera ends' },
}

/** How well the key is kept, or how a new one would be. */
export function protectionVerdict({ state, protection, offered, choices, automatic }: KeyStatus): Verdict {
  if (protection === undefined) {
    if (choices === undefined) return { tone: 'quiet', says: 'Not known yet' }
    return offered === 'os-keyring'
      ? { tone: 'quiet', says: 'A key will be kept in the key store of this system' }
      : { tone: 'attention', says: 'No protected key store answers: you choose how a key is kept' }
  }
  if (state === 'unreadable') return { tone: 'attention', says: 'In a key store that is not this one' }
  const verdict = protectionVerdicts[protection]
  if (automatic === true) return { tone: 'quiet', says: `${verdict.says}. It opens only the demo` }
  if (protection !== 'os-keyring' && offered === 'os-keyring') {
    const remedy =
      protection === 'session' ? 'a new key will be kept there' : 'the key moves there at the next start'
    return { ...verdict, says: `${verdict.says}. A key store answers now: ${remedy}` }
  }
  return verdict
}

/** What is wrong, and what to do. */
const faultSentences: Readonly<Record<KeyFault, string>> = {
  expired: 'It has ended. Sign in for a new one, or paste one',
  revoked:
    'It was accepted before and has been revoked on the platform. Ask who did it, or sign in for a new one',
  unknown: 'The platform does not know it. Check that it was copied whole and is of this platform',
  'other-organization':
    'It is of another organization. Use a key of this one, or add that organization as a platform',
  'not-permitted':
    'Valid, but may not do what the wall needs. Ask an administrator of the platform to allow it',
  unsaid:
    'The platform does not accept it: it has ended, was revoked, or is of another platform. Sign in for a new one',
}

export function keyVerdict(key: KeyStatus): Verdict {
  switch (key.state) {
    case 'none':
      return { tone: 'attention', says: 'No key on this workstation' }
    case 'present':
      return { tone: 'good', says: 'Present' }
    case 'rejected':
    case 'not-allowed':
      return { tone: 'fault', says: faultSentences[key.fault ?? 'unsaid'] }
    case 'unavailable':
      return {
        tone: 'attention',
        says: 'The key store of this system is locked or does not answer. Unlock it: the key is still there',
      }
    case 'unreadable':
      return {
        tone: 'fault',
        says: 'The key store of this system is not the one that the key was kept in: bring that one back, or sign in again',
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
    const { tone, says } = keyVerdict(connection.key)
    return { tone, says: `API key: ${says[0]?.toLowerCase()}${says.slice(1)}`, action: 'key' }
  }
  if (connection.source === 'none' || connection.reach !== 'failing') return undefined
  return { tone: 'attention', says: reachVerdict(connection).says, action: 'connection' }
}

/** Days before the end from which it is said, and from which it is said louder (product §6). */
const SAID_FROM_DAYS = 14
const LOUDER_FROM_DAYS = 3
const LOUDEST_FROM_DAYS = 1

/** When the key ends; undefined where that is not known. */
export function expiryVerdict({
  expiresAt,
  daysLeft,
}: Pick<KeyStatus, 'expiresAt' | 'daysLeft'>): Verdict | undefined {
  if (expiresAt === undefined || daysLeft === undefined) return undefined
  const date = dayOf(expiresAt)
  if (daysLeft < 0) return { tone: 'fault', says: `Ended on ${date}` }
  const tone = daysLeft > SAID_FROM_DAYS ? 'quiet' : daysLeft > LOUDEST_FROM_DAYS ? 'attention' : 'fault'
  return { tone, says: `Until ${date}, ${lengthOf(daysLeft)} from now` }
}

export interface ExpiryNotice extends Verdict {
  /** Its last day is nobody's to put aside. */
  readonly isDismissable: boolean
}

/** What is said of an end that is near, louder as it comes nearer. A key that is not accepted is told otherwise. */
export function expiryNotice({ state, expiresAt, daysLeft }: KeyStatus): ExpiryNotice | undefined {
  if (state !== 'present' || expiresAt === undefined || daysLeft === undefined) return undefined
  if (daysLeft > SAID_FROM_DAYS) return undefined
  const date = dayOf(expiresAt)
  const ends = daysLeft < 0 ? `ended on ${date}` : `ends on ${date}, in ${lengthOf(daysLeft)}`
  const says = `The API key ${ends}. Renew it: the pictures go on meanwhile.`
  if (daysLeft > LOUDER_FROM_DAYS) return { tone: 'quiet', says, isDismissable: true }
  const isLast = daysLeft <= LOUDEST_FROM_DAYS
  return { tone: isLast ? 'fault' : 'attention', says, isDismissable: !isLast }
}

function dayOf(instant: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(Date.parse(instant))
}

function lengthOf(days: number): string {
  return days === 0 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`
}

export function skewWords(skewMs: number | undefined, uncertaintyMs?: number): string {
  if (skewMs === undefined) return 'not known yet'
  const seconds = Math.abs(skewMs) / 1_000
  const exact = uncertaintyMs === undefined ? '' : ` (± ${(uncertaintyMs / 1_000).toFixed(1)} s)`
  if (seconds < 1) return `in step with this computer${exact}`
  return `${seconds.toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this computer${exact}`
}
