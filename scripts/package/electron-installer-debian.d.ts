/** The package has no types; this is what `deb.mjs` uses of it. */
declare module 'electron-installer-debian' {
  export class Installer {
    constructor(data: Record<string, unknown>)
    readonly stagingDir: string
    readonly stagingAppDir: string
    options: Record<string, unknown>
    generateDefaults(): Promise<unknown>
    generateOptions(): unknown
    createStagingDir(): Promise<unknown>
    createContents(): Promise<unknown>
    createCopyright(): Promise<unknown>
    createPackage(): Promise<unknown>
    movePackage(): Promise<unknown>
  }
}
