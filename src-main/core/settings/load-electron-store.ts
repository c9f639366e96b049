import { registerHooks } from 'node:module'
import type { JsonStoreClass } from './json-store.ts'

/**
 * electron-store for both shells. It imports `electron` and works without it as long as that import gives
 * something empty; outside Electron, however, the npm package of that name would try to download a browser.
 * So the import is answered here, for this one load.
 */
export async function loadElectronStore(): Promise<JsonStoreClass> {
  if (process.versions['electron'] !== undefined) return (await import('electron-store')).default
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: 'data:text/javascript,export default {}', shortCircuit: true }
        : next(specifier, context),
  })
  try {
    return (await import('electron-store')).default
  } finally {
    hooks.deregister()
  }
}
