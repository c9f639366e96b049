import { MAX_KEYS_PER_ORGANIZATION } from '#contract/platform/assumptions.ts'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { createApiKeyRequest, createApiKeyResponse } from '#contract/platform/api-key.ts'
import { never } from '#contract/result.ts'
import type { ApiKeyStore } from '../../accounts/api-key-store.ts'
import type { SignIn, SignInFailure } from '../../accounts/sign-in.ts'
import type { ApiServer } from '../api-server.ts'
import { noQuery } from '../no-query.ts'
import { refusals } from '../openapi.ts'
import { type Refusal, refuse, retryAfter, tooManyRequests } from '../refusal.ts'

export interface ApiKeyRouteOptions {
  readonly signIn: SignIn
  readonly keys: ApiKeyStore
}

function signInRefusal(failure: SignInFailure): Refusal {
  switch (failure.code) {
    case 'invalid_credentials':
      return { code: failure.code, message: 'E-mail or password is wrong.' }
    case 'organization_not_allowed':
      return {
        code: failure.code,
        message: 'This account does not belong to the organization.',
        field: 'orgId',
      }
    case 'busy':
      return tooManyRequests(1_000)
    case 'delayed':
      return {
        code: 'sign_in_delayed',
        message: 'Too many wrong passwords. Try again after the time in Retry-After.',
        headers: retryAfter(failure.retryInMs),
      }
    default:
      return never(failure)
  }
}

/** Section 4.3. */
export function addApiKeyRoute(server: ApiServer, { signIn, keys }: ApiKeyRouteOptions): void {
  server.post(
    defaultPaths.apiKey,
    {
      config: { open: true },
      schema: {
        summary: 'Create an API key',
        description:
          'The key is in this answer and nowhere else. expiresIn is in seconds. ' +
          'After several wrong passwords the next one is waited for, longer each time.',
        querystring: noQuery,
        body: createApiKeyRequest,
        response: {
          201: createApiKeyResponse,
          ...refusals(
            'invalid_credentials',
            'organization_not_allowed',
            'too_many_keys',
            'sign_in_delayed',
            'body_too_large',
            'unsupported_media_type',
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, expiresIn, ...credentials } = request.body
      const account = await signIn.check({ ...credentials, address: request.ip })
      if (!account.ok) return refuse(reply, signInRefusal(account.error))
      const created = await keys.create(credentials.orgId, name, expiresIn * 1_000)
      if (!created.ok) {
        return refuse(reply, {
          code: created.error,
          message: `The organization already has ${MAX_KEYS_PER_ORGANIZATION} keys that have not expired.`,
        })
      }
      const { createdAtMs, expiresAtMs, ...key } = created.value
      request.log.info({ keyId: key.id, accountId: account.value.accountId }, 'API key created')
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({
          ...key,
          createdAt: new Date(createdAtMs).toISOString(),
          expiresAt: new Date(expiresAtMs).toISOString(),
        })
    },
  )
}
