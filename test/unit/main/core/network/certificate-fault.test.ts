import { describe, expect, it } from 'vitest'
import { certificateFault } from '#main/core/network/certificate-fault.ts'

describe('certificateFault', () => {
  it.each([
    { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', message: /platform is not trusted.*ca\.pem/ },
    { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: /not trusted/ },
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: /not trusted/ },
    { code: 'CERT_HAS_EXPIRED', message: /not valid now.*clock/ },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: /another address/ },
  ])('says what $code means, and the code', ({ code, message }) => {
    expect(certificateFault('platform', code)?.message).toMatch(message)
    expect(certificateFault('platform', code)?.exact.values).toEqual({ reason: code })
  })

  it.each(['ECONNREFUSED', 'ERR_SSL_WRONG_VERSION_NUMBER', ''])('has nothing to say of %j', (code) => {
    expect(certificateFault('platform', code)).toBeUndefined()
  })
})
