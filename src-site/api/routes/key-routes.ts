import { fail, ok } from '#contract/result.ts'
import type { ApiKeyStore } from '../../accounts/api-key-store.ts'
import type { SignIn } from '../../accounts/sign-in.ts'
import type { ApiServer } from '../api-server.ts'
import { addCall, done } from '../call-route.ts'
import type { Refusal } from '../refusal.ts'

const noSuchKey: Refusal = {
  code: 'unknown_key',
  message: 'The organization has no such key.',
  field: 'id',
}

/** Section 4.3, and assumption 36: any key of an organization may manage all of them, for section 5 knows no rights. */
export function addKeyRoutes(server: ApiServer, signIn: SignIn, keys: ApiKeyStore): void {
  addCall(server, 'createApiKey', {
    summary: 'Create an API key',
    description:
      'The key is in this answer and nowhere else. expiresIn is in seconds. ' +
      'After several wrong passwords the next one is waited for, longer each time.',
    refusals: ['invalid_credentials', 'organization_not_allowed', 'too_many_keys', 'sign_in_delayed'],
    answer: async ({ body: { name, expiresIn, ...credentials }, request }) => {
      const account = await signIn.check({ ...credentials, address: request.ip })
      if (!account.ok) return account
      const created = await keys.create(credentials.orgId, name, expiresIn * 1_000)
      if (!created.ok) return created
      request.log.info({ keyId: created.value.id, accountId: account.value.accountId }, 'API key created')
      return created
    },
  })
  addCall(server, 'listKeys', {
    summary: 'List the keys of the organization',
    description:
      'Never the keys themselves: prefix is how each begins. The twenty that expire last are listed.',
    answer: async ({ principal: { orgId, keyId } }) => {
      const listed = await keys.list(orgId)
      return ok({ items: listed.map((key) => ({ ...key, isOwn: key.id === keyId })) })
    },
  })
  addCall(server, 'renameKey', {
    summary: 'Rename a key',
    refusals: ['unknown_key'],
    answer: async ({ principal: { orgId, keyId }, id, body }) => {
      const renamed = await keys.rename(orgId, id, body.name)
      return renamed ? ok({ ...renamed, isOwn: id === keyId }) : fail(noSuchKey)
    },
  })
  addCall(server, 'revokeKey', {
    summary: 'Revoke a key',
    description:
      'Also the one that asks. Nobody has it from then on, and streams of events that it has opened end.',
    refusals: ['unknown_key'],
    answer: async ({ principal: { orgId, keyId }, id, request }) => {
      if (!(await keys.revoke(orgId, id))) return fail(noSuchKey)
      request.log.info({ keyId: id, byKeyId: keyId }, 'API key revoked')
      return done
    },
  })
}
