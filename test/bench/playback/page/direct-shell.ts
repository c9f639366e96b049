import { ok } from '#contract/result.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { windowAround } from '../window.ts'

/** A shell whose footage comes straight from the platform: cameras are called by the addresses of their manifests. */
export function directShell(shell: WallShell): Pick<WallShell, 'call'> {
  const call = async (name: string, input: unknown) => {
    if (name === 'playback.hold') return ok(undefined)
    if (name !== 'playback.open') return shell.call(name as 'playback.open', input as never)
    const { cameraId, atMs } = input as { cameraId: string; atMs: number }
    return ok({ playbackId: cameraId, manifest: cameraId, ...windowAround(atMs) })
  }
  return { call: call as WallShell['call'] }
}
