import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import { t } from '../language/language.ts'
import { MAX_ENTRY_DIGITS } from './defaults.ts'

const wholeNumber = new RegExp(`^[0-9]{1,${MAX_ENTRY_DIGITS}}$`)

/**
 * What an operator typed as numbers (`cameraId → text`), checked as a whole: each camera one number that can be typed
 * on the wall, no number twice. Returns the numbers that differ from the present ones, or a sentence about the first
 * mistake.
 */
export function changedNumbers(
  cameras: readonly WallCamera[],
  typed: ReadonlyMap<string, string>,
): Result<Record<string, number>, string> {
  const changed: Record<string, number> = {}
  const cameraByNumber = new Map<number, WallCamera>()
  for (const camera of cameras) {
    const text = typed.get(camera.id)?.trim() ?? String(camera.number)
    const number = Number(text)
    if (!wholeNumber.test(text) || number === 0) {
      return fail(
        t('cameras.needsPositiveNumber', { name: camera.name, repeat: '9'.repeat(MAX_ENTRY_DIGITS) }),
      )
    }
    const other = cameraByNumber.get(number)
    if (other !== undefined)
      return fail(t('cameras.cannotBeBoth', { number, name: other.name, name2: camera.name }))
    cameraByNumber.set(number, camera)
    if (number !== camera.number) changed[camera.id] = number
  }
  return ok(changed)
}
