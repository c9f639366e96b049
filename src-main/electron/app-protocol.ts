import type { CustomScheme, Protocol } from 'electron'
import { contentSecurityPolicy, plainAnswer } from '../core/content-security-policy.ts'
import { handlePageRequest } from '../core/handle-page-request.ts'
import type { WallMain } from '../core/wall-main.ts'
import { APP_SCHEME, isOwnUrl } from './app-origin.ts'

/** To be registered before `ready`, once. */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

/** Answers `wall://app/…` as the browser host answers its page. */
export async function handleAppRequest(
  rendererDir: string,
  wall: Pick<WallMain, 'media' | 'download'>,
  { url: address, method, headers, signal }: Pick<Request, 'url' | 'method' | 'headers' | 'signal'>,
  isKiosk = false,
): Promise<Response> {
  const url = URL.parse(address)
  if (url === null || !isOwnUrl(address)) return plainAnswer(404)
  const request = { method, path: url.pathname + url.search, headers, signal }
  const answer = await handlePageRequest(rendererDir, wall, request)
  if (isKiosk) answer.headers.set('content-security-policy', kioskPolicy)
  return answer
}

/** Pages that are opened before the wall is there wait for it. */
export function serveApp(
  protocol: Protocol,
  rendererDir: string,
  wall: Promise<Pick<WallMain, 'media' | 'download'>>,
  isKiosk: boolean,
): void {
  protocol.handle(APP_SCHEME, async (request) => handleAppRequest(rendererDir, await wall, request, isKiosk))
}

/** A document without `allow-modals` opens no window of the printer. */
const kioskPolicy = `${contentSecurityPolicy}; sandbox allow-scripts allow-same-origin allow-forms allow-downloads`
