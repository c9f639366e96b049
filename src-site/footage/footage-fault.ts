/**
 * Why there is no footage:
 * `missing`, `damaged` (make it again) · `no_chromium` (install one, or name it) · `browser_failed` (the browser
 * crashed, hung, or cannot encode H.264) · `disk_failed` (space, permissions) · `cancelled` (by the caller's signal).
 */
export type FootageFaultCode =
  | 'missing'
  | 'damaged'
  | 'no_chromium'
  | 'browser_failed'
  | 'disk_failed'
  | 'cancelled'

export interface FootageFault {
  readonly code: FootageFaultCode
  /** A sentence for the operator: what happened, what to do. */
  readonly message: string
}

export function footageFault(code: FootageFaultCode, message: string): FootageFault {
  return { code, message }
}
