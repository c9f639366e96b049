import { join } from 'node:path'

/** Where programs of this system keep what is their user's. */
export function defaultDataDir(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  homeDir: string,
): string {
  if (platform === 'win32')
    return join(environment['APPDATA'] ?? join(homeDir, 'AppData', 'Roaming'), 'Tessera')
  if (platform === 'darwin') return join(homeDir, 'Library', 'Application Support', 'Tessera')
  return join(environment['XDG_DATA_HOME'] ?? join(homeDir, '.local', 'share'), 'tessera')
}
