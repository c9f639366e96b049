import { readFile } from 'node:fs/promises'
import type { CustomScheme, Protocol } from 'electron'
import { securityHeaders } from '../core/content-security-policy.ts'
import { findPageFile } from '../core/page-files.ts'
import { APP_SCHEME, isOwnUrl } from './app-origin.ts'

/** To be registered before `ready`, once. */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

/** Answers `wall://app/…` from the built page, with the same headers and the same refusals as the browser host. */
export async function answerAppRequest(
  rendererDir: string,
  request: Pick<Request, 'url' | 'method'>,
): Promise<Response> {
  const url = URL.parse(request.url)
  if (url === null || !isOwnUrl(request.url)) return refusal(404)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const file = await findPageFile(rendererDir, url.pathname)
  if (file === undefined) return refusal(404)
  const body = request.method === 'HEAD' ? null : await readFile(file.path)
  return new Response(body, { headers: { ...securityHeaders, ...file.headers } })
}

export function serveApp(protocol: Protocol, rendererDir: string): void {
  protocol.handle(APP_SCHEME, (request) => answerAppRequest(rendererDir, request))
}

function refusal(status: number): Response {
  return new Response(`${status}\n`, {
    status,
    headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' },
  })
}
