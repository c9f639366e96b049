import { writeFileSync } from 'node:fs'

/**
 * Vitest's JSON report does not carry the reason of `context.skip(reason)`; this writes the skipped tests with
 * theirs into the file that `TESSERA_SKIP_REPORT` names.
 */
export default class SkipReasonsReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env['TESSERA_SKIP_REPORT']
    if (file === undefined) return
    const skipped = modules
      .flatMap((module) => [...module.children.allTests('skipped')])
      .map((test) => {
        const result = test.result()
        const reason = result.state === 'skipped' ? result.note : undefined
        return {
          name: test.fullName,
          reason: reason ?? (test.options.mode === 'todo' ? 'to do' : 'no reason given'),
        }
      })
    writeFileSync(file, JSON.stringify(skipped))
  }
}
