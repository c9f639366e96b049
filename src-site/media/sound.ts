import { readFile } from 'node:fs/promises'

export const soundPacketsPerSecond = 50
/** 20 ms of nothing, which any Opus decoder takes between any others. */
export const silentPacket = Buffer.from([0xf8, 0xff, 0xfe])

/** The packets of an Ogg Opus file (RFC 7845), in whole seconds: a sound that is played over and over. */
export async function readSound(file: string): Promise<readonly Buffer[]> {
  const packets = oggPackets(await readFile(file)).filter(
    (packet) => !/^Opus(Head|Tags)/.test(packet.toString('latin1', 0, 8)),
  )
  const whole = packets.length - (packets.length % soundPacketsPerSecond)
  if (whole === 0) throw new Error(`${file} holds no second of sound`)
  return packets.slice(0, whole)
}

/** RFC 3533 §6: a page is a head, the lengths of its pieces, and the pieces; one of 255 bytes goes on in the next. */
function oggPackets(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = []
  let pieces: Buffer[] = []
  for (let page = 0; page + 27 <= bytes.length && bytes.toString('latin1', page, page + 4) === 'OggS'; ) {
    const count = bytes[page + 26] ?? 0
    let at = page + 27 + count
    for (const length of bytes.subarray(page + 27, page + 27 + count)) {
      pieces.push(bytes.subarray(at, at + length))
      at += length
      if (length === 255) continue
      packets.push(Buffer.concat(pieces))
      pieces = []
    }
    page = at
  }
  return packets
}
