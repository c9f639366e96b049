import { printLine } from '../lib/print-line.mjs'
import { programEnvironment } from '../lib/program-environment.mjs'
import { projectPaths } from '../paths.mjs'
import { abortedBySignals, setup } from '../setup.mjs'

/**
 * Set-up for a run of checks and tests. Without `node` none can run; what is missing has been printed.
 * @param {readonly import('../setup.mjs').PartName[]} only
 */
export async function beginRun(only) {
  const { signal } = abortedBySignals()
  const paths = projectPaths()
  const programs = await setup({ only, signal, onLine: printLine })
  return { root: paths.root, node: programs.node, programs, env: programEnvironment(programs, paths), signal }
}
