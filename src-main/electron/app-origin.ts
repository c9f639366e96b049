/** The page's own scheme: an origin of its own, secure, and nothing of it on the file system or the network. */
export const APP_SCHEME = 'wall'
export const APP_ORIGIN = `${APP_SCHEME}://app`
export const APP_URL = `${APP_ORIGIN}/index.html`

/** Whether an address is a document of ours. Compared by parsing, so that no prefix or credential deceives. */
export function isOwnUrl(address: string): boolean {
  const url = URL.parse(address)
  // `origin` of a scheme that this runtime does not know is "null".
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === 'app' && url.username === ''
}
