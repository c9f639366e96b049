import { createHash } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Installer } from 'electron-installer-debian'
import { dependsOnDebian } from './depends.mjs'

/** Not heeded, because the runtime comes as its makers build it. */
const lintianOverrides = [
  'embedded-library',
  'elevated-privileges 4755 root/root [usr/lib/tessera/chrome-sandbox]',
  'unstripped-binary-or-object',
  'no-changelog',
]

const iconSizes = [16, 32, 48, 64, 128, 256, 512]
const description =
  'Shows the live cameras of a video platform as a wall of tiles. Type a camera number and the picture ' +
  'changes; a picture that is not live never looks live; nothing needs a mouse.'
const debianArch = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' })

/** The library's package, with our own files, checksums, and modes that do not depend on the build machine. */
class TesseraInstaller extends Installer {
  /** @param {Record<string, unknown>} data @param {string} resources */
  constructor(data, resources) {
    super(data)
    this.resources = resources
  }

  /** @override */
  generateOptions() {
    super.generateOptions()
    // The library's own list would bring a desktop's parts (trash, notifications) to a machine that has none.
    Object.assign(this.options, {
      depends: dependsOnDebian,
      recommends: ['xdg-utils'],
      suggests: ['gnome-keyring'],
    })
    return this.options
  }

  /** @override */
  async createContents() {
    await super.createContents()
    const usr = join(this.stagingDir, 'usr')
    await this.#add('tessera.service', join(usr, 'lib/systemd/user/tessera.service'))
    await this.#add('apparmor-profile', join(usr, 'share/tessera/apparmor-profile'))
    const manual = join(usr, 'share/man/man1/tessera.1.gz')
    await mkdir(dirname(manual), { recursive: true })
    await writeFile(manual, gzipSync(await readFile(join(this.resources, 'tessera.1')), { level: 9 }))
    await setModes(this.stagingDir, new Set([join(this.stagingAppDir, 'chrome-sandbox')]))
    await writeChecksums(this.stagingDir)
  }

  /** @override */
  async createCopyright() {
    await this.#add('copyright', join(this.stagingDir, 'usr/share/doc/tessera/copyright'))
  }

  /** @param {string} resource @param {string} file */
  async #add(resource, file) {
    await mkdir(dirname(file), { recursive: true })
    await copyFile(join(this.resources, resource), file)
  }
}

/**
 * @param {object} order
 * @param {string} order.app Electron with the application in it
 * @param {string} order.root the checkout
 * @param {string} order.out
 * @param {import('./electron-app.mjs').Product} order.product
 * @returns {Promise<string>} the package's path
 */
export async function makeDeb({ app, root, out, product }) {
  const resources = join(root, 'resources/linux')
  const arch = debianArch[process.arch] ?? process.arch
  const icon = Object.fromEntries([
    ...iconSizes.map((size) => [`${size}x${size}`, join(root, `resources/icons/icon-${size}.png`)]),
    ['scalable', join(root, 'resources/icons/icon.svg')],
  ])
  const options = {
    name: product.name,
    productName: product.productName,
    version: product.version,
    description: 'keyboard-driven video wall for control rooms',
    productDescription: description,
    section: 'video',
    maintainer: 'The Tessera contributors <tessera@localhost>',
    compression: 'zstd',
    bin: product.name,
    icon,
    desktopTemplate: join(resources, 'tessera.desktop'),
    scripts: { postinst: join(resources, 'postinst'), prerm: join(resources, 'prerm') },
    lintianOverrides,
  }
  const file = join(out, `${product.name}_${product.version}_${arch}.deb`)
  const data = { src: app, dest: out, arch, options, rename: () => file, logger: () => undefined }
  const installer = new TesseraInstaller(data, resources)
  await installer.generateDefaults()
  installer.generateOptions()
  await installer.createStagingDir()
  await installer.createContents()
  await installer.createPackage()
  await installer.movePackage()
  return file
}

/**
 * 0755 and 0644, and 4755 for what must become root to build a sandbox.
 * @param {string} folder
 * @param {ReadonlySet<string>} setuid
 */
async function setModes(folder, setuid) {
  for (const path of [folder, ...(await pathsIn(folder))]) {
    const { mode } = await lstat(path)
    const isExecutable = (mode & 0o111) !== 0 && !/\.so(\.\d+)*$/.test(basename(path))
    await chmod(path, setuid.has(path) ? 0o4755 : isExecutable ? 0o755 : 0o644)
  }
}

/** For `dpkg --verify`. @param {string} staging */
async function writeChecksums(staging) {
  const lines = []
  for (const path of (await pathsIn(staging)).sort()) {
    const name = relative(staging, path)
    if (name.startsWith('DEBIAN') || (await lstat(path)).isDirectory()) continue
    lines.push(
      `${createHash('md5')
        .update(await readFile(path))
        .digest('hex')}  ${name}\n`,
    )
  }
  await writeFile(join(staging, 'DEBIAN/md5sums'), lines.join(''), { mode: 0o644 })
}

/** Everything below a folder but links. @param {string} folder */
async function pathsIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((one) => !one.isSymbolicLink()).map((one) => join(one.parentPath, one.name))
}
