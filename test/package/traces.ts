import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where a package and its scripts can leave something. A user's own home is not theirs. */
const places = ['/etc', '/usr', '/opt', '/var/lib']
/** The package manager's own book-keeping, and what interpreters keep beside their scripts. */
const notOurs = /^\/var\/lib\/(dpkg|apt)\/|\/__pycache__(\/|$)|\.dpkg-(new|tmp)$/

export async function listPlaces(): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    places.map(async (place) => {
      const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries.map((one) => join(one.parentPath, one.name))
    }),
  )
  return new Set(found.flat().filter((path) => !notOurs.test(path)))
}

/** What is there now and was not before, but for what another package has brought meanwhile. */
export async function tracesSince(before: ReadonlySet<string>): Promise<string[]> {
  const added = [...(await listPlaces())].filter((path) => !before.has(path))
  const owned = await Promise.all(
    added.map((path) =>
      run('dpkg', ['--search', path]).then(
        () => true,
        () => false,
      ),
    ),
  )
  return added.filter((_, index) => !owned[index])
}
