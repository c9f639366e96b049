import { z } from 'zod'
import { address, isoInstant } from './kinds.ts'

/**
 * Section 4.4: `POST /v1/live-view/participants`. `expiresIn` in seconds (assumption 10), at most 180 take effect;
 * whole seconds count, because a ticket's end is one, so less than one would be over at once.
 */
export const createTicketRequest = z.strictObject({
  cameraId: z.string().min(1).max(200),
  expiresIn: z.number().min(1),
})
export type CreateTicketRequest = z.infer<typeof createTicketRequest>

/** 201 (assumption 11). `expiresAt` is ISO 8601: the last instant at which a stream can be started with it. */
export const createTicketResponse = z.object({
  /** It has to fit into a query. */
  token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,16384}$/),
  url: address,
  expiresAt: isoInstant,
})
