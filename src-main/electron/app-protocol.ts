import { readFile } from 'node:fs/promises'
import type { CustomScheme, Protocol } from 'electron'
import { contentSecurityPolicy, securityHeaders } from '../core/content-security-policy.ts'
import { EXPORT_PREFIX } from '../core/events/event-exports.ts'
import { findPageFile } from '../core/page-files.ts'
import { MEDIA_PREFIX } from '../core/playback/gateway/media-path.ts'
import type { WallMain } from '../core/wall-main.ts'
import { APP_SCHEME, isOwnUrl } from './app-origin.ts'

/** To be registered before `ready`, once. */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

/**
 * Answers `wall://app/…` from the built page, the media gateway and the exports, with the same headers and the same
 * refusals as the browser host.
 */
export async function handleAppRequest(
  rendererDir: string,
  wall: Pick<WallMain, 'media' | 'download'>,
  request: Pick<Request, 'url' | 'method' | 'headers' | 'signal'>,
  isKiosk = false,
): Promise<Response> {
  const url = URL.parse(request.url)
  if (url === null || !isOwnUrl(request.url)) return refusal(404)
  if (url.pathname.startsWith(MEDIA_PREFIX)) {
    const { method, headers, signal } = request
    return wall.media({ method, headers, signal, path: url.pathname + url.search })
  }
  if (url.pathname.startsWith(EXPORT_PREFIX)) {
    return wall.download({ method: request.method, path: url.pathname })
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const file = await findPageFile(rendererDir, url.pathname)
  if (file === undefined) return refusal(404)
  const body = request.method === 'HEAD' ? null : await readFile(file.path)
  return new Response(body, { headers: { ...(isKiosk ? kioskHeaders : securityHeaders), ...file.headers } })
}

export function serveApp(
  protocol: Protocol,
  rendererDir: string,
  wall: Pick<WallMain, 'media' | 'download'>,
  isKiosk: boolean,
): void {
  protocol.handle(APP_SCHEME, (request) => handleAppRequest(rendererDir, wall, request, isKiosk))
}

/** A document without `allow-modals` opens no window of the printer. */
const kioskHeaders = {
  ...securityHeaders,
  'content-security-policy': `${contentSecurityPolicy}; sandbox allow-scripts allow-same-origin allow-forms allow-downloads`,
}

function refusal(status: number): Response {
  return new Response(`${status}\n`, {
    status,
    headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' },
  })
}
