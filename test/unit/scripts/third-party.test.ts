import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { noticesOf, packageFolderOf } from '../../../scripts/build/third-party.mjs'

let folder: string
beforeEach(() => {
  folder = tempDir()
})

function pack(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const at = join(folder, name)
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text)
  return at
}

test.each([
  ['/home/x/node_modules/zod/v4/index.js', '/home/x/node_modules/zod'],
  ['\0/x/node_modules/@livekit/protocol/dist/a.js?commonjs', '/x/node_modules/@livekit/protocol'],
  ['C:\\x\\node_modules\\ws\\lib\\a.js', 'C:\\x\\node_modules\\ws'],
  ['/x/node_modules/a/node_modules/b/index.js', '/x/node_modules/a/node_modules/b'],
  ['/x/src-renderer/main.tsx', undefined],
])('%s is of %s', (file, expected) => expect(packageFolderOf(file)).toBe(expected))

test('each package is named with its version, its licence and its texts', () => {
  const notices = noticesOf([
    pack('b', { license: 'MIT' }, { LICENSE: 'Copyright B', 'index.js': 'code' }),
    pack('d', { license: 'MIT', author: { name: 'Dora' } }),
    pack('a', { license: 'Apache-2.0' }, { 'LICENSE.md': 'Copyright A', 'NOTICE.txt': 'Also C' }),
  ])
  expect(notices).toMatch(/^a 1\.0\.0 \(Apache-2\.0\)\n\nCopyright A\n\nAlso C\n/)
  expect(notices).toContain('b 1.0.0 (MIT)\n\nCopyright B\n')
  expect(notices).toContain('d 1.0.0 (MIT)\n\nCopyright Dora\n')
  expect(notices).not.toContain('code')
})

test('what has no licence is not shipped', () => {
  expect(() => noticesOf([pack('c', {})])).toThrow('c names no licence')
})
