import { withZone } from '#contract/time/instant-of.ts'
import { rewrittenAddress, type RewriteContext } from './media-path.ts'

/** First line of every manifest (RFC 8216 §4.3.1.1). */
export const MANIFEST_START = '#EXTM3U'

/** A manifest that is longer than allowed, or that is none. */
export class ManifestFault extends Error {}

interface ManifestLimits {
  readonly maxManifestBytes: number
  readonly maxLineChars: number
}

/** The lines of a manifest as they arrive, without their ends. Throws `ManifestFault` at a line or a whole too long. */
export async function* manifestLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxManifestBytes, maxLineChars }: ManifestLimits,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let size = 0
  let rest = ''
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxManifestBytes) throw new ManifestFault('too large')
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield lineOf(line, maxLineChars)
    if (rest.length > maxLineChars) throw new ManifestFault('line too long')
  }
  rest += decoder.decode()
  if (rest !== '') yield lineOf(rest, maxLineChars)
}

/**
 * Its end counts towards the limit, as it does while the line has none yet. Blanks there are none of it: hls.js would take
 * the quotes of a last attribute for a part of its value.
 */
function lineOf(line: string, maxLineChars: number): string {
  if (line.length > maxLineChars) throw new ManifestFault('line too long')
  return line.trimEnd()
}

/**
 * The variables of a manifest (RFC 8216bis §4.3). Written out here and not by the player: an address is known only then,
 * and what defines them, as a session's own address, is nothing for a page.
 */
export class ManifestVariables {
  readonly #values = new Map<string, string>()
  readonly #manifest: URL
  readonly #imported: ManifestVariables | undefined
  readonly #limits: ManifestLimits
  #addedChars = 0
  #hasImported = false

  /** `imported`: of the manifest that led to this one. */
  constructor(manifest: URL, imported: ManifestVariables | undefined, limits: ManifestLimits) {
    this.#manifest = manifest
    this.#imported = imported
    this.#limits = limits
  }

  get hasImported(): boolean {
    return this.#hasImported
  }

  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  /** Throws `ManifestFault` when the line becomes too long, or what variables add to the manifest and keep of it. */
  written(line: string): string {
    let chars = line.length
    const written = line.replaceAll(/\{\$([\w-]+)\}/g, (whole, name: string) => {
      const value = this.#values.get(name) ?? whole
      chars += value.length - whole.length
      if (chars > this.#limits.maxLineChars) throw new ManifestFault('line too long')
      return this.#added(value)
    })
    if (!written.startsWith('#EXT-X-DEFINE:')) return written
    const [, kind = '', name = ''] = /[:,]\s*(NAME|QUERYPARAM|IMPORT)="([^"]*)"/.exec(written) ?? []
    if (kind === 'IMPORT') this.#hasImported = true
    const value =
      kind === 'NAME'
        ? /[:,]\s*VALUE="([^"]*)"/.exec(written)?.[1]
        : kind === 'IMPORT'
          ? this.#imported?.get(name)
          : this.#manifest.searchParams.get(name)
    if (typeof value === 'string') this.#values.set(name, this.#added(value.replaceAll(/["\p{Cc}]/gu, '')))
    return ''
  }

  #added(value: string): string {
    this.#addedChars += value.length
    if (this.#addedChars > this.#limits.maxManifestBytes) throw new ManifestFault('too large')
    return value
  }
}

/** Also the end of a longer name, as in `X-ASSET-URI`. */
const uriAttribute = /\bURI="([^"]*)"/g

const TIME_TAG = '#EXT-X-PROGRAM-DATE-TIME:'

/**
 * A line as the page gets it: every address in it stays, or leads through the gateway, and a time without a zone, which
 * its player would take for one of this computer's, is in UTC, as in all that is read of a platform.
 */
export function rewrittenLine(line: string, context: RewriteContext): string {
  if (line.trim() === '') return line
  if (!line.startsWith('#')) return rewrittenAddress(line, context)
  if (line.startsWith(TIME_TAG)) return TIME_TAG + withZone(line.slice(TIME_TAG.length))
  if (!line.includes('URI="')) return line
  return line.replace(uriAttribute, (_, address: string) => `URI="${rewrittenAddress(address, context)}"`)
}

/**
 * By what a player would notice another session: how its files are called and from where its time counts. A live
 * playlist moves on by itself, so that of it only the initialization and the longest duration count.
 */
export class ManifestPrint {
  readonly #parts: string[] = []
  #isComplete = false
  readonly #isLive: boolean

  constructor(isLive: boolean) {
    this.#isLive = isLive
  }

  /** True from the first line on that names a segment, or a second rendition: the head has been read. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  get text(): string {
    return this.#parts.join('\n')
  }

  read(line: string): void {
    if (this.#isComplete || line.trim() === '') return
    const isAddress = !line.startsWith('#')
    const counts = this.#isLive
      ? /^#EXT-X-(TARGETDURATION|MAP)/.test(line)
      : isAddress || /^#EXT-X-(TARGETDURATION|MAP|PROGRAM-DATE-TIME)/.test(line)
    if (counts) this.#parts.push(line.trim())
    if (isAddress) this.#isComplete = true
  }
}
