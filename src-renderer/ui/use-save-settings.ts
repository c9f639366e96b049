import { type ChangeSettings, saveSettings } from '../wall/save-settings.ts'
import { useServices } from './services.ts'
import { useTry } from './use-try.ts'

/** A change of the settings with what a form wants to show of it; `problem` is a sentence. */
export function useSaveSettings() {
  const { shell, session } = useServices()
  const { isBusy, isDone: isSaved, problem, setProblem, attempt } = useTry<string>()
  /** Resolves to whether it went well. */
  function run(change: ChangeSettings): Promise<boolean> {
    setProblem(undefined)
    return attempt(saveSettings({ shell, session }, change))
  }
  return { isBusy, isSaved, problem, run }
}
