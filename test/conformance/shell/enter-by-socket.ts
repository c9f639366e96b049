import type { Page } from 'playwright-core'
import { enterRequest } from './host-stage.ts'

/** A page, whosever it is, tries to become the wall's: what came of it. */
export function enterBySocket(
  page: Page,
  { shellUrl, secret }: { shellUrl: string; secret: string },
): Promise<'entered' | 'closed'> {
  return page.evaluate(
    (known) =>
      new Promise((resolve) => {
        const socket = new WebSocket(known.shellUrl)
        socket.addEventListener('open', () => socket.send(JSON.stringify(known.request)))
        socket.addEventListener('message', () => resolve('entered'))
        socket.addEventListener('close', () => resolve('closed'))
      }),
    { shellUrl, request: enterRequest(secret) },
  )
}
