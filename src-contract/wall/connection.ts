import { z } from 'zod'
import { assumptionNames, platformOverridesSchema } from '../platform/assumptions.ts'
import { wallErrorSchema } from '../errors.ts'
import { MAX_ID_CHARS } from '../platform/limits.ts'

/** How well the stored key is protected, in falling order. `session` is held in memory only. */
export const protectionSchema = z.enum(['os-keyring', 'obfuscated', 'plain-file', 'session'])
export type Protection = z.infer<typeof protectionSchema>

/**
 * Why a platform does not take a key, as far as it says or the wall knows. `not-permitted`: the key is good, but not
 * for this; `unsaid`: any of them.
 */
export const keyFaultSchema = z.enum([
  'expired',
  'revoked',
  'unknown',
  'other-organization',
  'not-permitted',
  'unsaid',
])
export type KeyFault = z.infer<typeof keyFaultSchema>

/** What the page may know about the key: never the key. */
export const keyStatusSchema = z.object({
  /** `unavailable`: the key store does not answer; `unreadable`: it does, and is not the one that the key was kept in. */
  state: z.enum(['none', 'present', 'rejected', 'not-allowed', 'unavailable', 'unreadable']),
  /** Of `rejected` and `not-allowed`. */
  fault: keyFaultSchema.optional(),
  protection: protectionSchema.optional(),
  /** Protection that a new key would get without a choice of the operator; absent where none is safe. */
  offered: protectionSchema.optional(),
  /** What an operator may choose for a new key, best first. */
  choices: z.array(protectionSchema).optional(),
  /** The weak protection was chosen by the wall itself: the key opens nothing but the demo site on this machine. */
  automatic: z.boolean().optional(),
  name: z.string().optional(),
  orgId: z.string().optional(),
  /** ISO 8601; of a key that this wall made, or that the platform lists. */
  expiresAt: z.string().optional(),
  /** Whole days until then by the platform's clock, negative from its end on; only where the end is known. */
  daysLeft: z.int().optional(),
})
export type KeyStatus = z.infer<typeof keyStatusSchema>

/** Servers refuse longer ones. */
const MAX_ADDRESS_CHARS = 2_000

export const platformAddressSchema = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }).max(MAX_ADDRESS_CHARS),
  /** `{live_view_url}` of the document; without it the ticket's own address is used if its host is the platform's. */
  liveViewUrl: z
    .url({ protocol: /^(wss?|https?)$/ })
    .max(MAX_ADDRESS_CHARS)
    .optional(),
  overrides: platformOverridesSchema.optional(),
})
export type PlatformAddress = z.infer<typeof platformAddressSchema>

/**
 * What an imported file would newly allow: live view tickets sent to another address, or (the same address twice) a key
 * sent unencrypted.
 */
export const mediaRedirectSchema = z.object({
  /** Base address of the platform whose tickets they are. */
  platform: z.string(),
  /** Live view address of the file; the platform's own where that is not encrypted. */
  leadsTo: z.string(),
})
export type MediaRedirect = z.infer<typeof mediaRedirectSchema>
/** `accepted`: addresses that the operator has been shown and wants to use. */
export const importSettingsSchema = z.object({ accepted: z.array(z.string().max(2_500)).max(1_000) })

/** What the answers of a platform have shown of one of our assumptions. One that is not listed is untested. */
const findingSchema = z.object({
  /** `absent`: the platform has no such call, and the wall does without. */
  verdict: z.enum(['confirmed', 'contradicted', 'absent']),
  /** Epoch milliseconds of this computer's clock. */
  atMs: z.number(),
})
export const findingsSchema = z.partialRecord(z.enum(assumptionNames), findingSchema)
export type Findings = z.infer<typeof findingsSchema>

/** Names a platform of this workstation for as long as it is listed. */
export const platformIdSchema = z.string().min(1).max(2_500)
/** Id of the embedded site, which is in no list: it comes back at another port, with the same key and cameras. */
export const EMBEDDED = 'embedded'
const platformNameSchema = z.string().trim().max(60)
/** An organization's name for itself, wherever one is typed, kept or sent. */
export const orgIdSchema = z.string().trim().min(1).max(MAX_ID_CHARS)

/** One platform (or organization) of those that this workstation can show, each with a key of its own. */
export const listedPlatformSchema = z.object({
  id: platformIdSchema,
  /** Given by the operator; may be empty. */
  name: platformNameSchema,
  baseUrl: z.string(),
  orgId: orgIdSchema.optional(),
  hasKey: z.boolean(),
})
export type ListedPlatform = z.infer<typeof listedPlatformSchema>

/** `acceptsUnencrypted`: the operator was told what can be read on the way, and agrees. */
export const enteredAddressSchema = platformAddressSchema.extend({
  acceptsUnencrypted: z.boolean().optional(),
})
export type EnteredAddress = z.infer<typeof enteredAddressSchema>

/** `from`: what the form was opened with. Where another address is kept for that platform by now, nothing is changed. */
export const setAddressSchema = enteredAddressSchema.extend({ from: platformAddressSchema.optional() })

/** The same address may be added once for each organization. */
export const newPlatformSchema = z.object({
  name: platformNameSchema,
  address: enteredAddressSchema,
  orgId: orgIdSchema.optional(),
})
export const renamedPlatformSchema = z.object({ id: platformIdSchema, name: platformNameSchema })

/** All that the connection page shows, pushed whenever it changes. */
export const connectionStatusSchema = z.object({
  source: z.enum(['none', 'embedded', 'configured']),
  address: platformAddressSchema.optional(),
  /** Of the platform that the wall shows; it is in the list unless it is embedded. */
  platform: platformIdSchema.optional(),
  platforms: z.array(listedPlatformSchema),
  key: keyStatusSchema,
  /** `idle` before the first call, then what the last call has shown. */
  reach: z.enum(['idle', 'ok', 'failing']),
  /** Epoch milliseconds of this computer. */
  failingSinceMs: z.number().optional(),
  lastError: wallErrorSchema.optional(),
  /** Of the list of cameras, until it succeeds. A platform without that call is `findings.cameraList`. */
  cameraListError: wallErrorSchema.optional(),
  /** Platform clock minus ours, from the `Date` header. */
  skewMs: z.number().optional(),
  /** How far `skewMs` may be off, to either side. */
  skewUncertaintyMs: z.number().nonnegative().optional(),
  ticketsPerMinute: z.number(),
  /** Live view tickets that wait to be used, and cameras that are to have one; absent without a platform. */
  freshTickets: z.object({ held: z.number(), wanted: z.number() }).optional(),
  findings: findingsSchema,
})
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>

/** How far the start of the demo cameras is (`firstRunPage.step.STEP`). */
export const demoStepSchema = z.enum(['media-server', 'without-media-server', 'site'])
export type DemoStep = z.infer<typeof demoStepSchema>
