import type { MediaServerSight, TestDone, ToSite } from '#contract/process/launch.ts'
import { never } from '#contract/result.ts'
import type { MediaPart } from '../live-view/media-part.ts'

/** Does to the running site what a test asks for: faults that the world would otherwise have to bring about. */
export async function obeyTest(command: ToSite, media: MediaPart): Promise<TestDone> {
  const done: TestDone = { type: 'test-done', id: command.id }
  const { fleet } = media
  switch (command.type) {
    case 'test-kill-media-server':
      if (media.serverPid === undefined) return { ...done, problem: 'No media server is running.' }
      process.kill(media.serverPid, 'SIGKILL')
      return done
    case 'test-media':
      return { ...done, media: await sight(media) }
    case 'test-freeze':
    case 'test-resume':
    case 'test-stop':
    case 'test-ignore-pli':
      if (!fleet) return { ...done, problem: 'No camera is published.' }
      break
    default:
      return never(command)
  }
  switch (command.type) {
    case 'test-freeze':
      fleet.freeze(command.cameraId)
      return done
    case 'test-resume':
      fleet.resume(command.cameraId)
      return done
    case 'test-stop':
      await fleet.stop(command.cameraId)
      return done
    case 'test-ignore-pli':
      return { ...done, problem: 'not yet' }
    default:
      return never(command)
  }
}

async function sight(media: MediaPart): Promise<MediaServerSight> {
  const { state, serverPid } = media
  const publishing = await media.countPublishing()
  return serverPid === undefined ? { state, publishing } : { state, pid: serverPid, publishing }
}
