import { AccessToken } from 'livekit-server-sdk'
import type { Page } from 'playwright-core'
import { join } from 'node:path'
import type { MediaServerAccess } from '#site/media/publisher-token.ts'
import { bundle } from '../../stand/bundle.ts'
import type { Picture } from './page/viewer.ts'

/** The page's script with LiveKit's client in it. */
export function bundleViewer(): Promise<string> {
  return bundle(join(import.meta.dirname, 'page/viewer.ts'), 'iife')
}

/** Of another participant each time, and good for so many seconds. */
export async function viewerToken(
  { apiKey, apiSecret }: Pick<MediaServerAccess, 'apiKey' | 'apiSecret'>,
  cameraId: string,
  ttl = 180,
): Promise<string> {
  const token = new AccessToken(apiKey, apiSecret, { identity: crypto.randomUUID(), ttl })
  token.addGrant({ roomJoin: true, room: cameraId, canPublish: false, canSubscribe: true })
  return token.toJwt()
}

/** Opens the page and joins the room of a camera. */
export async function watchCamera(
  page: Page,
  script: string,
  access: MediaServerAccess,
  cameraId: string,
): Promise<void> {
  // The media server's own address: a page from elsewhere may not reach loopback without being asked about it.
  await page.goto(access.url.replace('ws:', 'http:'))
  await page.addScriptTag({ content: script })
  const token = await viewerToken(access, cameraId)
  await page.evaluate(
    async ([url = '', ticket = '']) => {
      window.viewer = new window.Viewer()
      await window.viewer.join(url, ticket)
    },
    [access.url, token],
  )
}

/** Waits for a picture later than the first `after` ones. Returns it. */
export async function pictureAfter(page: Page, after: number): Promise<Picture> {
  await page.waitForFunction((count) => window.viewer.pictures.length > count, after, { polling: 20 })
  const picture = await page.evaluate((count) => window.viewer.pictures[count], after)
  if (picture === undefined) throw new Error('the picture vanished')
  return picture
}

export function pictureCount(page: Page): Promise<number> {
  return page.evaluate(() => window.viewer.pictures.length)
}
