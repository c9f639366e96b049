import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The script behind a package's command, to be run on the pinned Node (`npx` would take the system's).
 * @param {string} root
 * @param {string} packageName
 * @param {string} [command] when the package has several
 */
export function toolOf(root, packageName, command = packageName.split('/').at(-1) ?? packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}
