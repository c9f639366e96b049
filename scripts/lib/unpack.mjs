import { closeSync, fstatSync, mkdirSync, openSync, readSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { gunzipSync, inflateRawSync } from 'node:zlib'

/**
 * Two small readers for archives whose checksum has been verified already; enough for the releases that
 * set-up fetches, and needing neither `unzip` nor a package that may not be installed yet.
 */

const endOfDirectorySignature = 0x06054b50
const directoryEntrySignature = 0x02014b50
const localHeaderBytes = 30
const symlinkType = 0o120000
const typeMask = 0o170000

/**
 * Unpacks a zip (stored or deflated entries, no zip64) with its file modes and symbolic links.
 * @param {string} archive
 * @param {string} folder
 */
export function unzip(archive, folder) {
  const fd = openSync(archive, 'r')
  try {
    for (const entry of zipEntries(fd)) {
      const target = insideOf(folder, entry.name)
      if (entry.name.endsWith('/')) {
        mkdirSync(target, { recursive: true })
        continue
      }
      mkdirSync(dirname(target), { recursive: true })
      const content = contentOf(fd, entry)
      if ((entry.mode & typeMask) === symlinkType) symlinkSync(content.toString('utf8'), target)
      else writeFileSync(target, content, { mode: entry.mode & 0o777 || 0o644 })
    }
  } finally {
    closeSync(fd)
  }
}

/**
 * One file out of a gzipped tar archive.
 * @param {Buffer} archive
 * @param {string} name
 * @returns {Buffer | undefined}
 */
export function fileInTarGz(archive, name) {
  const tar = gunzipSync(archive)
  for (let at = 0; at + 512 <= tar.length; ) {
    const entryName = textAt(tar, at, 100)
    if (entryName === '') return undefined
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8) || 0
    if (entryName.replace(/^\.\//, '') === name) return tar.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return undefined
}

/** @typedef {{ name: string, mode: number, method: number, packedBytes: number, headerAt: number }} ZipEntry */

/** @param {number} fd @returns {ZipEntry[]} */
function zipEntries(fd) {
  const size = fstatSync(fd).size
  // The end record is 22 bytes and may be followed by a comment of up to 64 kB.
  const tail = bytesAt(fd, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== endOfDirectorySignature) end -= 1
  if (end < 0) throw new Error('not a zip archive')
  const count = tail.readUInt16LE(end + 10)
  const directory = bytesAt(fd, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  /** @type {ZipEntry[]} */
  const entries = []
  for (let at = 0, index = 0; index < count; index += 1) {
    if (directory.readUInt32LE(at) !== directoryEntrySignature) throw new Error('damaged zip directory')
    const nameBytes = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      mode: directory.readUInt32LE(at + 38) >>> 16,
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      headerAt: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** @param {number} fd @param {ZipEntry} entry */
function contentOf(fd, entry) {
  const header = bytesAt(fd, entry.headerAt, localHeaderBytes)
  const from = entry.headerAt + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = bytesAt(fd, from, entry.packedBytes)
  if (entry.method === 0) return packed
  if (entry.method === 8) return inflateRawSync(packed)
  throw new Error(`zip method ${entry.method} is not supported`)
}

/** @param {number} fd @param {number} from @param {number} length */
function bytesAt(fd, from, length) {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const got = readSync(fd, bytes, read, length - read, from + read)
    if (got === 0) throw new Error('the archive ends too early')
    read += got
  }
  return bytes
}

/** An archive must not write beside its folder. @param {string} folder @param {string} name */
function insideOf(folder, name) {
  const target = resolve(folder, name)
  if (target !== resolve(folder) && !target.startsWith(resolve(folder) + sep))
    throw new Error(`unsafe path in archive: ${name}`)
  return target
}

/** @param {Buffer} buffer @param {number} from @param {number} length */
function textAt(buffer, from, length) {
  const end = buffer.indexOf(0, from)
  return buffer.toString('utf8', from, end === -1 || end > from + length ? from + length : end).trim()
}
