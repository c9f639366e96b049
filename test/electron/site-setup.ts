import type { TestProject } from 'vitest/node'
import { startSharedSite } from './shared-site.ts'
import { findSmokeHost } from './smoke-host.ts'

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (typeof findSmokeHost() === 'string') {
    project.provide('site', undefined)
    return undefined
  }
  const { shared, site } = await startSharedSite()
  project.provide('site', shared)
  return async () => void (await site.stop())
}
