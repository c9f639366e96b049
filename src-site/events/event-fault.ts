import type { Refusal } from '../api/refusal.ts'

export function invalid(field: string, message: string): Refusal {
  return { code: 'invalid_value', message: `${field}: ${message}.`, field }
}

/** Section 7. */
export const otherOrganization: Refusal = {
  code: 'other_organization',
  message: 'orgId is not the organization that this API key is bound to.',
  field: 'orgId',
}
