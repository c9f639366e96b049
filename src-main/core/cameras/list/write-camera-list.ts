import type { ListedCamera } from '#contract/wall/camera-list.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/wall/csv-cell.ts'

/** As `readCameraList` reads it. */
export function writeCameraList(cameras: readonly ListedCamera[], format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify({ items: cameras }, undefined, 2)}\n`
  const lines = cameras.map(({ id, name, number, group, timeZone, clockOffsetMs }) =>
    csvLine([id, name, number, group, timeZone, clockOffsetMs]),
  )
  return [BYTE_ORDER_MARK, csvLine(['id', 'name', 'number', 'group', 'timezone', 'offsetMs']), ...lines].join(
    '',
  )
}
