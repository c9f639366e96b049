/** In time by the length: a run of slashes in the middle is looked at once, not from each of its slashes. */
export function withoutEndSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '')
}
