import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { chordTextSchema } from '#contract/wall/kiosk-lock.ts'
import { codeOf } from '#contract/thrown.ts'
import { parseJson } from '#contract/json.ts'

/** Where an installer says what opens a locked wall; not there on Windows, where the option says it. */
export const KIOSK_POLICY_FILE = '/etc/tessera/kiosk.json'
/** Larger files are no policy. */
const MAX_POLICY_BYTES = 4_096
const policySchema = z.strictObject({ unlockChord: chordTextSchema })

/**
 * The chord of the policy file; undefined without a file. Whoever works at a kiosk must not choose it, so a file that
 * somebody else than its owner (root) could have written is refused.
 */
export function readUnlockChord(
  file = KIOSK_POLICY_FILE,
  ownerId = 0,
): Result<string | undefined, ExactMessage> {
  const refuse = (why: 'not_roots' | 'too_large' | 'unlike' | 'unreadable') =>
    fail(exactMessage(`kiosk_file_${why}`, { file }))
  try {
    const { uid, mode, size } = statSync(file)
    if (uid !== ownerId || (mode & 0o022) !== 0) return refuse('not_roots')
    if (size > MAX_POLICY_BYTES) return refuse('too_large')
    const policy = policySchema.safeParse(parseJson(readFileSync(file, 'utf8')))
    return policy.success ? ok(policy.data.unlockChord) : refuse('unlike')
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok(undefined) : refuse('unreadable')
  }
}
