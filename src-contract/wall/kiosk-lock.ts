import { z } from 'zod'

/** A letter or function key with a modifier: what types on a wall must not open it. */
export const chordTextSchema = z
  .string()
  .max(40)
  .regex(/^(?=.*(?:Ctrl|Alt|Meta)\+)(?:(?:Ctrl|Alt|Shift|Meta)\+)+(?:[A-Z]|F[0-9]{1,2})$/i)

/** Of a kiosk that can be locked. The keys that open it are main's alone. */
export const kioskLockSchema = z.object({ isLocked: z.boolean() })
export type KioskLockState = z.infer<typeof kioskLockSchema>

/** A key as the system has told it to the shell, before any page. */
export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly control: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly meta: boolean
  readonly isAutoRepeat: boolean
}
