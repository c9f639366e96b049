import { printLine } from '../lib/print-line.mjs'
import { readOptions } from '../lib/read-options.mjs'
import { programEnvironment } from '../lib/program-environment.mjs'
import { projectPaths } from '../paths.mjs'
import { abortedBySignals, setup } from '../setup.mjs'

const usage = `npm test                  all set-up, then all tests but the long ones
npm run check             format, lint, types, architecture, dead code, unit tests
npm run test:long         all tests, benches and commands, for an hour and more

They take no arguments. Tests of one file: npm run test:unit -- FILE, and so test:conformance, test:e2e, test:electron.
`

/**
 * Set-up for a run of checks and tests. Without `node` none can run; what is missing has been printed.
 * @param {readonly import('../setup.mjs').PartName[]} only
 */
export async function beginRun(only) {
  readOptions(usage, {})
  const { signal } = abortedBySignals()
  const paths = projectPaths()
  const programs = await setup({ only, leavesTools: true, signal, onLine: printLine })
  const { node, tools } = programs
  return { root: paths.root, node, tools, programs, env: programEnvironment(programs, paths), signal }
}
