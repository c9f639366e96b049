import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import { TEXT_PART_CHARS } from '#contract/wall/camera-list.ts'
import type { WallShell } from '#contract/wall/shell.ts'

/** Hands a text to main, in parts that fit into a call. It is read by whatever call comes next. */
export async function importText(
  shell: Pick<WallShell, 'call'>,
  text: string,
): Promise<Result<undefined, WallError>> {
  for (let at = 0; at === 0 || at < text.length; at += TEXT_PART_CHARS) {
    const part = { text: text.slice(at, at + TEXT_PART_CHARS), isFirst: at === 0 }
    const taken = await shell.call('import.part', part)
    if (!taken.ok) return taken
  }
  return ok(undefined)
}
