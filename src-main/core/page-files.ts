import { realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

export interface PageFile {
  /** Absolute, links resolved, inside the root. */
  readonly path: string
  readonly sizeBytes: number
  readonly headers: Readonly<Record<string, string>>
}

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
 * The file of the built page that a request path names, or undefined: for anything outside of the root, links
 * that lead out of it, folders, hidden files, kinds that a page has no use for, and what does not exist.
 */
export async function findPageFile(rootDir: string, requestPath: string): Promise<PageFile | undefined> {
  const path = decodePath(requestPath)
  if (path === undefined) return undefined
  const contentType = contentTypes[extname(path)]
  if (contentType === undefined) return undefined
  try {
    const root = await realpath(rootDir)
    const real = await realpath(join(root, path))
    if (!real.startsWith(root + sep)) return undefined
    const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }))
    if (!isFile) return undefined
    const caching = hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return { path: real, sizeBytes: size, headers: { 'content-type': contentType, 'cache-control': caching } }
  } catch {
    return undefined
  }
}

/** Decoded once; undefined when any segment could mean something else than a name. */
function decodePath(requestPath: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(requestPath)
  } catch {
    return undefined
  }
  if (path === '/') return '/index.html'
  if (!path.startsWith('/') || /[\0\\:%]/.test(path)) return undefined
  // Covers `.`, `..`, hidden files and doubled slashes.
  return path
    .slice(1)
    .split('/')
    .some((segment) => segment === '' || segment.startsWith('.'))
    ? undefined
    : path
}
