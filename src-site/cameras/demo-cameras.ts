import type { PlatformCamera } from '#contract/platform/cameras.ts'

type NamedCamera = Pick<PlatformCamera, 'number' | 'name' | 'group'>

/** `cam-01`, as rooms and requests name it. */
function demoCameraId(number: number): string {
  return `cam-${String(number).padStart(2, '0')}`
}

/** The demonstration's cameras: those that have footage, else as many plain names, so that the interface can run. */
export function demoCameras(
  count: number,
  filmed: readonly NamedCamera[] | undefined,
  timezone: string,
): PlatformCamera[] {
  const named = filmed ?? Array.from({ length: count }, (_, index) => plainCamera(index + 1))
  return named
    .slice(0, count)
    .map(({ number, name, group }) => ({ id: demoCameraId(number), name, number, group, timezone }))
}

function plainCamera(number: number): NamedCamera {
  return { number, name: `Camera ${number}`, group: 'Demo' }
}
