import { z } from 'zod'
import { answeredId, isoInstant, text } from './kinds.ts'
import { MAX_ID_CHARS, MAX_KEY_NAME_CHARS } from './limits.ts'

const keyName = z.string().trim().min(1).max(MAX_KEY_NAME_CHARS)

/** Section 4.3: `POST /v1/api-key`. `expiresIn` is in seconds (assumption 8); unknown members are refused (31). */
export const createApiKeyRequest = z.strictObject({
  name: keyName,
  expiresIn: z
    .number()
    .positive()
    .max(10 * 366 * 86_400),
  /** Unicode and hosts without a dot included: whether anybody has it is the sign-in's question. */
  email: z.email({ pattern: z.regexes.unicodeEmail }).max(254),
  password: z.string().min(1).max(1_000),
  orgId: z.string().min(1).max(MAX_ID_CHARS),
})
export type CreateApiKeyRequest = z.infer<typeof createApiKeyRequest>

/** 201 of `POST /v1/api-key` (assumption 9). The key is shown once. Instants are ISO 8601 with offset Z. */
export const createApiKeyResponse = z.object({
  id: text,
  name: text,
  /** Visible ASCII alone (RFC 9110 §5.5): anything else fits into no header. */
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,4096}$/),
  orgId: answeredId,
  createdAt: isoInstant,
  expiresAt: isoInstant,
})
export type CreatedApiKey = z.infer<typeof createApiKeyResponse>

/** A key as it is listed (assumption 36): never the key. Instants are ISO 8601 with offset Z. */
export const apiKeyRecordSchema = z.object({
  id: z.string(),
  name: text,
  /** How the key begins, to tell it by: `tsk_` and four characters. Empty of keys older than this member. */
  prefix: z.string(),
  createdAt: isoInstant,
  /** Of those that have expired, some are listed. */
  expiresAt: isoInstant,
  /** Absent: never. */
  lastUsedAt: isoInstant.optional(),
  /** The key that asks. */
  isOwn: z.boolean(),
})
export type ApiKeyRecord = z.infer<typeof apiKeyRecordSchema>

/** 200 of `GET /v1/api-keys` (assumption 36), the oldest first. */
export const apiKeysResponse = z.object({ items: z.array(apiKeyRecordSchema) })

/** `PATCH /v1/api-keys/{id}` (assumption 36); 200 is the key's record. */
export const renameApiKeyRequest = z.strictObject({ name: keyName })
