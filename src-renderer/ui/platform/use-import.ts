import { useState } from 'react'
import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import { TEXT_PART_CHARS } from '#contract/wall/camera-list.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { useServices } from '../services.ts'

/** Takes a text to main and has it read there. `isBusy` for as long as both take. */
export function useImport(read: () => Promise<boolean>) {
  const { shell } = useServices()
  const [state, setState] = useState<{ isBusy: boolean; error?: WallError }>({ isBusy: false })
  async function take(text: string): Promise<boolean> {
    setState({ isBusy: true })
    const handed = await importText(shell, text)
    const isRead = handed.ok && (await read())
    setState(handed.ok ? { isBusy: false } : { isBusy: false, error: handed.error })
    return isRead
  }
  return { ...state, take }
}

/** Hands a text to main, in parts that fit into a call. It is read by whatever call comes next. */
async function importText(
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
