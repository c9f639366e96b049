/**
 * What a second start of the program asks the running one to show: `tessera show 3.12` is the keyboard entry
 * `3.12`. Undefined when it was merely started again.
 */
export function entryOf(argv: readonly string[]): string | undefined {
  const at = argv.indexOf('show')
  const entry = at === -1 ? undefined : argv[at + 1]
  return entry !== undefined && /^[\d.]{1,20}$/.test(entry) ? entry : undefined
}
