/** The account or key that a request is made by. */
export interface Principal {
  /** Of the key, or what stands for a token: requests are limited by it. */
  readonly keyId: string
  readonly orgId: string
  /** Until the credential expires; infinite for keys of this program's own parts. */
  readonly leftMs: number
  /** Aborts when the credential is revoked, and with it what it has opened. */
  readonly revoked: AbortSignal
}
