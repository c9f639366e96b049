import type { Catalogue } from '#main/events-cli/catalogue.ts'
import { parseArguments } from '#main/events-cli/arguments.ts'
import { Refusals } from '#main/events-cli/refusals.ts'
import { SourceReader } from '#main/events-cli/source-reader.ts'

/** A file with these options, as the command begins to read it. */
export async function openSource(
  catalogue: Catalogue,
  [file, ...options]: readonly [string, ...string[]],
  positionOf: Parameters<typeof SourceReader.open>[1],
) {
  const source = parseArguments(['insert', file, ...options], '/')?.source
  if (source === undefined) throw new Error('no help is wanted')
  const refusals = new Refusals(undefined)
  const { camera, tag, map } = source
  const rules = { catalogue, orgId: 'acme', camera, tag, map }
  const { signal } = new AbortController()
  const ports = { source, rules, refusals, printLine: () => undefined, signal }
  return { reader: await SourceReader.open(ports, positionOf), refusals }
}
