/** A keyboard entry without its `Enter`: camera, or tile and camera, with or without a monitor before it. */
const entry = /^(?:\d{1,2}\/)?(?:\d{1,3}\.)?\d{1,6}$/
const link = /^tessera:\/\/show\/(.+?)\/?$/i

/**
 * What a start of the program is asked to show: `tessera show 2/3.12` and `tessera://show/2/3.12` are the keyboard
 * entry `2/3.12`. Undefined when it was merely started; whatever else a link says is ignored.
 */
export function entryOf(argv: readonly string[]): string | undefined {
  const shown = argv[argv.indexOf('show') + 1]
  const asked = argv.includes('show') ? shown : argv.map((word) => link.exec(word)?.[1]).find(Boolean)
  return asked !== undefined && entry.test(asked) ? asked : undefined
}

/** A program's arguments without what they ask to be shown: its next start is no stroke of a key any more. */
export function withoutEntry(args: readonly string[]): string[] {
  return args.filter((word, at) => {
    const isShown = args[at - 1] === 'show' && !word.startsWith('-')
    return word !== 'show' && !isShown && !/^tessera:/i.test(word)
  })
}
