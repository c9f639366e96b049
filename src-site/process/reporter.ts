import type { FromSite } from '#contract/process/launch.ts'

export type SiteReady = Extract<FromSite, { type: 'ready' }>

/** Reports the start and the state of the site to whoever started it. */
export interface Reporter {
  progress(part: string, text: string): void
  /** Something that a person should know, but that stops nothing. */
  warn(sentence: string): void
  /** `isAccountNew`: the password exists nowhere else and has to be shown now. */
  ready(ready: SiteReady, isAccountNew: boolean, notes: readonly string[]): void
  /** Resolves once it has been sent, so that the process may end. */
  failed(sentence: string, exitCode: number): Promise<void>
}

type Send = NonNullable<NodeJS.Process['send']>

/** To the launcher, over the channel that it opened. */
export function createChannelReporter(send: Send): Reporter {
  const report = (message: FromSite) =>
    new Promise<void>((resolve) => {
      // The launcher may be gone: that is noticed by `disconnect`, not here.
      send(message, undefined, undefined, () => resolve())
    })
  return {
    progress: (part, text) => void report({ type: 'progress', part, text }),
    warn: (sentence) => void report({ type: 'progress', part: 'site', text: sentence }),
    ready: (ready) => void report(ready),
    failed: (sentence, exitCode) => report({ type: 'failed', sentence, exitCode }),
  }
}

/** To a person at a terminal. */
export function createTerminalReporter(out: NodeJS.WritableStream, err: NodeJS.WritableStream): Reporter {
  // A reader that goes away (`| head`) is no reason to stop.
  for (const stream of [out, err]) stream.on('error', () => undefined)
  return {
    progress: (part, text) => void out.write(`${part}: ${text}\n`),
    warn: (sentence) => void err.write(`${sentence}\n`),
    ready: ({ baseUrl, liveViewUrl, account, cameras }, isAccountNew, notes) => {
      const lines = [
        '',
        `The site is at ${baseUrl} with ${cameras} cameras. ` +
          (liveViewUrl === '' ? 'It has no live view server.' : `Its live view server is at ${liveViewUrl}`),
      ]
      if (isAccountNew) {
        lines.push(
          '',
          'The account that API keys are made with. Its password is shown this once:',
          `  e-mail        ${account.email}`,
          `  password      ${account.password}`,
          `  organization  ${account.orgId}`,
        )
      }
      out.write(`${[...lines, '', ...notes, 'Ctrl-C stops it.'].join('\n')}\n`)
    },
    failed: (sentence) =>
      new Promise((resolve) => {
        err.write(`${sentence}\n`, () => resolve())
      }),
  }
}
