import type { TestProject } from 'vitest/node'
import { type BuiltApp, buildApp } from './build-app.ts'
import { findSmokeHost } from './smoke-host.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The product, built once for all files of this project. Undefined where no Electron is to be had. */
    product: BuiltApp | undefined
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const host = findSmokeHost()
  project.provide('product', typeof host === 'string' ? undefined : await buildApp(host, 'product'))
}
