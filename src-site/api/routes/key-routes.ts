import type { ApiKeyRecord } from '#contract/platform/api-key.ts'
import { MAX_KEYS_PER_ORGANIZATION } from '#contract/platform/limits.ts'
import { never } from '#contract/result.ts'
import type { ApiKeyStore, ListedApiKey } from '../../accounts/api-key-store.ts'
import type { SignIn, SignInFailure } from '../../accounts/sign-in.ts'
import type { ApiServer } from '../api-server.ts'
import { callRoute, principalOf } from '../call-route.ts'
import { type Refusal, refuse, retryAfter, tooManyRequests } from '../refusal.ts'

/** Section 4.3. */
export function addApiKeyRoute(server: ApiServer, signIn: SignIn, keys: ApiKeyStore): void {
  server.route({
    ...callRoute('createApiKey', {
      summary: 'Create an API key',
      description:
        'The key is in this answer and nowhere else. expiresIn is in seconds. ' +
        'After several wrong passwords the next one is waited for, longer each time.',
      refusals: ['invalid_credentials', 'organization_not_allowed', 'too_many_keys', 'sign_in_delayed'],
    }),
    handler: async (request, reply) => {
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
  })
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

const noSuchKey: Refusal = {
  code: 'unknown_key',
  message: 'The organization has no such key.',
  field: 'id',
}

/** Assumption 36. Any key of an organization may manage all of them: section 5 knows no rights. */
export function addApiKeysRoutes(server: ApiServer, keys: ApiKeyStore): void {
  server.route({
    ...callRoute('listKeys', {
      summary: 'List the keys of the organization',
      description:
        'Never the keys themselves: prefix is how each begins. Those that have expired are listed for a while.',
    }),
    handler: async (request, reply) => {
      const { orgId, keyId } = principalOf(request)
      const listed = await keys.list(orgId)
      return reply
        .header('cache-control', 'no-store')
        .send({ items: listed.map((key) => recordOf(key, keyId)) })
    },
  })
  server.route({
    ...callRoute('renameKey', { summary: 'Rename a key', refusals: ['unknown_key'] }),
    handler: async (request, reply) => {
      const { orgId, keyId } = principalOf(request)
      const renamed = await keys.rename(orgId, request.params.id, request.body.name)
      if (!renamed) return refuse(reply, noSuchKey)
      return reply.header('cache-control', 'no-store').send(recordOf(renamed, keyId))
    },
  })
  server.route({
    ...callRoute('revokeKey', {
      summary: 'Revoke a key',
      description:
        'Also the one that asks. Nobody has it from then on, and streams of events that it has opened end.',
      refusals: ['unknown_key'],
    }),
    handler: async (request, reply) => {
      const { orgId, keyId } = principalOf(request)
      const { id } = request.params
      if (!(await keys.revoke(orgId, id))) return refuse(reply, noSuchKey)
      request.log.info({ keyId: id, byKeyId: keyId }, 'API key revoked')
      return reply.send({ success: true })
    },
  })
}

function recordOf(key: ListedApiKey, ownId: string): ApiKeyRecord {
  const { id, name, prefix, createdAtMs, expiresAtMs, lastUsedAtMs } = key
  return {
    id,
    name,
    prefix,
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: new Date(expiresAtMs).toISOString(),
    ...(lastUsedAtMs === undefined ? {} : { lastUsedAt: new Date(lastUsedAtMs).toISOString() }),
    isOwn: id === ownId,
  }
}
