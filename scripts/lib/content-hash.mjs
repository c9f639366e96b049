import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * SHA-256 over files and folders (names and contents), independent of the order in which a folder lists them.
 * A path that does not exist counts as such: creating it later changes the hash.
 * @param {string} root
 * @param {readonly string[]} paths relative to the root
 * @param {readonly string[]} [salt]
 * @returns {string} hexadecimal
 */
export function contentHash(root, paths, salt = []) {
  const hash = createHash('sha256')
  for (const word of salt) hash.update(`salt\0${word}\0`)
  for (const path of paths) addTo(hash, root, path)
  return hash.digest('hex')
}

/** @param {import('node:crypto').Hash} hash @param {string} root @param {string} path */
function addTo(hash, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined) {
    hash.update(`missing\0${path}\0`)
  } else if (stat.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addTo(hash, root, `${path}/${name}`)
  } else if (stat.isFile()) {
    hash.update(`file\0${path}\0${stat.size}\0`)
    hash.update(readFileSync(join(root, path)))
  }
}
