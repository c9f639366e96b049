import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** What decides how a picture looks. The rest (server, command line) may change without a new version. */
const sources = ['page', 'catalogue.ts', 'footage-defaults.ts', 'frame-code.ts']

/** A short hash over the drawing sources: footage is made again exactly when they change. */
export async function footageVersion(folder: string = import.meta.dirname): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await typescriptFiles(join(folder, source))) {
      hash.update(relative(folder, file).split(sep).join('/'))
      hash.update(await readFile(file))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

async function typescriptFiles(path: string): Promise<string[]> {
  if (path.endsWith('.ts')) {
    return [path]
  }
  const entries = await readdir(path, { recursive: true })
  return entries
    .filter((entry) => entry.endsWith('.ts'))
    .sort()
    .map((entry) => join(path, entry))
}
