import { createSessionStore, noConnection, type SessionStore } from '#renderer/wall/session-store.ts'

/** Of a workstation whose platform's clock is ahead of its own by so much. */
export function skewedSession(skewMs: number): SessionStore {
  return createSessionStore({ connection: { ...noConnection, skewMs, skewUncertaintyMs: 0 } })
}
