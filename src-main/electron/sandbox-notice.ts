interface SandboxFacts {
  readonly hasNoSandbox: boolean
  readonly isRoot: boolean
  /** Of the environment: the file that the program was started from. */
  readonly appImage: string | undefined
}

/**
 * Nobody else says that the sandbox is off: the AppImage's own start script adds `--no-sandbox` where the system forbids
 * user namespaces (an AppImage can bring neither a setuid helper nor an AppArmor profile), and root cannot do without.
 * @returns a sentence for the operator
 */
export function sandboxNotice({ hasNoSandbox, isRoot, appImage }: SandboxFacts): string | undefined {
  if (!hasNoSandbox) return undefined
  if (isRoot) return 'This wall runs as root and so without Chromium’s sandbox. Start it as an ordinary user.'
  if (appImage)
    return 'This AppImage runs without Chromium’s sandbox, because this system forbids it user namespaces. Install the .deb instead, or have them allowed.'
  return 'This wall runs without Chromium’s sandbox, because it was started with --no-sandbox. Start it without that option.'
}
