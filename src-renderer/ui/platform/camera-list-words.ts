import type { CameraListReading } from '#contract/wall/camera-list.ts'

export function previewSentence({ count, problemCount, format }: CameraListReading): string {
  const cameras = `${count} ${count === 1 ? 'camera' : 'cameras'} can be taken`
  if (problemCount === 0) return `${cameras}.`
  const noun = format === 'csv' ? ['line', 'lines'] : ['entry', 'entries']
  return `${cameras}, ${problemCount} ${problemCount === 1 ? noun[0] : noun[1]} cannot and would be left out.`
}

export function unknownSentence({ unknown, format }: CameraListReading): string {
  const noun = format === 'csv' ? 'column' : 'member'
  const names = unknown.map((name) => `“${name}”`).join(', ')
  return `Not used: the ${noun}${unknown.length === 1 ? '' : 's'} ${names}.`
}
