import type { ApiKeyStore } from '../../accounts/api-key-store.ts'
import type { SignIn } from '../../accounts/sign-in.ts'
import type { ApiServer } from '../api-server.ts'
import { callRoute, principalOf } from '../call-route.ts'
import { type Refusal, refuse } from '../refusal.ts'

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
      if (!account.ok) return refuse(reply, account.error)
      const created = await keys.create(credentials.orgId, name, expiresIn * 1_000)
      if (!created.ok) return refuse(reply, created.error)
      request.log.info({ keyId: created.value.id, accountId: account.value.accountId }, 'API key created')
      return reply.code(201).header('cache-control', 'no-store').send(created.value)
    },
  })
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
        'Never the keys themselves: prefix is how each begins. The twenty that expire last are listed.',
    }),
    handler: async (request, reply) => {
      const { orgId, keyId } = principalOf(request)
      const listed = await keys.list(orgId)
      return reply
        .header('cache-control', 'no-store')
        .send({ items: listed.map((key) => ({ ...key, isOwn: key.id === keyId })) })
    },
  })
  server.route({
    ...callRoute('renameKey', { summary: 'Rename a key', refusals: ['unknown_key'] }),
    handler: async (request, reply) => {
      const { orgId, keyId } = principalOf(request)
      const renamed = await keys.rename(orgId, request.params.id, request.body.name)
      if (!renamed) return refuse(reply, noSuchKey)
      return reply.header('cache-control', 'no-store').send({ ...renamed, isOwn: renamed.id === keyId })
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
