import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A sentence when this machine has no ffmpeg; tests are then skipped with it. */
export function whyNoFfmpeg(): string | undefined {
  const found =
    spawnSync('ffmpeg', ['-version']).status === 0 && spawnSync('ffprobe', ['-version']).status === 0
  return found ? undefined : 'There is no ffmpeg here; set-up installs it where it may.'
}

/** Decodes all of a manifest's first variant. What ffmpeg says at this level, and the pictures it decoded. */
export async function playWithFfmpeg(
  url: string,
  level: 'warning' | 'error',
  options: readonly string[] = [],
): Promise<{ messages: string; frames: number }> {
  const flags = [
    '-hide_banner',
    '-nostdin',
    '-nostats',
    '-v',
    level,
    '-progress',
    'pipe:1',
    ...options,
    '-i',
    url,
  ]
  const { stdout, stderr } = await run('ffmpeg', [
    ...flags,
    // Ticks of the footage and not of its picture rate: a camera's pictures do not come to the tick.
    ...'-map 0:v:0 -enc_time_base -1 -fps_mode passthrough -f null -'.split(' '),
  ])
  return {
    messages: stderr,
    frames: Number(
      stdout
        .match(/frame=(\d+)/g)
        ?.at(-1)
        ?.slice(6) ?? 0,
    ),
  }
}

/** Packets of each stream, counted by ffprobe; what it complains about makes it fail. */
export async function countPackets(source: string): Promise<number[]> {
  const flags = '-v error -count_packets -show_entries stream=nb_read_packets -of json'.split(' ')
  const { stdout, stderr } = await run('ffprobe', [...flags, source])
  if (stderr !== '') throw new Error(stderr)
  const { streams } = JSON.parse(stdout) as { streams: { nb_read_packets: string }[] }
  return streams.map(({ nb_read_packets }) => Number(nb_read_packets))
}
