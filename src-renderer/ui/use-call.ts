import type { WallError } from '#contract/errors.ts'
import type { CallInput, CallName, CallOutput } from '#contract/wall/calls.ts'
import { useCallback, useState } from 'react'
import { type ChangeSettings, saveSettings } from '../wall/save-settings.ts'
import { useServices } from './services.ts'

export interface CallState<Name extends CallName> {
  readonly isBusy: boolean
  readonly error: WallError | undefined
  readonly value: CallOutput<Name> | undefined
  /** Resolves to whether it went well. The input is handed on and kept nowhere. */
  readonly run: (input: CallInput<Name>) => Promise<boolean>
}

/** One call of the shell with what a form wants to show of it. */
export function useCall<Name extends CallName>(name: Name): CallState<Name> {
  const { shell } = useServices()
  const [state, setState] = useState<Omit<CallState<Name>, 'run'>>({
    isBusy: false,
    error: undefined,
    value: undefined,
  })
  const run = useCallback(
    async (input: CallInput<Name>) => {
      setState((before) => ({ ...before, isBusy: true, error: undefined }))
      const answer = await shell.call(name, input)
      setState(
        answer.ok
          ? { isBusy: false, error: undefined, value: answer.value }
          : { isBusy: false, error: answer.error, value: undefined },
      )
      return answer.ok
    },
    [shell, name],
  )
  return { ...state, run }
}

/** What a window tries, with what it wants to show of it. A problem stays until the next try has ended. */
export function useTry<Problem>() {
  const [state, setState] = useState({ isBusy: false, isDone: false })
  const [problem, setProblem] = useState<Problem>()
  /** Takes what resolves to a problem, if there was one, and resolves to whether there was none. */
  const attempt = useCallback(async (trial: Promise<Problem | undefined>) => {
    setState({ isBusy: true, isDone: false })
    const met = await trial
    setState({ isBusy: false, isDone: met === undefined })
    setProblem(() => met)
    return met === undefined
  }, [])
  return { ...state, problem, setProblem, attempt }
}

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
