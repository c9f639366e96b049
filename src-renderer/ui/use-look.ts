import { useCallback, useSyncExternalStore } from 'react'
import { useShallow } from 'zustand/shallow'

interface Observed<Observation> {
  observe(tile: number): Observation
  subscribe(tile: number, listener: () => void): () => void
}

/** What is seen of a tile: the same object as long as every value in it is the same. */
export function useLook<Observation, Look>(
  observed: Observed<Observation>,
  tile: number,
  lookOf: (observation: Observation) => Look,
): Look {
  const subscribe = useCallback(
    (listener: () => void) => observed.subscribe(tile, listener),
    [observed, tile],
  )
  const read = useShallow(lookOf)
  return useSyncExternalStore(subscribe, () => read(observed.observe(tile)))
}
