import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const mostErrorLines = 20

/**
 * Writes what the end of a run says and Vitest's JSON report leaves out into the file that `TESSERA_RUN_FACTS` names:
 * skipped tests with the reason of `context.skip(reason)`, failed ones and files with their error, and how long each
 * file took with its hooks and imports.
 */
export default class RunFactsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} errors outside of any test
   */
  onTestRunEnd(modules, errors) {
    const file = process.env['TESSERA_RUN_FACTS']
    if (file === undefined) return
    const skipped = modules
      .flatMap((module) => [...module.children.allTests('skipped')])
      .flatMap((test) => {
        const result = test.result()
        const reason = result.state === 'skipped' ? result.note : undefined
        // Left to `npm run test:long`, in which it counts.
        if (reason === undefined && test.tags.includes('long')) return []
        return {
          name: test.fullName,
          reason: reason ?? (test.options.mode === 'todo' ? 'to do' : 'no reason given'),
        }
      })
    const files = modules.map((module) => {
      const { prepareDuration, environmentSetupDuration, collectDuration, setupDuration, duration } =
        module.diagnostic()
      const ms = prepareDuration + environmentSetupDuration + collectDuration + setupDuration + duration
      return { name: relative(process.cwd(), module.moduleId), ms: Math.round(ms) }
    })
    const failures = modules.flatMap((module) => {
      const { children } = module
      const file = relative(process.cwd(), module.moduleId)
      return [
        ...module.errors().map((error) => failure([file], error)),
        ...[...children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => failure([file, suite.fullName], error)),
        ),
        ...[...children.allTests('failed')].map((test) =>
          failure([file, test.fullName], test.result().errors?.[0]),
        ),
      ]
    })
    failures.push(...errors.map((error) => failure(['outside of any test'], error)))
    writeFileSync(file, JSON.stringify({ skipped, files, failures }))
  }
}

/** @param {readonly string[]} names @param {Partial<import('vitest').TestError>} [error] */
function failure(names, { message = 'no error was given', diff = '', stacks: [frame] = [] } = {}) {
  const place = frame && `at ${relative(process.cwd(), frame.file)}:${frame.line}`
  const lines = [place, message, diff].filter(Boolean).join('\n').split('\n')
  return {
    name: names.join(' > '),
    reason: stripVTControlCharacters(lines.slice(0, mostErrorLines).join('\n')),
  }
}
