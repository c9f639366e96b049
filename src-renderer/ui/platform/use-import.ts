import type { WallError } from '#contract/errors.ts'
import { useState } from 'react'
import { importText } from '../../platform/import-text.ts'
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
