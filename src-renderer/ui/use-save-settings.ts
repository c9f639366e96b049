import { useCallback, useState } from 'react'
import { type ChangeSettings, saveSettings } from '../wall/save-settings.ts'
import { useServices } from './services.ts'

export interface SettingsSave {
  readonly isBusy: boolean
  readonly isSaved: boolean
  /** A sentence: why the last change could not be kept. */
  readonly problem: string | undefined
  /** Resolves to whether it went well. */
  readonly run: (change: ChangeSettings) => Promise<boolean>
}

/** A change of the settings with what a form wants to show of it. */
export function useSaveSettings(): SettingsSave {
  const { shell } = useServices()
  const { session } = useServices().wall
  const [state, setState] = useState<Omit<SettingsSave, 'run'>>({
    isBusy: false,
    isSaved: false,
    problem: undefined,
  })
  const run = useCallback(
    async (change: ChangeSettings) => {
      setState({ isBusy: true, isSaved: false, problem: undefined })
      const problem = await saveSettings({ shell, session }, change)
      setState({ isBusy: false, isSaved: problem === undefined, problem })
      return problem === undefined
    },
    [shell, session],
  )
  return { ...state, run }
}
