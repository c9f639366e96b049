/** Visible ASCII alone (RFC 9110 §5.5), as every key and other credential is: anything else fits into no header. */
export function isHeaderSafe(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
