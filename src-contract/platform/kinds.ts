import { z } from 'zod'
import { MAX_ID_CHARS } from './limits.ts'

/**
 * Members of answers that other platforms write otherwise. The wall knows them by identity and writes what it is sent
 * as the local site would, before a schema reads it.
 */

/** Elsewhere also a number, of up to 64 bits. */
export const answeredId = z.string().trim().min(1).max(MAX_ID_CHARS)
/** Epoch milliseconds; elsewhere also seconds or ISO 8601, with any offset or none. */
export const epochMs = z.int()
/** ISO 8601 with offset Z. Elsewhere written otherwise: the wall reads an `epochMs` of it. */
export const isoInstant = z.iso.datetime()
/** Elsewhere also text. */
export const amount = z.number().nonnegative()
/** How many there are at once; elsewhere also text, and below zero where a counter has missed entrances. */
export const level = z.number().nonnegative()
/** Opaque; elsewhere also a number above zero, as of a page or of what comes before it. */
export const answeredCursor = z.string().trim().min(1)
/** Has something on it. */
export const text = z.string().trim().min(1)
/** Of an address that is kept with each ticket and each session. Servers refuse longer ones themselves. */
export const address = text.max(16 * 1_024)

/** All that is said of a request that has been carried out: what it was about is on the disk by then. */
export const success = z.object({ success: z.literal(true) })
