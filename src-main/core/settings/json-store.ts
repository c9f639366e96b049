import { registerHooks } from 'node:module'

/** What we use of electron-store (and of `conf` beneath it): whole files, read once, written atomically. */
export interface JsonStorePort {
  /** The whole file. Reading parses it; throws when it is no JSON. Writing is atomic; throws when the disk does. */
  store: Record<string, unknown>
  /** Absolute. */
  readonly path: string
}

export interface JsonStoreOptions {
  /** Folder, absolute: without Electron there is no default. */
  readonly cwd: string
  /** File name without `.json`. */
  readonly name: string
  readonly configFileMode: number
  readonly clearInvalidConfig: false
  readonly deserialize: (text: string) => Record<string, unknown>
}

/** The class that `electron-store` exports. */
export type JsonStoreClass = new (options: JsonStoreOptions) => JsonStorePort

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
