import { cp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { makeAppFolder } from '../../scripts/package/electron-app.mjs'
import type { BuiltApp } from '../electron/build-app.ts'

const root = resolve(import.meta.dirname, '../..')
const compat = join(root, 'test/electron/compat')
const productSchema = z.object({
  name: z.string(),
  productName: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
})

/** The main script inside the archive: where the driven application is told by its environment, this one knows. */
const start = `'use strict'
const { join } = require('path')
process.env.TESSERA_TEST_MAIN = join(__dirname, 'main/index.cjs')
process.env.TESSERA_TEST_PAGE_FILL = join(__dirname, 'page-fill.cjs')
require('./compat/start.cjs')
`

/**
 * What `npm run package --app` takes, made of a built product: as it is shipped, and for an Electron
 * that is older than the shipped one the product built for it, and the fills.
 */
export async function packageApp(built: BuiltApp, name: string): Promise<string> {
  const product = productSchema.parse(packageJson)
  const { version, productName } = product
  const dir = join(root, 'test-results/packaged', name)
  await rm(dir, { recursive: true, force: true })
  if (Object.keys(built.env).length === 0) {
    await makeAppFolder({ root, out: built.dir, product, platform: 'linux', folder: dir })
    return dir
  }
  for (const part of ['main', 'preload', 'renderer', 'page-fill.cjs'])
    await cp(join(built.dir, part), join(dir, part), { recursive: true })
  await cp(compat, join(dir, 'compat'), { recursive: true })
  await writeFile(join(dir, 'start.cjs'), start)
  const manifest = {
    name: 'tessera',
    productName,
    desktopName: 'tessera.desktop',
    version,
    main: 'start.cjs',
  }
  await writeFile(join(dir, 'package.json'), JSON.stringify({ ...manifest, type: 'module' }))
  return dir
}
