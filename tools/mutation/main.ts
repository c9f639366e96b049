import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions } from '../../scripts/lib/read-options.mjs'
import { type MutatedFolder, mutatedFolders } from './folders.ts'
import { type MutationReport, mutationPage } from './mutation-page.ts'

const root = resolve(import.meta.dirname, '../..')
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator')

/** Databases of tests wait for a disk at every commit, thousands of times in a run; here it is one of memory. */
const inMemory = existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {}

const usage = `npm run mutation -- [FOLDER or FILE]… [--concurrency N] [--data DIR] [--write]

Changes sources on purpose, one place at a time, and runs their unit tests: what no test notices is listed in
docs/mutation.md. Only what has changed since the last run is run again. --write: the page alone, from what is known.

Folders: ${mutatedFolders.map(({ sources }) => sources).join(', ')}
`

const { values, positionals } = readOptions(usage, {
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '2' },
    data: { type: 'string', default: join(root, '.cache/mutation-results') },
    write: { type: 'boolean', default: false },
  },
})
const asked = mutatedFolders.flatMap((folder) => {
  const named = positionals.filter((path) => `${path}/`.startsWith(`${folder.sources}/`))
  return positionals.length === 0 || named.length > 0 ? [{ folder, named }] : []
})
if (positionals.length > 0 && asked.length === 0) {
  console.log(usage)
  process.exit(2)
}
mkdirSync(values.data, { recursive: true })

let failed = 0
if (!values.write) {
  for (const { folder, named } of asked) {
    const isWhole = named.length === 0 || named.includes(folder.sources)
    if (isWhole) rmSync(wholeFile(folder), { force: true })
    const isDone = (await mutate(folder, isWhole ? wholeOf(folder) : named)) === 0
    if (isDone && isWhole) writeFileSync(wholeFile(folder), '')
    if (!isDone) failed += 1
  }
}
const reports = mutatedFolders.map((folder) => ({
  folder,
  report: reportOf(folder),
  isWhole: existsSync(wholeFile(folder)),
  measured: measuredAt(folder),
}))
writeFileSync(join(root, 'docs/mutation.md'), mutationPage(reports))
process.exit(failed === 0 ? 0 : 1)

function wholeOf({ sources, without = {} }: MutatedFolder): string[] {
  return [`${sources}/**/*.ts`, ...Object.keys(without).map((pattern) => `!${sources}/${pattern}`)]
}

/** What was found of a folder so far, by Stryker's report of its last run. */
function incrementalFile({ sources }: MutatedFolder): string {
  return join(values.data, `${sources.replaceAll('/', '-')}.json`)
}

/** There when a run came to its end: what was stopped midway is kept, and the next run goes on with it. */
function wholeFile(folder: MutatedFolder): string {
  return incrementalFile(folder).replace(/json$/, 'whole')
}

function reportOf(folder: MutatedFolder): MutationReport | undefined {
  try {
    return JSON.parse(readFileSync(incrementalFile(folder), 'utf8')) as MutationReport
  } catch {
    return undefined
  }
}

/** Day of the last run, and the commit that was the newest then. */
function measuredAt(folder: MutatedFolder): string | undefined {
  const at = statSync(incrementalFile(folder), { throwIfNoEntry: false })?.mtime.toISOString()
  if (at === undefined) return undefined
  const newest = ['log', '-1', '--format=%h', `--before=${at}`]
  return `${at.slice(0, 10)}, ${execFileSync('git', newest, { cwd: root, encoding: 'utf8' }).trim()}`
}

function mutate(folder: MutatedFolder, paths: readonly string[]): Promise<number> {
  const config = {
    testRunner: 'vitest',
    plugins: [join(stryker, 'vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: folder.withStatic !== true,
    concurrency: Number(values.concurrency),
    // A worker is a process with all modules of its tests in it; one that has grown is replaced.
    maxTestRunnerReuse: 200,
    mutate: paths,
    timeoutMS: 3_000,
    incremental: true,
    incrementalFile: incrementalFile(folder),
    tempDirName: '.cache/mutation',
    // The rules of the compiler are not asked, and its programming interface is no longer what Stryker knows.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, reportMutants: false, allowColor: false },
    ignorePatterns: [
      '/*',
      '!/package.json',
      '!/tsconfig.json',
      '!/src-*',
      '!/test',
      '!/tools',
      '!/resources',
      '!/scripts',
      '**/node_modules',
    ],
  }
  // Of its own: folders may run side by side.
  const file = incrementalFile(folder).replace(/json$/, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [join(stryker, 'core/bin/stryker.js'), 'run', file], {
      cwd: root,
      env: { ...process.env, ...inMemory, TESSERA_MUTATION_TESTS: folder.tests.join(',') },
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      rmSync(file, { force: true })
      done(code ?? 1)
    })
  })
}
