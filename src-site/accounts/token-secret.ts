import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#contract/thrown.ts'
import { siteDefaults } from '../defaults.ts'

const { tokenSecretBytes } = siteDefaults.accounts
const fileName = 'jwt.secret'
const shape = /^[\w-]{43,}$/

/**
 * What JSON web tokens of this site are signed with: a file of its data folder that its user alone can read. Undefined
 * as long as no token has been printed. It is read anew for each token, so that a site that runs needs no word of it.
 */
export function readTokenSecret(dataDir: string): string | undefined {
  try {
    return readSecret(dataDir)
  } catch {
    return undefined
  }
}

/** Throws what Node throws when a file that is there cannot be read. */
function readSecret(dataDir: string): string | undefined {
  try {
    const secret = readFileSync(join(dataDir, fileName), 'utf8')
    // A file that was cut off would make a secret that can be guessed.
    return shape.test(secret) ? secret : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The secret, made if there is none. Throws what Node throws when the folder cannot be written, or a secret that is
 * there cannot be read: another one in its place would end all tokens that were printed.
 */
export function makeTokenSecret(dataDir: string): string {
  const before = readSecret(dataDir)
  if (before !== undefined) return before
  const secret = randomBytes(tokenSecretBytes).toString('base64url')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, fileName)
  writeFileSync(`${path}.new`, secret, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return secret
}

/** Tokens that have been printed open nothing any more. */
export function forgetTokenSecret(dataDir: string): void {
  rmSync(join(dataDir, fileName), { force: true })
}
