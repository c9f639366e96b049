import { join } from 'node:path'
import type { CommandLineContext } from './command-line.ts'

/** What must be kept, and what can be made again: the same folders that the launcher uses. */
export function siteFolders({ env, platform, home }: Omit<CommandLineContext, 'isEmbedded'>): {
  data: string
  cache: string
} {
  const own = ownFolders(env, platform, home)
  return { data: env['TESSERA_DATA'] || own.data, cache: env['TESSERA_CACHE'] || own.cache }
}

function ownFolders(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string) {
  if (platform === 'darwin') {
    const library = join(home, 'Library')
    return {
      data: join(library, 'Application Support', 'tessera'),
      cache: join(library, 'Caches', 'tessera'),
    }
  }
  if (platform === 'win32') {
    const local = join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'tessera')
    return { data: join(local, 'data'), cache: join(local, 'cache') }
  }
  return {
    data: join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'tessera'),
    cache: join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'tessera'),
  }
}
