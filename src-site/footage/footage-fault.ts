/**
 * Why there is no footage:
 * `missing`: the folder holds none. `damaged`: the list or a clip is not what was committed.
 * `disk_failed`: a file cannot be read.
 */
export type FootageFaultCode = 'missing' | 'damaged' | 'disk_failed'

export interface FootageFault {
  readonly code: FootageFaultCode
  /** A sentence for whoever started the site. */
  readonly message: string
}

export function footageFault(code: FootageFaultCode, message: string): FootageFault {
  return { code, message }
}
