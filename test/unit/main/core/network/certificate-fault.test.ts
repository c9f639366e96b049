import { describe, expect, it } from 'vitest'
import { certificateFault } from '#main/core/network/certificate-fault.ts'

describe('certificateFault', () => {
  it.each([
    { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', says: /platform is not trusted.*ca\.pem/ },
    { code: 'SELF_SIGNED_CERT_IN_CHAIN', says: /not trusted/ },
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', says: /not trusted/ },
    { code: 'CERT_HAS_EXPIRED', says: /not valid now.*clock/ },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID', says: /another address/ },
  ])('says what $code means, and the code', ({ code, says }) => {
    expect(certificateFault('platform', code)?.message).toMatch(says)
    expect(certificateFault('platform', code)?.exact.values).toEqual({ reason: code })
  })

  it.each(['ECONNREFUSED', 'ERR_SSL_WRONG_VERSION_NUMBER', ''])('has nothing to say of %j', (code) => {
    expect(certificateFault('platform', code)).toBeUndefined()
  })
})
