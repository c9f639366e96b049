import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { printLine } from './lib/print-line.mjs'

// Needs nothing but Node: whoever receives an export may copy this file and `lib/print-line.mjs` next to it.

/** What is signed for, and so cannot list itself. */
const unlisted = new Set(['manifest.json', 'manifest.sig', 'public-key.pem'])
const help = `Usage: npm run verify -- FOLDER [--key FINGERPRINT]
       npm run verify -- ALARM-LOG

Says which files of an export are as they were signed, changed, missing or added; or
whether each entry of an alarm log follows from the one before: of the folder alarms/ of
a workstation, of one of its files, or of an exported .ndjson.

  --key FINGERPRINT   SHA-256 of the workstation's public key, as its operator tells it.
                      Without it, the export proves that nothing was changed since it was
                      signed, but not who signed it. An alarm log has no key.

Exit code 0: all as signed. 1: something differs. 2: this is neither an export nor a log, or cannot be read.
`

/**
 * @typedef {{ name: string, state: 'as signed' | 'changed' | 'missing' | 'added' }} FileVerdict
 * @typedef {{ signature: 'valid' | 'invalid' | 'other key', fingerprint: string, files: FileVerdict[] }} Verdict
 */

/** Throws a sentence where the folder is no export.
 * @param {string} folder
 * @param {string | undefined} expectedKey
 * @returns {Promise<Verdict>}
 */
export async function verifyExport(folder, expectedKey) {
  const [manifestBytes, signature, pem] = await Promise.all(
    ['manifest.json', 'manifest.sig', 'public-key.pem'].map((name) =>
      readPlain(join(folder, name)).catch(() => {
        throw new Error(`${folder} has no ${name} that can be read: it is no whole export.`)
      }),
    ),
  )
  if (manifestBytes === undefined || signature === undefined || pem === undefined) throw new Error(folder)
  const { listed, signedFor } = readManifest(manifestBytes)
  const { isValid, fingerprint } = check(manifestBytes, signature, pem)
  const isExpected = expectedKey === undefined || normal(expectedKey) === fingerprint
  const files = await Promise.all(
    [...listed].map(async ([name, sha256]) => ({ name, state: await stateOf(join(folder, name), sha256) })),
  )
  const there = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of there) {
    if (entry.isDirectory()) continue
    const name = relative(folder, join(entry.parentPath, entry.name))
    if (!listed.has(name) && !unlisted.has(name)) files.push({ name, state: 'added' })
  }
  return {
    signature: !isValid || signedFor !== fingerprint ? 'invalid' : isExpected ? 'valid' : 'other key',
    fingerprint,
    files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

/** @param {string} path */
async function readPlain(path) {
  await requireFile(path)
  return readFile(path)
}

/** A pipe or a device never ends. @param {string} path */
async function requireFile(path) {
  if (!(await stat(path)).isFile()) throw Object.assign(new Error(path), { code: 'it is no file' })
}

/** @param {Buffer} bytes */
function readManifest(bytes) {
  /** @type {unknown} */
  let manifest
  try {
    manifest = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Error('manifest.json is no JSON: it was changed, or is not of an export.')
  }
  const { format, files, signer } = Object(manifest)
  if (format !== 'tessera-evidence/1' || !Array.isArray(files)) {
    throw new Error('manifest.json is of no form that this version knows.')
  }
  /** @type {Map<string, string>} */
  const listed = new Map()
  for (const file of files) {
    const { name, sha256 } = Object(file)
    // A name that leads out of the folder would be a question about another file.
    if (typeof name !== 'string' || typeof sha256 !== 'string' || /[/\\]|^\.\.?$/.test(name)) {
      throw new Error('manifest.json lists a file that cannot be one of an export.')
    }
    listed.set(name, sha256)
  }
  return { listed, signedFor: String(Object(signer).publicKeySha256) }
}

/**
 * @param {Buffer} bytes
 * @param {Buffer} signature
 * @param {Buffer} pem
 */
function check(bytes, signature, pem) {
  try {
    const key = createPublicKey(pem)
    const der = key.export({ format: 'der', type: 'spki' })
    const isValid = key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, signature)
    return { isValid, fingerprint: createHash('sha256').update(der).digest('hex') }
  } catch {
    return { isValid: false, fingerprint: 'unreadable' }
  }
}

/**
 * @param {string} path
 * @param {string} expected
 * @returns {Promise<FileVerdict['state']>}
 */
async function stateOf(path, expected) {
  const hash = createHash('sha256')
  try {
    await requireFile(path)
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch (error) {
    if (Object(error).code === 'ENOENT') return 'missing'
    throw new Error(`${path} cannot be read: ${Object(error).code}.`, { cause: error })
  }
  return hash.digest('hex') === expected ? 'as signed' : 'changed'
}

/** A name may hold what a terminal obeys: it would write over the verdict. @param {string} name */
function printable(name) {
  return name.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/** People write fingerprints with colons, blanks and capitals. @param {string} fingerprint */
function normal(fingerprint) {
  return fingerprint.replaceAll(/[\s:]/g, '').toLowerCase()
}

const signatureWords = {
  valid: 'The signature is valid.',
  invalid: 'THE SIGNATURE IS NOT VALID: the manifest is not what was signed.',
  'other key': 'THE SIGNATURE IS OF ANOTHER KEY than the expected one.',
}

/** @typedef {{ entries: number, first: number | undefined, last: number | undefined, problems: string[] }} LogVerdict first, last: numbers of entries */

/** Undefined where the path is no alarm log.
 * @param {string} path
 * @returns {Promise<LogVerdict | undefined>}
 */
export async function verifyAlarmLog(path) {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
  const names = isFolder ? (await readdir(path)).filter((name) => /^alarms-\d{6}\.jsonl$/.test(name)) : []
  if (isFolder ? names.length === 0 : !/\.(jsonl|ndjson)$/.test(path)) return undefined
  const files = isFolder ? names.toSorted().map((name) => join(path, name)) : [path]
  /** @type {string[]} */
  const problems = []
  let entries = 0
  /** @type {number | undefined} */
  let first
  /** @type {{ seq: number, hash: string } | undefined} */
  let last
  for (const file of files) {
    const content = await readPlain(file).catch((error) => {
      throw new Error(`${file} cannot be read: ${Object(error).code}.`)
    })
    const lines = content.toString('utf8').split('\n')
    const rest = lines.pop()
    for (const [at, line] of lines.entries()) {
      const place = `${basename(file)}, line ${at + 1}`
      const entry = readLogEntry(line)
      if (entry === undefined) {
        problems.push(`${place}: is no entry, or was changed.`)
        continue
      }
      if (last !== undefined && entry.prev !== last.hash)
        problems.push(`${place}: does not follow entry ${last.seq}.`)
      entries += 1
      first ??= entry.seq
      last = entry
    }
    if (rest !== '') problems.push(`${basename(file)} ends with half a line.`)
  }
  return { entries, first, last: last?.seq, problems }
}

/** @param {string} line */
function readLogEntry(line) {
  const member = /,"hash":"([0-9a-f]{64})"\}$/.exec(line)
  if (member === null) return undefined
  if (createHash('sha256').update(line.slice(0, member.index)).digest('hex') !== member[1]) return undefined
  try {
    const { seq, prev, hash } = Object(JSON.parse(line))
    return { seq: Number(seq), prev: String(prev), hash: String(hash) }
  } catch {
    return undefined
  }
}

/** @param {readonly string[]} args */
async function main(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [folder, ...others] = positionals
  if (values.help === true || folder === undefined || others.length > 0) {
    printLine(help)
    return values.help === true ? 0 : 2
  }
  // npm runs it in the checkout, and says where it was called.
  const path = resolve(process.env['INIT_CWD'] ?? '', folder)
  const names = await readdir(path).catch(() => [])
  // No file that somebody adds turns an export into a log, which nobody has signed.
  const isExport = values.key !== undefined || names.some((name) => unlisted.has(name))
  const log = isExport ? undefined : await verifyAlarmLog(path)
  if (log !== undefined) {
    if (log.entries === 0 && log.problems.length === 0)
      throw new Error(`${path} has no entry of an alarm log.`)
    for (const problem of log.problems) printLine(printable(problem))
    const { first = 0, last = 0 } = log
    const words = `${log.entries} entries of an alarm log, ${first} to ${last}`
    printLine(
      log.problems.length === 0
        ? `${words}, each follows from the one before.`
        : `${words}. THE ALARM LOG DOES NOT HOLD TOGETHER.`,
    )
    if (first > 1) printLine(`Entries before ${first} are not in it.`)
    return log.problems.length === 0 ? 0 : 1
  }
  const { signature, fingerprint, files } = await verifyExport(path, values.key)
  const isProof = signature !== 'invalid'
  const asExpected = isProof ? 'as signed' : 'as listed'
  for (const { name, state } of files) {
    printLine(`${(state === 'as signed' ? asExpected : state).padEnd(9)}  ${printable(name)}`)
  }
  printLine(`${signatureWords[signature]} Key: ${fingerprint}`)
  const differing = files.filter(({ state }) => state !== 'as signed').length
  const words =
    differing === 0
      ? `${files.length} files are as ${isProof ? 'they were signed' : 'listed'}.`
      : `${differing} OF ${files.length} FILES DIFFER from what ${isProof ? 'was signed' : 'is listed'}.`
  printLine(isProof ? words : `${words} Nothing of this export is proved.`)
  return differing === 0 && signature === 'valid' ? 0 : 1
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`)
    process.exitCode = 2
  }
}
