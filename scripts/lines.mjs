import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDurations } from './lib/durations.mjs'
import { printLine } from './lib/print-line.mjs'
import { readOptions } from './lib/read-options.mjs'
import { projectPaths } from './paths.mjs'

/**
 * How big the project is and how long its last runs took, as one JSON line: `npm run lines`.
 * `src` counts `src-*` and `scripts`; `tools` is no part of the product.
 */
const { root } = projectPaths()
readOptions(
  'npm run -s lines: one JSON line with how big the project is, and how long its last runs took.\n',
  {},
)

/** @param {...string} pathspecs @returns {number[]} the lines of each tracked file */
function lineCounts(...pathspecs) {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...pathspecs], { cwd: root, encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((file) => /\.(ts|tsx|mjs|css|html)$/.test(file) && existsSync(join(root, file)))
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
}

/** @param {readonly number[]} counts */
const total = (counts) => counts.reduce((sum, count) => sum + count, 0)

/** @param {readonly number[]} counts */
const median = (counts) => [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0

const source = lineCounts('src-*', 'scripts')
const lines = {
  src: total(source),
  test: total(lineCounts('test')),
  files: source.length,
  medianSource: median(source),
}
printLine(JSON.stringify({ lines, durations: readDurations(root) }))
