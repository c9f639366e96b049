import { ok, type Result } from '#contract/result.ts'
import { makeTokenSecret } from '../accounts/token-secret.ts'
import { signWebToken } from '../accounts/web-token.ts'
import type { SiteClock } from '../clock.ts'
import { withStoreFaults } from '../store/store-fault.ts'
import type { TokenOptions } from './command-line.ts'
import type { SiteFault } from './site-fault.ts'

/** A token of assumption 32, as a person asked for it. A site on the same folder takes it at once. */
export function printedToken(
  { dataDir, orgId, lifeMs }: TokenOptions,
  clock: SiteClock,
): Promise<Result<string, SiteFault>> {
  const nowMs = clock.epochMs()
  return withStoreFaults(dataDir, async () =>
    ok(await signWebToken({ orgId, expiresAtMs: nowMs + lifeMs }, nowMs, makeTokenSecret(dataDir))),
  )
}
