import { isObject, parseJson } from '#contract/json.ts'
import type { LiveViewTicket } from '../live-view/ticket.ts'
import { relayDefaults } from './defaults.ts'

interface Kept extends LiveViewTicket {
  readonly untilMs: number
}

/**
 * Tokens that media servers have renewed, by camera and session. The page never sees them; when it resumes a
 * session it only names it.
 */
export class ResumeTokens {
  readonly #kept = new Map<string, Kept>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  keep(cameraId: string, participantSid: string, ticket: LiveViewTicket): void {
    const key = keyOf(cameraId, participantSid)
    // Deleted first so that a renewed one counts as the newest.
    this.#kept.delete(key)
    const untilMs = expiryOf(ticket.token) ?? this.#nowMs() + relayDefaults.resumeWithoutExpiryMs
    this.#kept.set(key, { ...ticket, untilMs })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= relayDefaults.maxResumable) break
      this.#kept.delete(oldest)
    }
  }

  find(cameraId: string, participantSid: string): LiveViewTicket | undefined {
    const kept = this.#kept.get(keyOf(cameraId, participantSid))
    if (kept === undefined) return undefined
    if (kept.untilMs > this.#nowMs()) return { token: kept.token, url: kept.url }
    this.forget(cameraId, participantSid)
    return undefined
  }

  forget(cameraId: string, participantSid: string): void {
    this.#kept.delete(keyOf(cameraId, participantSid))
  }

  clear(): void {
    this.#kept.clear()
  }
}

function keyOf(cameraId: string, participantSid: string): string {
  return JSON.stringify([cameraId, participantSid])
}

/** `exp` of a web token as epoch milliseconds. Its signature is the media server's business. */
function expiryOf(token: string): number | undefined {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return isObject(claims) && typeof claims['exp'] === 'number' ? claims['exp'] * 1_000 : undefined
}
