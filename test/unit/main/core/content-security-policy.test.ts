import { expect, it } from 'vitest'
import { securityHeaders } from '#main/core/content-security-policy.ts'

/** Every loosening is a decision: it shows here. */
it('lets a page load its own files, talk to its own shell, and nothing else', () => {
  expect(securityHeaders['content-security-policy']?.split('; ').toSorted()).toMatchInlineSnapshot(`
    [
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self' blob:",
    ]
  `)
})
