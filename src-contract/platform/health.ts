import { z } from 'zod'

/**
 * `GET /healthz` of the local site (no credentials). 200 while requests can be answered, 503 when the database
 * cannot be read. `degraded`: the interface answers, but not every camera can be watched.
 */
export const healthResponse = z.object({
  status: z.enum(['ok', 'degraded', 'failing']),
  database: z.enum(['ok', 'failing']),
  /** `absent`: this machine has no LiveKit server. */
  mediaServer: z.enum(['up', 'starting', 'down', 'absent']),
  /** `publishing` of `wanted` cameras have a picture right now. */
  cameras: z.object({ wanted: z.int().nonnegative(), publishing: z.int().nonnegative() }),
})
export type HealthResponse = z.infer<typeof healthResponse>
