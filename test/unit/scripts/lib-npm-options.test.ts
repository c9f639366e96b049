import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { optionNames, takenByNpm } from '../../../scripts/lib/npm-options.mjs'

test.each([
  ['start', { npm_config_check: 'true' }, 'npm start -- --check'],
  ['start', { npm_config_layout: '9' }, 'npm start -- --layout'],
  ['start', { npm_config_platform: 'https://platform.example' }, 'npm start -- --platform'],
  // npm reads the `no-` itself.
  ['site', { npm_config_demo_events: '' }, 'npm run site -- --no-demo-events'],
  ['events', { npm_config_id_field: 'true' }, 'npm run events -- --id-field'],
])('%s with %j is refused, and says how the option is written', (script, config, command) => {
  expect(takenByNpm({ npm_lifecycle_event: script, ...config })).toMatch(new RegExp(`: ${command}$`))
})

test('settings of npm itself, and those that its packages read, are left alone', () => {
  const env = { npm_config_force: 'true', npm_config_tag: 'next', npm_config_platform: 'win32' }
  expect(takenByNpm({ npm_lifecycle_event: 'start', ...env })).toBeUndefined()
  expect(takenByNpm({ npm_config_check: 'true' })).toBeUndefined()
})

test('every option of a command is listed, unless npm has one of that name', () => {
  const root = join(import.meta.dirname, '../../..')
  const programs = globSync(
    [
      'scripts/{*,*/*}.mjs',
      'test/{bench,faults,soak,screenshots}/*.ts',
      'tools/*/main.ts',
      'src-site/process/command-line.ts',
      'src-main/events-cli/arguments.ts',
    ],
    { cwd: root },
  )
  const written = programs.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(/^ *(?:.*\{ )?'?([a-z-]+)'?: \{ type: '(?:string|boolean)'/gm)].map(
      ([, name]) => name,
    )
  })
  const npmHasToo = ['all', 'force', 'help', 'json', 'key', 'name', 'only', 'tag']
  expect(new Set(written)).toEqual(new Set([...optionNames, ...npmHasToo]))
})
