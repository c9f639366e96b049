import type { App } from 'electron'
import { stackOf } from '#contract/thrown.ts'
import { sentenceOf } from '../core/start-failure.ts'

/** A start that did not succeed: a sentence for the launcher and the terminal, never Electron's own error box. */
export function exitWithError(
  app: Pick<App, 'exit'>,
  parent: Pick<NodeJS.Process, 'connected' | 'send'>,
  error: unknown,
): void {
  const sentence = sentenceOf(error)
  const stack = stackOf(error)
  process.stderr.write(`${sentence ?? stack}\n`)
  const exitCode = sentence === undefined ? 70 : 1
  if (!parent.connected || parent.send === undefined) {
    app.exit(exitCode)
    return
  }
  const failure = { type: 'failed', sentence: sentence ?? 'The wall could not start.', exitCode }
  parent.send(failure, () => app.exit(exitCode))
}
