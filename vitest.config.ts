import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Sites, hosts and commands are started hundreds of times, and each would strip and compile the same sources anew.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** A fresh server, browser and footage take their time on two busy cores; a hang is still found. */
const patience = {
  testTimeout: 90_000,
  hookTimeout: 90_000,
  // Vitest's own second is what one stall of such a machine takes.
  expect: { poll: { timeout: 20_000 } },
}

/** Draws at random are the same in every run, unless `TESSERA_SEED` names others. */
const seeded = { ...patience, setupFiles: 'test/stand/run-seed.ts' }

/** What measures no time, and waits for what it looks at: two such files, and other projects, run side by side. */
const besides = [
  'test/e2e/{occupancy,platform,timeline}/**/*.test.ts',
  // How soon a receipt is over the picture is measured.
  'test/e2e/events/**/!(receipt).test.ts',
  // Not `group`: how far its tiles are apart is measured.
  'test/e2e/playback/driver/tile.test.ts',
  'test/e2e/playback/wall/no-media-server.test.ts',
  'test/e2e/live/leaks.test.ts',
  // Without a wall.
  'test/e2e/scripts/start.test.ts',
  'test/e2e/{accessibility,bare,control-room,export-page,language,network,planted-scripts,secrets,soak,stalled-page}.test.ts',
]

/** They take longest: the last file to start has a worker to itself until it ends. Vitest goes by sizes at first. */
const longest = ['playback/driver/tile.test.ts', 'conformance/api/life-cycle.test.ts']

/** 0 comes before 1. */
const rank = ({ moduleId }: TestSpecification) => (longest.some((file) => moduleId.endsWith(file)) ? 0 : 1)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Files that ask for a document: of those that follow one another only such with the same environment share a process. */
const withDocument = globSync('test/unit/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').startsWith('// @vitest-environment'),
  )

const unit = {
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  ...seeded,
  // A process for each of so many files would take as long as what is in them; nothing here keeps state in a module.
  isolate: false,
  // One more than a small machine has cores: some of it waits for the disk, and for processes that it starts.
  maxWorkers: 3,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [
      {
        name: 'long',
        description:
          'Takes long, and shows another case of what a shorter test shows, or what is seldom touched.',
        timeout: 600_000,
      },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: withDocument,
          ...unit,
        },
      },
      {
        test: {
          name: 'unit-page',
          include: withDocument,
          ...unit,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          ...seeded,
          restoreMocks: true,
          unstubGlobals: true,
          // To import the site anew for each file would take as long as some of them. Hooks at the top of a helper would be
          // those of the first file alone.
          isolate: false,
          // Most of it waits: for servers, for segments to be full, for sessions to end.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: besides,
          ...seeded,
          // A process for each file, and its imports, take as long as another test; so below.
          isolate: false,
          // One wall at a time: a tile's timing means nothing on an overloaded machine.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e-small',
          include: besides,
          ...seeded,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'electron',
          include: ['test/electron/**/*.test.ts'],
          globalSetup: 'test/electron/global-setup.ts',
          ...patience,
          isolate: false,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          // Where the programs are that make users; not every login of root has it on its path.
          env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
          ...patience,
          fileParallelism: false,
        },
      },
    ],
  },
})
