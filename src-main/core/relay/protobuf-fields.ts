/** One field of a protobuf message. `bytes` of what carries a length, `value` of varints; fixed-width ones have neither. */
export interface ProtobufField {
  readonly number: number
  readonly bytes?: Uint8Array
  readonly value?: bigint
}

/**
 * The fields of one message, in the order of the wire. Undefined for what is not protobuf.
 * https://protobuf.dev/programming-guides/encoding/ – enough of it to look at three messages of LiveKit, so that
 * main carries no protobuf runtime.
 */
export function readProtobuf(message: Uint8Array): readonly ProtobufField[] | undefined {
  const fields: ProtobufField[] = []
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let at = 0

  function varint(): bigint | undefined {
    let value = 0n
    for (let shift = 0n; shift < 70n && at < message.byteLength; shift += 7n) {
      const byte = view.getUint8(at)
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    return undefined
  }

  while (at < message.byteLength) {
    const tag = varint()
    if (tag === undefined) return undefined
    const number = Number(tag >> 3n)
    if (number < 1 || number > 0x1fff_ffff) return undefined
    switch (Number(tag & 7n)) {
      case 0: {
        const value = varint()
        if (value === undefined) return undefined
        fields.push({ number, value })
        break
      }
      case 1:
        at += 8
        fields.push({ number })
        break
      case 2: {
        const length = varint()
        if (length === undefined || length > BigInt(message.byteLength - at)) return undefined
        fields.push({ number, bytes: message.subarray(at, at + Number(length)) })
        at += Number(length)
        break
      }
      case 5:
        at += 4
        fields.push({ number })
        break
      default:
        // Groups were given up before LiveKit began.
        return undefined
    }
    if (at > message.byteLength) return undefined
  }
  return fields
}

/** The last one wins, as protobuf has it. */
export function bytesOf(message: Uint8Array, number: number): Uint8Array | undefined {
  return readProtobuf(message)?.findLast((field) => field.number === number)?.bytes
}

export function textOf(message: Uint8Array, number: number): string | undefined {
  const bytes = bytesOf(message, number)
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
