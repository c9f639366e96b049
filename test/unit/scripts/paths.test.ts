import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
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

test('every variable of our own that a program reads stands in a document', () => {
  const cwd = resolve(import.meta.dirname, '../../..')
  const namesIn = (patterns: readonly string[]) =>
    new Set(
      globSync(patterns, { cwd, exclude: (name) => name.includes('node_modules') }).flatMap(
        (file) => readFileSync(resolve(cwd, file), 'utf8').match(/TESSERA_[A-Z]+(?:_[A-Z]+)*/g) ?? [],
      ),
    )
  const read = namesIn(['src-*/**/*.ts', 'scripts/**/*.mjs'])
  // What one script hands to another.
  for (const own of ['TESSERA_OUT', 'TESSERA_RUN_FACTS']) read.delete(own)
  expect(read.size).toBeGreaterThan(8)
  expect([...read.difference(namesIn(['README.md', 'CONTRIBUTING.md', 'docs/*.md']))]).toEqual([])
})
