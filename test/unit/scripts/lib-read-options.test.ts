import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { stdout, stderr, code: code as number | null }
}

test.concurrent.each([
  'scripts/test.mjs',
  'scripts/check.mjs',
  'scripts/test-long.mjs',
  'scripts/lines.mjs',
  'scripts/setup.mjs',
  'tools/mutation/main.ts',
])('%s refuses an option that it does not have in a sentence, before anything is done', async (program) => {
  const wrong = await run([program, '--foo'])
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(wrong.stderr).toMatch(/^Unknown option '--foo'\. ?.*npm /s)
  expect(wrong.stderr).not.toMatch(/^ +at /m)
})

test('who gives npm test a file reads how that file is run, and --help runs nothing', async () => {
  const refused = await run(['scripts/test.mjs', 'test/unit/some.test.ts'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/^Unexpected argument .*npm run test:unit -- FILE/s)
  const help = await run(['scripts/check.mjs', '--help'])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toContain('npm run check')
})

test('an option that npm has taken for itself stops any command', async () => {
  const env = { npm_lifecycle_event: 'site', npm_config_record: 'true' }
  expect(await run(['scripts/run.mjs', 'site'], env)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'npm has taken --record for itself. Options stand behind two hyphens: npm run site -- --record\n',
  })
})

test('programs of the tests and tools read what they are given by the same function', () => {
  const programs = globSync(['test/{bench,faults,soak,screenshots}/{main,windows}.ts', 'tools/*/main.ts'], {
    cwd: root,
  })
  const others = programs.filter((file) =>
    /process\.argv|parseArgs/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(programs).toContain('test/screenshots/main.ts')
  expect(others).toEqual([])
})
