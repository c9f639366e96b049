import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fail, ok, type Result } from '#contract/result.ts'

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates (PEM, one or several) of a file that need not be there. A failure is a sentence. */
export function readOwnCertificates(path: string): Result<readonly string[], string> {
  if (!existsSync(path)) return ok([])
  try {
    const certificates = readFileSync(path, 'utf8').match(pemBlock) ?? []
    if (certificates.length > 0 && certificates.every((pem) => new X509Certificate(pem))) {
      return ok(certificates)
    }
  } catch {
    // Unreadable, or a block that is no certificate: the same to who put the file there.
  }
  return fail(
    'The file ca.pem in the data folder cannot be read as certificates and is left out. It wants PEM text, beginning with “-----BEGIN CERTIFICATE-----”.',
  )
}
