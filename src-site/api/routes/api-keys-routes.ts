import { z } from 'zod'
import {
  type ApiKeyRecord,
  apiKeyRecordSchema,
  apiKeysResponse,
  renameApiKeyRequest,
  revokeApiKeyResponse,
} from '#contract/platform/api-key.ts'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { ApiKeyStore, ListedApiKey } from '../../accounts/api-key-store.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { type Refusal, refuse } from '../refusal.ts'

const oneKey = `${defaultPaths.apiKeys}/:id`
const params = z.strictObject({ id: z.string() })
const noSuchKey: Refusal = {
  code: 'unknown_key',
  message: 'The organization has no such key.',
  field: 'id',
}

/** Assumption 36. Any key of an organization may manage all of them: section 5 knows no rights. */
export function addApiKeysRoutes(server: ApiServer, keys: ApiKeyStore): void {
  server.get(
    defaultPaths.apiKeys,
    {
      schema: {
        summary: 'List the keys of the organization',
        description:
          'Never the keys themselves: prefix is how each begins. Those that have expired are listed for a while.',
        security: bearerSecurity,
        querystring: noQuery,
        response: { 200: apiKeysResponse, ...refusals('missing_key') },
      },
    },
    async (request, reply) => {
      const { orgId, keyId } = holderOf(request)
      const listed = await keys.list(orgId)
      return reply
        .header('cache-control', 'no-store')
        .send({ items: listed.map((key) => recordOf(key, keyId)) })
    },
  )
  server.patch(
    oneKey,
    {
      schema: {
        summary: 'Rename a key',
        security: bearerSecurity,
        params,
        querystring: noQuery,
        body: renameApiKeyRequest,
        response: {
          200: apiKeyRecordSchema,
          ...refusals('missing_key', 'unknown_key', 'body_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const { orgId, keyId } = holderOf(request)
      const renamed = await keys.rename(orgId, request.params.id, request.body.name)
      if (!renamed) return refuse(reply, noSuchKey)
      return reply.header('cache-control', 'no-store').send(recordOf(renamed, keyId))
    },
  )
  server.delete(
    oneKey,
    {
      schema: {
        summary: 'Revoke a key',
        description:
          'Also the one that asks. Nobody has it from then on, and streams of events that it has opened end.',
        security: bearerSecurity,
        params,
        querystring: noQuery,
        response: { 200: revokeApiKeyResponse, ...refusals('missing_key', 'unknown_key') },
      },
    },
    async (request, reply) => {
      const { orgId, keyId } = holderOf(request)
      const { id } = request.params
      if (!(await keys.revoke(orgId, id))) return refuse(reply, noSuchKey)
      request.log.info({ keyId: id, byKeyId: keyId }, 'API key revoked')
      return reply.send({ success: true })
    },
  )
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
