import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { plainAnswer, securityHeaders } from './content-security-policy.ts'
import { EXPORT_PREFIX } from './events/event-exports.ts'
import { decodedOnce, MEDIA_PREFIX } from './playback/gateway/media-path.ts'
import type { MediaRequest } from './playback/gateway/media-request.ts'
import type { WallMain } from './wall-main.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/** vite puts a hash of the content into these names: whatever has been fetched once is right for ever. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/

/**
 * What lies under the page's own origin: footage, exports and the files of the built page; no listing, no fallback, no
 * method but GET and HEAD. The shell has checked who asks.
 */
export async function handlePageRequest(
  rendererDir: string,
  wall: Pick<WallMain, 'media' | 'download'>,
  request: MediaRequest,
): Promise<Response> {
  const { method } = request
  const path = request.path.split('?', 1)[0] ?? ''
  if (path.startsWith(MEDIA_PREFIX)) return wall.media(request)
  if (path.startsWith(EXPORT_PREFIX)) return wall.download({ method, path })
  if (method !== 'GET' && method !== 'HEAD') return plainAnswer(405)
  const file = (await pageFile(rendererDir, path)) ?? plainAnswer(404)
  return method === 'HEAD' ? new Response(null, file) : file
}

/**
 * The file of the built page that a request path names, or undefined: for anything outside of the root, links
 * that lead out of it, folders, hidden files, kinds that a page has no use for, and what does not exist.
 */
async function pageFile(rootDir: string, requestPath: string): Promise<Response | undefined> {
  const path = decodePath(requestPath)
  if (path === undefined) return undefined
  const contentType = contentTypes[extname(path)]
  if (contentType === undefined) return undefined
  try {
    const root = await realpath(rootDir)
    const real = await realpath(join(root, path))
    if (!real.startsWith(root + sep)) return undefined
    const content = await readFile(real)
    const headers = {
      ...securityHeaders,
      'content-type': contentType,
      'content-length': String(content.length),
      'cache-control': hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    return new Response(content, { headers })
  } catch {
    return undefined
  }
}

/** Decoded once; undefined when any segment could mean something else than a name. */
function decodePath(requestPath: string): string | undefined {
  const path = decodedOnce(requestPath)
  if (path === '/') return '/index.html'
  if (path?.startsWith('/') !== true || /[\0\\:%]/.test(path)) return undefined
  // Covers `.`, `..`, hidden files and doubled slashes.
  return path
    .slice(1)
    .split('/')
    .some((segment) => segment === '' || segment.startsWith('.'))
    ? undefined
    : path
}
