import type { WallError } from '#contract/errors.ts'
import type { CallInput, CallName, CallOutput } from '#contract/wall/calls.ts'
import { useCallback, useState } from 'react'
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
