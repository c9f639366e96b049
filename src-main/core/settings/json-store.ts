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
