import { useCallback, useState } from 'react'

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
