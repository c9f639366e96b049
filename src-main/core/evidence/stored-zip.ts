import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** ASCII. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** An archive (PKZIP APPNOTE 4.3) whose entries are stored as they are: pictures do not get smaller. */
export function storedZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name, 'ascii')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // No date: the one that counts stands in the entry beside the picture.
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.byteLength, 14)
    common.writeUInt32LE(bytes.byteLength, 18)
    common.writeUInt16LE(nameBytes.byteLength, 22)
    const local = Buffer.concat([signature(0x04034b50), common, nameBytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(0x02014b50), version, common, tail, nameBytes]))
    parts.push(local, bytes)
    offset += local.byteLength + bytes.byteLength
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directoryBytes.byteLength, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...parts, directoryBytes, signature(0x06054b50), end]))
}

const version = Buffer.from([20, 0])

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
