import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Beside each bundle: whose work is in it, and under which licence. */
export const NOTICES = 'THIRD-PARTY.txt'

/**
 * Plugins that write the notices of everything that a bundle was made of: `bundle` goes to the bundle itself, `worker`
 * to those of its workers, which are made before it.
 * @param {string} root the sources' own, which assets are named from
 */
export function thirdPartyNotices(root) {
  /** Folders of packages. @type {Set<string>} */
  const folders = new Set()
  /** @param {Iterable<string>} files */
  const note = (files) => {
    for (const file of files) {
      const folder = packageFolderOf(file)
      if (folder !== undefined) folders.add(folder)
    }
  }
  /** @type {import('vite').Plugin} */
  const worker = {
    name: 'third-party-of-workers',
    generateBundle(_options, bundle) {
      note(filesOf(bundle, root))
    },
  }
  /** @type {import('vite').Plugin} */
  const bundle = {
    name: 'third-party',
    generateBundle(_options, made) {
      note(filesOf(made, root))
      note(this.getModuleIds())
      this.emitFile({ type: 'asset', fileName: NOTICES, source: noticesOf([...folders]) })
    },
  }
  return { bundle, worker }
}

/** @param {import('vite').Rolldown.OutputBundle} bundle @param {string} root */
function filesOf(bundle, root) {
  return Object.values(bundle).flatMap((one) =>
    one.type === 'chunk' ? one.moduleIds : one.originalFileNames.map((file) => resolve(root, file)),
  )
}

/** @param {string} file a module's id, or a path @returns {string | undefined} */
export function packageFolderOf(file) {
  return /^.*?((?:[A-Za-z]:)?[^\0]*node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\?]+)/.exec(
    file.replace(/^\0/, ''),
  )?.[1]
}

/**
 * The notices, package by package, in the order of their names. Throws for a package without a licence.
 * @param {readonly string[]} folders
 */
export function noticesOf(folders) {
  const packages = folders.map((folder) => {
    /** @type {{ name: string, version: string, license?: string, author?: string | { name: string } }} */
    const {
      name,
      version,
      license,
      author = name,
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (license === undefined) throw new Error(`${name} names no licence: it cannot be shipped`)
    const texts = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|notice|copying)\b/i.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    // Some packages hold no licence text; their author stands for it.
    const by = `Copyright ${typeof author === 'string' ? author : author.name}`
    return { title: `${name} ${version} (${license})`, text: texts.length > 0 ? texts.join('\n\n') : by }
  })
  return packages
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
    .map(({ title, text }) => `${title}\n\n${text}\n`)
    .join(`\n${'-'.repeat(72)}\n\n`)
}
