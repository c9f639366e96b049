import type { TestProject } from 'vitest/node'
import { type BuiltApp, buildApp } from './build-app.ts'
import { startSharedSite } from './shared-site.ts'
import { findSmokeHost } from './smoke-host.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The product, built once for all files of this project. Undefined where no Electron is to be had. */
    product: BuiltApp | undefined
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const host = findSmokeHost()
  if (typeof host === 'string') {
    project.provide('product', undefined)
    project.provide('site', undefined)
    return undefined
  }
  const [product, { shared, site }] = await Promise.all([buildApp(host, 'product'), startSharedSite()])
  project.provide('product', product)
  project.provide('site', shared)
  return async () => void (await site.stop())
}
