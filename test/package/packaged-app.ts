import { cp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { buildApp } from '../electron/build-app.ts'
import type { SmokeHost } from '../electron/smoke-host.ts'

const compat = resolve(import.meta.dirname, '../electron/compat')

/** The main script inside the archive: where the driven application is told by its environment, this one knows. */
const start = `'use strict'
const { join } = require('path')
process.env.TESSERA_TEST_MAIN = join(__dirname, 'main/index.cjs')
process.env.TESSERA_TEST_PAGE_FILL = join(__dirname, 'page-fill.cjs')
require('./compat/start.cjs')
`

/**
 * What `npm run package --app` takes for an Electron that is older than the one that is shipped: the product
 * built for it, and the fills. Undefined for a current one, which takes the product as it is.
 */
export async function buildPackagedApp(host: SmokeHost, name: string): Promise<string | undefined> {
  const built = await buildApp(host, name)
  if (Object.keys(built.env).length === 0) return undefined
  const { version, productName } = z
    .object({ version: z.string(), productName: z.string() })
    .parse(packageJson)
  const dir = join(built.dir, 'packaged')
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
