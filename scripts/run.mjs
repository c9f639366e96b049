import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { benchNames } from './bench-names.mjs'
import { toolOf } from './check/tool.mjs'
import { programEnvironment } from './lib/program-environment.mjs'
import { onNpmEnd, runMain, Stop } from './lib/stop.mjs'
import { projectPaths } from './paths.mjs'
import { abortedBySignals, setup } from './setup.mjs'
import { distOf } from './setup/electron.mjs'

/**
 * Runs one of the project's programs or tools on the pinned Node, after making sure of what it needs.
 *
 * @typedef {object} Program
 * @property {readonly import('./setup.mjs').PartName[]} needs
 * @property {(context: { root: string, data: string, cache: string, programs: import('./setup.mjs').SetupResult, given: readonly string[] }) => string[]} args
 * @property {string} description of what `npm run` of it does, for the list
 */

/** @type {Record<string, Program>} */
const programs = {
  site: {
    needs: ['packages', 'node', 'chromium', 'livekit'],
    description: 'the local site alone',
    args: ({ data, given }) => ['src-site/main.ts', ...unlessGiven(given, '--data', join(data, 'site'))],
  },
  events: {
    needs: ['packages', 'node'],
    description: 'events of other systems into the platform',
    args: ({ data, given }) => [
      'src-main/events-cli/main.ts',
      ...unlessGiven(given, '--data', join(data, 'wall')),
    ],
  },
  faults: {
    needs: ['packages', 'node', 'chromium', 'livekit', 'build'],
    description: 'faults on purpose, and what a wall makes of them',
    args: () => ['test/faults/main.ts'],
  },
  soak: {
    needs: ['packages', 'node', 'chromium', 'livekit', 'build'],
    description: 'a wall that is worked on for hours, and what grows meanwhile',
    args: () => ['test/soak/main.ts'],
  },
  bench: {
    needs: ['packages', 'node', 'chromium', 'livekit', 'build', 'smoke', 'deb', 'ffmpeg', 'tools'],
    description: `measurements: ${benchNames.join(', ')}`,
    args: ({ cache, given }) => [
      'test/bench/main.ts',
      ...unlessGiven(given, '--results', join(cache, 'bench')),
    ],
  },
  mutation: {
    needs: ['packages', 'node', 'mutation'],
    description: 'sources changed on purpose, and which change no unit test notices',
    args: ({ cache, given }) => [
      'tools/mutation/main.ts',
      ...unlessGiven(given, '--data', join(cache, 'mutation')),
    ],
  },
  'demo-footage': {
    needs: ['packages', 'node', 'ffmpeg'],
    description: 'checks the clips of the demo cameras, or encodes them anew',
    args: () => ['tools/demo-footage/main.ts'],
  },
  package: {
    needs: ['packages', 'node', 'build', 'electron', 'tools'],
    description: 'the package that a control room installs',
    args: ({ programs, given }) => [
      'scripts/package/main.mjs',
      ...(programs.electron === undefined ? [] : unlessGiven(given, '--electron', distOf(programs.electron))),
    ],
  },
  screenshots: {
    needs: ['packages', 'node', 'chromium', 'livekit', 'build'],
    description: 'the pictures of the README, from the running wall',
    args: ({ given }) => [`test/screenshots/${given.includes('--windows') ? 'windows' : 'main'}.ts`],
  },
  format: {
    needs: ['packages', 'node'],
    description: 'formats every file',
    args: ({ root }) => [toolOf(root, '@biomejs/biome'), 'format', '--write'],
  },
  unit: vitestProject('unit*', ['packages', 'node', 'chromium', 'tools']),
  conformance: vitestProject('conformance', ['packages', 'node', 'chromium', 'livekit', 'ffmpeg']),
  e2e: vitestProject('e2e*', ['packages', 'node', 'chromium', 'livekit', 'build', 'turn']),
  electron: vitestProject('electron', ['packages', 'node', 'livekit', 'smoke', 'tools']),
  'test-package': vitestProject('package', ['packages', 'node', 'livekit', 'smoke', 'deb', 'tools']),
}

async function main() {
  const [name = '', ...given] = process.argv.slice(2)
  const program = programs[name]
  if (program === undefined) {
    const list = Object.entries(programs).map(
      ([known, { description }]) => `  ${known.padEnd(12)} ${description}`,
    )
    throw new Stop(`There is nothing called "${name}" to run. There are:\n${list.join('\n')}`, 2)
  }
  const paths = projectPaths()
  const found = await setup({
    only: program.needs,
    signal: abortedBySignals().signal,
    // What is there already needs no line in front of the program's own output.
    onLine: (line) => {
      if (!line.startsWith('✓')) process.stderr.write(`${line}\n`)
    },
  })
  if (
    found.node === undefined ||
    found.parts.some((part) => part.part === 'packages' && part.state === 'missing')
  ) {
    throw new Stop(`${name} cannot run; the lines above say what is missing.`)
  }
  const args = program.args({
    root: paths.root,
    data: paths.data,
    cache: paths.cache,
    programs: found,
    given,
  })
  const entry = args[0] ?? ''
  if (!existsSync(join(paths.root, entry)) && !existsSync(entry))
    throw new Stop(`${name} is not part of this version (${entry} is missing).`)
  return runInForeground(found.node, [...args, ...given], paths.root, programEnvironment(found, paths))
}

/**
 * @param {string} project
 * @param {Program['needs']} needs
 * @returns {Program}
 */
function vitestProject(project, needs) {
  return {
    needs,
    description: `the ${project.replace('*', '')} tests`,
    args: ({ root }) => [toolOf(root, 'vitest'), 'run', '--project', project],
  }
}

/** @param {readonly string[]} given @param {string} option @param {string} value */
function unlessGiven(given, option, value) {
  return given.some((word) => word === option || word.startsWith(`${option}=`)) ? [] : [option, value]
}

/**
 * The program has the terminal: it sees Ctrl-C itself, and a polite kill of this script is passed on.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
function runInForeground(node, args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, env, stdio: 'inherit' })
    process.on('SIGINT', () => undefined)
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal))
    onNpmEnd(() => child.kill())
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

await runMain(main)
