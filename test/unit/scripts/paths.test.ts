import { expect, test } from 'vitest'
import { projectPaths } from '../../../scripts/paths.mjs'

test.each([
  ['linux', {}, '/home/u/.cache/tessera', '/home/u/.local/share/tessera'],
  ['linux', { XDG_CACHE_HOME: '/c', XDG_DATA_HOME: '/d' }, '/c/tessera', '/d/tessera'],
  ['darwin', {}, '/home/u/Library/Caches/tessera', '/home/u/Library/Application Support/tessera'],
  ['linux', { TESSERA_CACHE: '/my/cache', TESSERA_DATA: '/my/data' }, '/my/cache', '/my/data'],
] as const)(
  'on %s with %o, what can be made again and what must be kept lie apart',
  (platform, env, cache, data) => {
    expect(projectPaths(env, platform, '/home/u')).toMatchObject({ cache, data })
  },
)
