/** Boxes of MP4 (ISO/IEC 14496-12), as small as a test needs them. */

/** Big-endian. */
export const u32 = (...numbers: readonly number[]) =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(number | 0)
      return bytes
    }),
  )
export const box = (type: string, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type), body])
}
/** With its version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...numbers: readonly number[]) =>
  box(type, u32(version * 0x1_00_00_00 + flags, ...numbers))

/** Tells of tracks in thousandths of a second; `longAgo`: of instants that take 64 bits. */
export function track(id: number, handler: string, isLong = false) {
  const version = isLong ? 1 : 0
  const longAgo = isLong ? [0, 1, 0, 1] : [1, 1]
  return box(
    'trak',
    fullBox('tkhd', version, 0, ...longAgo, id),
    box('mdia', fullBox('mdhd', version, 0, ...longAgo, 1_000), box('hdlr', u32(0, 0), Buffer.from(handler))),
  )
}
