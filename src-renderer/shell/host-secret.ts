const KEPT_AS = 'tessera:host-secret'

interface SecretPlaces {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState'>
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * The secret that lets this page in. It arrives in the fragment, is taken out of the address bar and the
 * history at once, and outlives a reload of this tab only.
 */
export function takeHostSecret({ location, history, storage }: SecretPlaces): string {
  const arrived = location.hash.slice(1)
  if (arrived === '') return storage.getItem(KEPT_AS) ?? ''
  storage.setItem(KEPT_AS, arrived)
  history.replaceState(null, '', location.pathname + location.search)
  return arrived
}
