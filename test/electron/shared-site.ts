import { inject } from 'vitest'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { footageDir } from '../stand/wall-stand.ts'

/** As many as the files show; each that stands by is a socket and a decoder more. */
export const sharedCameras = 12

/** A site with pictures that all files of this project share: nobody ends it or its media server. */
export interface SharedSite extends Pick<TestSite, 'baseUrl' | 'liveViewUrl' | 'account'> {
  /** An organization has ten, and each sign-in takes one. */
  readonly apiKey: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Undefined where no Electron is to be had. */
    site: SharedSite | undefined
  }
}

export function sharedSite(): SharedSite {
  const site = inject('site')
  if (site === undefined) throw new Error('no site was started: there is no Electron for tests here')
  return site
}

/** For the project's own set-up. */
export async function startSharedSite(): Promise<{ shared: SharedSite; site: TestSite }> {
  const site = await startSite({ footageDir, cameras: sharedCameras })
  await site.published(sharedCameras)
  const { baseUrl, liveViewUrl, account } = site
  return { site, shared: { baseUrl, liveViewUrl, account, apiKey: await site.apiKey('electron') } }
}
