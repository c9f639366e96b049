import { instantOf } from '#contract/time/instant-of.ts'

/** One file of footage. Epoch milliseconds. */
export interface ListedSegment {
  readonly startMs: number
  readonly durationMs: number
  /** Below the page's origin. */
  readonly path: string
  /** Of the initialization, where the container has one. */
  readonly initPath: string | undefined
  /** `first-last`, both included, where it is a part of a file. */
  readonly bytes: string | undefined
  readonly initBytes: string | undefined
  /** Listed as lost (RFC 8216bis §4.4.4.7). */
  readonly isGap: boolean
}

export interface MediaPlaylist {
  readonly segments: readonly ListedSegment[]
  readonly isEncrypted: boolean
  /** Of the first segment, and perhaps of all, nobody says when it was filmed. */
  readonly isReckoned: boolean
  /** Nothing will be added to it. */
  readonly isEnded: boolean
}

/** Undefined when this is a media playlist itself. `hasSeparateSound`: beside the pictures, in a playlist of its own. */
export function bestRendition(
  text: string,
  path: string,
): { readonly path: string; readonly hasSeparateSound: boolean } | undefined {
  const lines = text.split(/\r?\n/)
  let described: string | undefined
  const variants = lines.flatMap((uri) => {
    if (uri.startsWith('#EXT-X-STREAM-INF:')) described = uri
    if (described === undefined || uri.trim() === '' || uri.startsWith('#')) return []
    const line = described
    described = undefined
    const bandwidth = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0)
    const [, width = 0, height = 0] = /RESOLUTION=(\d+)x(\d+)/.exec(line) ?? []
    const sound = /[:,]AUDIO="([^"]*)"/.exec(line)?.[1]
    const pixels = Number(width) * Number(height)
    return [{ uri: uri.trim(), bandwidth, pixels, sound }]
  })
  const [best] = variants.toSorted((a, b) => b.pixels - a.pixels || b.bandwidth - a.bandwidth)
  if (best === undefined) return undefined
  const hasSeparateSound = lines.some(
    (line) =>
      /^#EXT-X-MEDIA:(.*,)?TYPE=AUDIO/.test(line) &&
      line.includes(`GROUP-ID="${best.sound}"`) &&
      /[:,]URI="/.test(line),
  )
  return { path: resolvePath(best.uri, path), hasSeparateSound }
}

/**
 * Segments without a time of their own are reckoned from the one before; without any, from `startMs`. The list ends
 * where that leads no further: at a discontinuity, behind which nobody says how long the gap is.
 */
export function readPlaylist(text: string, path: string, startMs: number): MediaPlaylist {
  const segments: ListedSegment[] = []
  const isEnded = /^#EXT-X-(?:ENDLIST|PLAYLIST-TYPE:VOD)\b/m.test(text)
  let atMs = startMs
  let durationMs = 0
  let isGap = false
  let isEncrypted = false
  let isReckoned: boolean | undefined
  /** Of the next segment; its tags stand in any order. */
  let isDated = false
  let isAfterBreak = false
  let range: ByteRange | undefined
  let init: { readonly path: string; readonly bytes: string | undefined } | undefined
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim()
    if (line === '') continue
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line) ?? []
    switch (tag) {
      case 'EXTINF':
        durationMs = Number.parseFloat(value) * 1_000
        break
      case 'EXT-X-PROGRAM-DATE-TIME': {
        const instantMs = instantOf(value)
        if (Number.isNaN(instantMs)) break
        atMs = instantMs
        isReckoned ??= false
        isDated = true
        break
      }
      case 'EXT-X-DISCONTINUITY':
        isAfterBreak = segments.length > 0
        break
      case 'EXT-X-GAP':
        isGap = true
        break
      case 'EXT-X-KEY':
        isEncrypted ||= !/METHOD=NONE/.test(value)
        break
      case 'EXT-X-BYTERANGE':
        range = byteRange(value, range)
        break
      case 'EXT-X-MAP': {
        const uri = /URI="([^"]*)"/.exec(value)?.[1]
        const bytes = /BYTERANGE="([^"]*)"/.exec(value)?.[1]
        if (uri !== undefined) {
          init = { path: resolvePath(uri, path), bytes: bytes && byteRange(bytes, undefined)?.text }
        }
        break
      }
      default:
        if (line.startsWith('#')) break
        if (isAfterBreak && !isDated)
          return { segments, isEncrypted, isReckoned: isReckoned === true, isEnded }
        isReckoned ??= true
        if (Number.isFinite(durationMs) && durationMs > 0) {
          segments.push({
            startMs: atMs,
            durationMs,
            path: resolvePath(line, path),
            initPath: init?.path,
            bytes: range?.isNext === true ? range.text : undefined,
            initBytes: init?.bytes,
            isGap,
          })
          atMs += durationMs
        }
        durationMs = 0
        isGap = isDated = isAfterBreak = false
        if (range !== undefined) range = { ...range, isNext: false }
    }
  }
  return { segments, isEncrypted, isReckoned: isReckoned === true, isEnded }
}

interface ByteRange {
  readonly text: string
  readonly endsAt: number
  /** Of the next segment, and not of one before. */
  readonly isNext: boolean
}

/** `length[@offset]`; without an offset it begins where the one before ends. */
function byteRange(value: string, before: ByteRange | undefined): ByteRange | undefined {
  const [, length, offset] = /^(\d+)(?:@(\d+))?/.exec(value) ?? []
  if (length === undefined) return undefined
  const from = offset === undefined ? (before?.endsAt ?? 0) : Number(offset)
  const endsAt = from + Number(length)
  return { text: `${from}-${endsAt - 1}`, endsAt, isNext: true }
}

const anyOrigin = 'http://page'

function resolvePath(uri: string, base: string): string {
  // By hand where the gateway has written it: `URL` would decode and resolve what has to stay as it is.
  if (uri.startsWith('/')) return uri
  const folder = base.slice(0, base.split('?', 1)[0]?.lastIndexOf('/') ?? 0)
  const resolved = URL.parse(`${folder}/${uri}`, anyOrigin)
  return resolved === null ? `${folder}/${uri}` : resolved.pathname + resolved.search
}
