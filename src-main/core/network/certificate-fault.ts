import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'

/**
 * What is wrong with a server's certificate, by the code of Node's error. Undefined for any other failure, also of the
 * encryption itself.
 */
export function certificateFault(server: 'platform' | 'media', reason: string): ExactMessage | undefined {
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return exactMessage(`${server}_certificate_of_other`, { reason })
  if (reason === 'CERT_HAS_EXPIRED' || reason === 'CERT_NOT_YET_VALID')
    return exactMessage(`${server}_certificate_not_now`, { reason })
  if (!/CERT|^UNABLE_TO_/.test(reason)) return undefined
  return exactMessage(`${server}_certificate_untrusted`, { reason })
}
