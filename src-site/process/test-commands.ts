import type { MediaServerSight, TestDone, ToSite } from '#contract/process/launch.ts'
import { never } from '#contract/result.ts'
import type { MediaPart } from '../live-view/media-part.ts'

/** Does to the running site what a test asks for: faults that the world would otherwise have to bring about. */
export async function obeyTest(command: ToSite, media: MediaPart): Promise<TestDone> {
  const done: TestDone = { type: 'test-done', id: command.id }
  const { fleet, serverPid } = media
  switch (command.type) {
    case 'test-media':
      return { ...done, media: await sightOf(media) }
    case 'test-kill-media-server':
      if (serverPid === undefined) return { ...done, problem: 'No media server is running.' }
      process.kill(serverPid, 'SIGKILL')
      return done
    case 'test-freeze':
      fleet?.freeze(command.cameraId)
      break
    case 'test-resume':
      fleet?.resume(command.cameraId)
      break
    case 'test-stop':
      await fleet?.stop(command.cameraId)
      break
    case 'test-habits':
      fleet?.setHabits(command.cameraId, command.habits)
      break
    default:
      return never(command)
  }
  if (!fleet) return { ...done, problem: 'No camera is published.' }
  // Orders are carried out one after another: with this answer the one before has been.
  await fleet.stats()
  return done
}

async function sightOf(media: MediaPart): Promise<MediaServerSight> {
  const { state, serverPid } = media
  const publishing = await media.countPublishing()
  return serverPid === undefined ? { state, publishing } : { state, pid: serverPid, publishing }
}
