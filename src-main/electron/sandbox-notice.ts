interface SandboxFacts {
  readonly hasNoSandbox: boolean
  readonly isRoot: boolean
  /** Of the environment: the file that the program was started from. */
  readonly appImage: string | undefined
}

/**
 * Nobody else says that the sandbox is off: the AppImage's own start script adds `--no-sandbox` where the system forbids
 * user namespaces (an AppImage can bring neither a setuid helper nor an AppArmor profile), and root cannot do without.
 * @returns the key of a sentence for the operator
 */
export function sandboxNotice({
  hasNoSandbox,
  isRoot,
  appImage,
}: SandboxFacts): 'start.root' | 'start.appImage' | 'start.noSandbox' | undefined {
  if (!hasNoSandbox) return undefined
  if (isRoot) return 'start.root'
  return appImage ? 'start.appImage' : 'start.noSandbox'
}
