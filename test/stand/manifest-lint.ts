/**
 * Rules of RFC 8216 (HLS) that a playlist of ours has to keep, read from its text alone. Each fault is a sentence
 * that begins with the section it is against.
 */
export function faultsOfMedia(text: string): string[] {
  const lines = text.split('\n')
  const faults = faultsOfText(lines)
  const has = (tag: string) => lines.some((line) => line.startsWith(tag))
  const valueOf = (tag: string) => lines.find((line) => line.startsWith(`${tag}:`))?.slice(tag.length + 1)
  const target = Number(valueOf('#EXT-X-TARGETDURATION'))
  if (!Number.isInteger(target) || target < 1) faults.push('4.3.3.1: no target duration')
  // A map outside of an I-frame playlist needs version 6 (§7).
  if (Number(valueOf('#EXT-X-VERSION')) < 6) faults.push('7: the version does not know EXT-X-MAP')
  const isFinished = has('#EXT-X-ENDLIST')
  if (has('#EXT-X-PLAYLIST-TYPE:VOD') && !isFinished)
    faults.push('4.3.3.5: a finished playlist without its end')
  if (isFinished && lines.indexOf('#EXT-X-ENDLIST') !== lines.length - 2) {
    faults.push('4.3.3.4: something follows the end')
  }
  if (!isFinished && !has('#EXT-X-MEDIA-SEQUENCE:'))
    faults.push('6.2.2: a sliding playlist without its number')
  for (const tag of ['#EXT-X-TARGETDURATION', '#EXT-X-MEDIA-SEQUENCE', '#EXT-X-DISCONTINUITY-SEQUENCE']) {
    if (lines.filter((line) => line.startsWith(`${tag}:`)).length > 1) faults.push(`4.3.3: ${tag} twice`)
  }
  return [...faults, ...faultsOfSegments(lines, target)]
}

export function faultsOfMaster(text: string): string[] {
  const lines = text.split('\n')
  const faults = faultsOfText(lines)
  if (lines.some((line) => line.startsWith('#EXTINF'))) faults.push('4.1: a segment in a master playlist')
  let isAwaited = false
  for (const line of lines) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) {
      if (isAwaited) faults.push('4.3.4.2: no address after a variant')
      isAwaited = true
      if (!/[:,]BANDWIDTH=\d+(,|$)/.test(line)) faults.push('4.3.4.2: no bandwidth')
      if (!/,CODECS="[^"]+"/.test(line)) faults.push('4.3.4.2: no codecs')
      if (!/,RESOLUTION=\d+x\d+(,|$)/.test(line)) faults.push('4.3.4.2: no resolution')
    } else if (line !== '' && !line.startsWith('#')) {
      if (!isAwaited) faults.push(`4.3.4.2: an address without a variant: ${line}`)
      isAwaited = false
    }
  }
  if (isAwaited) faults.push('4.3.4.2: no address after the last variant')
  return faults
}

/** Addresses of a playlist, in their order. */
export function addressesIn(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function faultsOfText(lines: readonly string[]): string[] {
  const faults: string[] = []
  if (lines[0] !== '#EXTM3U') faults.push('4.3.1.1: does not begin with #EXTM3U')
  if (lines.at(-1) !== '') faults.push('4.1: the last line is not ended')
  if (lines.some((line) => /[\r\uFEFF]/.test(line)))
    faults.push('4.1: a carriage return or a byte order mark')
  for (const line of lines) {
    if (line.startsWith('#') && !line.startsWith('#EXT')) faults.push(`ours: a comment: ${line}`)
    // Ours, not the RFC's: the wall's gateway serves the folder under another address.
    if (!line.startsWith('#') && /^[/.]|:/.test(line)) faults.push(`ours: not below its folder: ${line}`)
  }
  return faults
}

function faultsOfSegments(lines: readonly string[], target: number): string[] {
  const faults: string[] = []
  let durationSeconds: number | undefined
  let startMs: number | undefined
  let endMs: number | undefined
  let hasMap = false
  let isSeam = false
  for (const line of lines) {
    if (line.startsWith('#EXT-X-MAP:URI="')) hasMap = true
    else if (line === '#EXT-X-DISCONTINUITY') isSeam = true
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) startMs = Date.parse(line.slice(25))
    else if (line.startsWith('#EXTINF:')) {
      const [, seconds] = /^#EXTINF:(\d+(?:\.\d+)?),$/.exec(line) ?? []
      if (seconds === undefined) faults.push(`4.3.2.1: cannot be read: ${line}`)
      durationSeconds = Number(seconds)
      if (Math.round(durationSeconds) > target) faults.push(`4.3.3.1: longer than the target: ${line}`)
    } else if (line !== '' && !line.startsWith('#')) {
      if (durationSeconds === undefined) faults.push(`4.3.2.1: no duration: ${line}`)
      if (!hasMap) faults.push(`4.3.2.5: no initialization segment before ${line}`)
      if (startMs === undefined || Number.isNaN(startMs)) faults.push(`ours: no wall time: ${line}`)
      // A jump of the wall clock without a discontinuity would shift all that follows.
      else if (endMs !== undefined && !isSeam && Math.abs(startMs - endMs) > 2) {
        faults.push(`4.3.2.3: ${startMs - endMs} ms after its predecessor without a discontinuity: ${line}`)
      } else if (endMs !== undefined && startMs < endMs - 2) faults.push(`ours: overlaps: ${line}`)
      endMs = (startMs ?? 0) + (durationSeconds ?? 0) * 1_000
      startMs = undefined
      durationSeconds = undefined
      isSeam = false
    }
  }
  return faults
}
