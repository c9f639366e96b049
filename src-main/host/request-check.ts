import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request names us as its host, exactly. A name that an attacker points to the loopback address
 * (DNS rebinding) arrives here with that name.
 */
export function isOurHost(headers: IncomingHttpHeaders, authority: string): boolean {
  return headers.host === authority
}

/** A WebSocket of our own page. Browsers always say from where; programs without an origin are not served. */
export function isOurOrigin(headers: IncomingHttpHeaders, authority: string): boolean {
  return headers.origin === `http://${authority}`
}

/**
 * Files are for our own page and for who types the address. Another site, other ports of this machine included
 * (`same-site`), has no business here, be it a script, a frame or a link.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'none' && site !== 'same-origin'
}

/** A download is a link that our own page follows. */
export function isFromOurPage(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] === 'same-origin'
}

/** Footage is for what our own page loads by itself: no link, no typed address, nothing that a history keeps. */
export function isOfOurPage(headers: IncomingHttpHeaders): boolean {
  return isFromOurPage(headers) && headers['sec-fetch-mode'] !== 'navigate'
}
