import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type WallError, wallError } from '#contract/errors.ts'
import { type ExactCode, exactMessage } from '#contract/exact-words.ts'
import { codeOf } from '#contract/thrown.ts'

/** Ends the name of whatever is not whole yet. */
export const UNFINISHED = '.unfinished'

/** A file has its name once all of it is on the disk, and never before. Throws what the file system throws. */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}${UNFINISHED}`)
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeNew(temporary, bytes)
    await renameDurably(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Whatever lies there: a link that somebody else has laid would lead out of the folder. */
export async function writeNew(path: string, bytes: Uint8Array | string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await writeFile(path, bytes, { flag: 'wx', flush: true })
}

/** A folder: a link or a file that lies there goes. */
export async function makePlainFolder(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined)
  if (there?.isDirectory() === false) await rm(path, { force: true })
  await mkdir(path, { recursive: true })
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** The name of a file is on the disk once its folder is. Windows opens no folders, and writes names through. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Waits until what a program has written under this name is on the disk. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

interface Bounded {
  readonly bytes: Buffer
  readonly mtimeMs: number
}

/** Of what somebody else may have laid. Undefined of what is no file or is longer. Throws what the file system throws. */
export async function readPlain(path: string, maxBytes: number): Promise<Bounded | undefined> {
  // Without waiting, as a pipe would have it.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stat = await file.stat()
  if (!stat.isFile() || stat.size > maxBytes) return undefined
  return { bytes: await file.readFile(), mtimeMs: stat.mtimeMs }
}

/** Undefined also of what cannot be read. */
export function readBounded(path: string, maxBytes: number): Promise<Bounded | undefined> {
  return readPlain(path, maxBytes).catch(() => undefined)
}

export async function hashFile(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

const fileProblems = {
  ENOSPC: 'folder_full',
  EDQUOT: 'folder_full',
  EACCES: 'folder_denied',
  EPERM: 'folder_denied',
  EROFS: 'folder_read_only',
  ENOTDIR: 'folder_in_the_way',
  EEXIST: 'folder_in_the_way',
  ENOTEMPTY: 'folder_in_the_way',
  EISDIR: 'file_in_the_way',
  ENOENT: 'folder_gone',
  EMFILE: 'folder_busy',
} as const satisfies Readonly<Record<string, ExactCode>>

/** Of a system, and not of Node; Windows has no name for some of its own. */
const systemCode = /^(E[A-Z0-9]+|UNKNOWN)$/

/** What a file system refused, as a failure for the operator; undefined of anything else, which is a bug. */
export function storageFailure(error: unknown, folder: string): WallError | undefined {
  const code = codeOf(error)
  if (!systemCode.test(code)) return undefined
  const problem = isFileProblem(code) ? fileProblems[code] : 'folder_broken'
  const failure = wallError('storage_failed', exactMessage(problem, { folder }))
  return code === 'ENOSPC' || code === 'EDQUOT' ? { ...failure, cause: 'disk_full' } : failure
}

/** What the file system refused, for the operator; undefined where all went well. Throws what is a bug. */
export async function guarded(folder: string, run: () => Promise<void>): Promise<WallError | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    const failure = storageFailure(error, folder)
    if (failure === undefined) throw error
    return failure
  }
}

function isFileProblem(code: string): code is keyof typeof fileProblems {
  return Object.hasOwn(fileProblems, code)
}
