import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Writes what Vitest's JSON report leaves out into the file that `TESSERA_RUN_FACTS` names: skipped tests with the
 * reason of `context.skip(reason)`, and how long each file took with its hooks and imports.
 */
export default class RunFactsReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
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
    writeFileSync(file, JSON.stringify({ skipped, files }))
  }
}
