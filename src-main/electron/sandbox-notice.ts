/**
 * The AppImage's own start script adds `--no-sandbox` where the system forbids user namespaces, and tells nobody;
 * an AppImage can bring neither a setuid helper nor an AppArmor profile.
 * @returns a sentence for the operator
 */
export function sandboxNotice(hasNoSandbox: boolean, appImage: string | undefined): string | undefined {
  if (!hasNoSandbox || !appImage) return undefined
  return 'This AppImage runs without Chromium’s sandbox, because this system forbids it user namespaces. Install the .deb instead, or have them allowed.'
}
