import { z } from 'zod'

/** Section 4.3: `POST /v1/api-key`. `expiresIn` is in seconds (assumption 8); unknown members are refused (31). */
export const createApiKeyRequest = z.strictObject({
  name: z.string().trim().min(1).max(100),
  expiresIn: z
    .number()
    .positive()
    .max(10 * 366 * 86_400),
  /** Unicode and hosts without a dot included: whether anybody has it is the sign-in's question. */
  email: z.email({ pattern: z.regexes.unicodeEmail }).max(254),
  password: z.string().min(1).max(1_000),
  orgId: z.string().min(1).max(100),
})
export type CreateApiKeyRequest = z.infer<typeof createApiKeyRequest>

/** 201 of `POST /v1/api-key` (assumption 9). The key is shown once. Instants are ISO 8601 with offset Z. */
export const createApiKeyResponse = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  orgId: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
