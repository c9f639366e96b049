import { demoCameras } from '#site/cameras/demo-cameras.ts'
import { demoSite } from '#site/defaults.ts'
import { filmedCameras } from '#site/footage/filmed-camera.ts'
import { loadFootage } from '#site/footage/manifest.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { apiStand } from '../api/api-stand.ts'
import { idleEventPart } from '../api/idle-event-part.ts'
import { ask, bearer } from '../api/requests.ts'
import { unwrap } from '#test/stand/unwrap.ts'

export interface PlaybackStandOptions {
  /** What the site takes for now. */
  readonly nowMs: number
  readonly timeZone?: string
  readonly maxSessions?: number
  /** Requests of a key at once; the clock stands, so there are no more. */
  readonly burst?: number
  readonly host?: string
}

/** The site's interface on a real port, with its own store and the real footage, at an instant of the test's choice. */
export async function playbackStand(options: PlaybackStandOptions) {
  const footage = unwrap(await loadFootage(footageDir))
  const shown = demoCameras(16, footage.cameras, options.timeZone ?? 'Europe/Berlin')
  const { accounts, baseUrl, cameras, clock, keyOf } = await apiStand({
    nowMs: options.nowMs,
    requests: options.burst ?? 1_000,
    host: options.host,
    playback: {
      cameras: filmedCameras(shown, footage, footageDir),
      maxSessions: options.maxSessions ?? 10,
    },
    events: idleEventPart,
  })
  await accounts.saveOrganization(demoSite.orgId, demoSite.orgName)
  await cameras.replace(demoSite.orgId, shown)
  const key = await keyOf(demoSite.orgId)
  const get = (path: string) => ask(`${baseUrl}${path}`, { headers: bearer(key) })
  return { baseUrl, clock, get, key }
}
