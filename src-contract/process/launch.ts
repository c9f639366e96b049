import { z } from 'zod'

/**
 * What the launcher and its children (local site, shell) tell each other over Node's IPC channel.
 * The account's password travels here and nowhere else: never in an argument, the environment or a file.
 */
export const embeddedSiteSchema = z.object({
  type: z.literal('embedded-site'),
  baseUrl: z.url(),
  liveViewUrl: z.url(),
  account: z.object({ email: z.string(), password: z.string(), orgId: z.string() }),
})
export type EmbeddedSite = z.infer<typeof embeddedSiteSchema>

export type FromSite =
  | { type: 'progress'; part: string; text: string }
  | {
      type: 'ready'
      baseUrl: string
      liveViewUrl: string
      account: EmbeddedSite['account']
      cameras: number
      partsMs: Record<string, number>
    }
  | { type: 'failed'; sentence: string; exitCode: number }

export type FromShell =
  | { type: 'ready'; url?: string }
  | { type: 'tiles'; wanted: number; live: number; states: Record<string, number> }
  | { type: 'connected' }
  | { type: 'closed' }
  | { type: 'failed'; sentence: string; exitCode: number }
