import { parseArgs } from 'node:util'
import { sentenceOf, Stop } from './stop.mjs'

/**
 * Node's `parseArgs`, whose errors are programmers'.
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} help what stands behind the sentence of an error
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 * @throws {Stop} exit code 2, saying what is wrong
 */
export function parseOptions(help, config) {
  try {
    return parseArgs(config)
  } catch (error) {
    // The first sentence names the option; the rest is about how programs are written.
    const sentence = String(error instanceof Error ? error.message : error).split(/\. |\n/, 1)[0]
    throw new Stop(`${sentence?.replace(/\.?$/, '.')}${help}`, 2)
  }
}

/**
 * What a command was given. `--help` and what it does not know end the program.
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} usage
 * @param {T} config
 */
export function readOptions(usage, config) {
  const help = /** @type {const} */ ({ type: 'boolean', short: 'h' })
  try {
    const { values } = parseOptions(`\n\n${usage}`, { ...config, options: { ...config.options, help } })
    if ('help' in values) {
      process.stdout.write(usage)
      process.exit(0)
    }
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    return process.exit(2)
  }
}
