import type { StoreApi } from 'zustand/vanilla'

/** Calls `run` whenever that member of the state is another one. Returns the function that stops it. */
export function onChangeOf<State, Name extends keyof State>(
  store: Pick<StoreApi<State>, 'subscribe'>,
  name: Name,
  run: (value: State[Name]) => void,
): () => void {
  return store.subscribe((now, before) => {
    if (now[name] !== before[name]) run(now[name])
  })
}
