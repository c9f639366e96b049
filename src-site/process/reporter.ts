import type { FromSite } from '#contract/process/launch.ts'

export type SiteReady = Extract<FromSite, { type: 'ready' }>

/** Reports the start and the state of the site to whoever started it. */
export interface Reporter {
  progress(part: string, text: string): void
  /** Something that a person should know, but that stops nothing. */
  warn(sentence: string): void
  ready(ready: SiteReady, more: ReadyDetails): void
  /** Resolves once it has been sent, so that the process may end. */
  failed(sentence: string, exitCode: number): Promise<void>
}

interface ReadyDetails {
  /** The password exists nowhere else and has to be shown now. */
  readonly isAccountNew: boolean
  /** Otherwise something else may answer at the address of the live view server. */
  readonly isLiveViewUp: boolean
  readonly notes: readonly string[]
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
    ready: ({ baseUrl, liveViewUrl, account, cameras }, { isAccountNew, isLiveViewUp, notes }) => {
      const at = isLiveViewUp ? 'is' : 'will be'
      const lines = [
        '',
        `The site is at ${baseUrl} with ${cameras} cameras. ` +
          (liveViewUrl === ''
            ? 'It has no live view server.'
            : `Its live view server ${at} at ${liveViewUrl}`),
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
