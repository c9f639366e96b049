import type { Lease } from '../platform-session.ts'

export const MEDIA_PREFIX = '/media/'
/** Name of the manifest, whatever the platform calls its own. */
export const MANIFEST_NAME = 'manifest.m3u8'
/** First part of the rest for what lies outside of the session's folder: `~/<scheme>/<host>/<path>`. */
const OUTSIDE = '~/'
/** Stands for the session's id in such an address: it changes with each start, and is nothing for a page. */
const SESSION_MARK = '~session~'
/** Of a value in a session's query: a shorter one, or a number, is no permission. */
const LEAST_HIDDEN_CHARS = 8
/** Values of one query; each is looked for in every address of a manifest. */
const MOST_HIDDEN = 20
/** What a manifest names instead of an address that may not be asked for. */
export const REFUSED_REST = '~/refused'

export function isRoot(rest: string): boolean {
  return rest.split('?', 1)[0] === MANIFEST_NAME
}

/**
 * Where a playback's files lie below the page's origin: `/media/<playbackId>/<rest>`; the rest as it was written, with
 * its query, never empty. Read by hand and not by `URL`, which would resolve what has to be refused. Undefined for
 * anything else.
 */
export function parseMediaPath(pathAndQuery: string) {
  const found = /^\/media\/([\w-]{20,100})\/([^#]+)$/.exec(pathAndQuery)
  const [, playbackId, rest] = found ?? []
  if (playbackId === undefined || rest === undefined) return undefined
  const path = rest.split('?', 1)[0] ?? ''
  return path.split('/').every(isPlainName) ? { playbackId, rest } : undefined
}

/** A segment that means nothing but a name, here and after any number of decodings on the way. */
function isPlainName(segment: string): boolean {
  let text = segment
  for (let round = 0; round < 3; round += 1) {
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    if (text === '' || text === '.' || text === '..' || /[/\\\u0000-\u001f]/.test(text)) return false
    const decoded = decodedOnce(text)
    if (decoded === undefined) return false
    if (decoded === text) return true
    text = decoded
  }
  return false
}

/** Undefined for what no encoder has written. */
export function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The values of a session's query, which may be a permission and stay in main, by the marks that stand for them. */
export function hiddenIn({ url }: Pick<Lease, 'url'>) {
  const values = [...url.search.matchAll(/[?&]([\w-]+)=([^&]+)/g)].map(([, name = '', written = '']) => {
    const value = new URLSearchParams(`v=${written}`).get('v') ?? ''
    const inQuery = new URL(`?${value}`, url).search.slice(1)
    return { mark: `~query~${name}~`, written, value, forms: [written, value, inQuery] }
  })
  return values
    .filter(({ value }) => value.length >= LEAST_HIDDEN_CHARS && !/^\d+$/.test(value))
    .slice(0, MOST_HIDDEN)
}

/** The platform's address of a rest; undefined when it is none of this session's hosts. */
export function addressOfRest(marked: string, lease: Lease, hosts: ReadonlySet<string>): URL | undefined {
  const rest = hiddenIn(lease).reduce(
    (text, { mark, written }) => text.replaceAll(mark, () => written),
    marked,
  )
  if (isRoot(rest)) return new URL(lease.url)
  if (rest.startsWith(OUTSIDE)) {
    const found = /^(https?)\/([^/?]+)\/(.*)$/.exec(rest.slice(OUTSIDE.length))
    const [, scheme, host, path] = found ?? []
    if (scheme === undefined || host === undefined || path === undefined) return undefined
    const named = path.replaceAll(SESSION_MARK, lease.sessionId ?? SESSION_MARK)
    const address = allowedAddress(`${scheme}://${decodeURIComponent(host)}/${named}`, hosts)
    return address?.host === decodeURIComponent(host) ? address : undefined
  }
  const address = allowedAddress(rest, hosts, lease.url)
  return address?.href.startsWith(folderOf(lease.url)) === true ? address : undefined
}

/** http or https (a blob has the origin of who made it), no credentials. */
export function mediaAddress(address: string, base?: string): URL | undefined {
  const url = URL.parse(address, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return undefined
  url.hash = ''
  return url
}

/** The same, of one of these hosts (`scheme://host:port`). */
export function allowedAddress(address: string, hosts: ReadonlySet<string>, base?: URL): URL | undefined {
  const url = mediaAddress(address, base?.href)
  return url !== undefined && hosts.has(url.origin) ? url : undefined
}

/**
 * What a manifest's address becomes for the page. One that is relative, and below the folder, stays.
 * `manifest` is where the manifest was read in the end; after a redirect nothing of it may stay.
 */
export function rewrittenAddress(address: string, context: RewriteContext): string {
  return context.hidden.reduce(
    (text, { mark, forms }) => forms.reduce((rest, form) => rest.replaceAll(form, mark), text),
    throughGateway(address, context),
  )
}

function throughGateway(
  address: string,
  { manifest, isMoved, lease, hosts, playbackId }: RewriteContext,
): string {
  // As a page reads it: blanks around an address are none of it.
  const bare = address.trim()
  const isRelative = !/^[a-z][a-z\d+.-]*:/i.test(bare) && !/^[/\\]/.test(bare)
  const path = bare.split(/[?#]/, 1)[0] ?? ''
  if (isRelative && !isMoved && !isRoot(path) && path.split('/').every(isPlainName)) return bare
  const url = allowedAddress(address, hosts, manifest)
  const below = MEDIA_PREFIX + playbackId
  if (url === undefined) return `${below}/${REFUSED_REST}`
  if (url.href === lease.url.href) return `${below}/${MANIFEST_NAME}`
  const folder = folderOf(lease.url)
  const rest = url.href.slice(folder.length)
  // Renditions may differ by their query alone, and have the reserved name.
  if (url.href.startsWith(folder) && !isRoot(rest)) return `${below}/${rest}`
  const marked =
    lease.sessionId === undefined
      ? url.pathname + url.search
      : (url.pathname + url.search).replaceAll(lease.sessionId, SESSION_MARK)
  return `${below}/${OUTSIDE}${url.protocol.slice(0, -1)}/${encodeURIComponent(url.host)}${marked}`
}

export interface RewriteContext {
  readonly manifest: URL
  readonly isMoved: boolean
  readonly lease: Lease
  readonly hidden: ReturnType<typeof hiddenIn>
  readonly hosts: ReadonlySet<string>
  readonly playbackId: string
}

function folderOf(url: URL): string {
  return new URL('.', url).href
}
