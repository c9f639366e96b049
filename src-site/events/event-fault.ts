import type { PlatformErrorCode } from '#contract/platform/errors.ts'

/** Why an event, a tag or a question is not taken, for whoever wrote the client. */
export interface EventFault {
  readonly code: PlatformErrorCode
  readonly message: string
  /** Path of the member at fault. */
  readonly field?: string
}

export function invalid(field: string, message: string): EventFault {
  return { code: 'invalid_value', message: `${field}: ${message}.`, field }
}

/** Section 7. */
export const otherOrganization: EventFault = {
  code: 'other_organization',
  message: 'orgId is not the organization that this API key is bound to.',
  field: 'orgId',
}
