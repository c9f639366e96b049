import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe } from 'vitest'
import type { FleetCamera } from '#site/media/camera-fleet.ts'
import {
  MediaServer,
  type MediaServerOptions,
  type MediaServerState,
  type RunningMediaServer,
} from '#site/media/media-server.ts'
import { livekitServer } from '../start-site.ts'
import { unwrap } from '#test/stand/unwrap.ts'

export const livekitBinary = livekitServer()

const answer = spawnSync(livekitBinary, ['--version'], { encoding: 'utf8' })
const isMissing = answer.status !== 0
if (isMissing) {
  console.warn(`No LiveKit server at ${livekitBinary} (name one in LIVEKIT_SERVER): its tests are skipped.`)
}

/** A group of tests that need the real media server: skipped, with a sentence, where it cannot be had. */
export const describeWithLivekit = describe.skipIf(isMissing)

/** A media server of one test, in a folder of its own, with all it said and every state it told. */
export class LivekitStand {
  readonly dataDir: string
  readonly access = { apiKey: 'site', apiSecret: randomBytes(24).toString('base64url') }
  readonly states: MediaServerState[] = []
  readonly logLines: string[] = []
  readonly log = pino({ level: 'debug' }, { write: (line: string) => void this.logLines.push(line) })
  readonly server: MediaServer
  readonly #stateWaiters = new Set<() => void>()

  static async create(options: Partial<MediaServerOptions> = {}): Promise<LivekitStand> {
    return new LivekitStand(await mkdtemp(join(tmpdir(), 'tessera-media-')), options)
  }

  private constructor(dataDir: string, options: Partial<MediaServerOptions>) {
    this.dataDir = dataDir
    this.server = new MediaServer({
      binary: livekitBinary,
      dataDir,
      ...this.access,
      log: this.log,
      random: () => 0.5,
      onState: (state) => {
        this.states.push(state)
        for (const look of this.#stateWaiters) look()
      },
      ...options,
    })
  }

  async start(): Promise<RunningMediaServer> {
    return unwrap(await this.server.start())
  }

  /** Resolves at the next change into `state`. */
  next(state: MediaServerState): Promise<void> {
    const seen = this.states.length
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.states.slice(seen).includes(state)) return
        this.#stateWaiters.delete(look)
        resolve()
      }
      this.#stateWaiters.add(look)
    })
  }

  /** A crash, as the operating system would make it. */
  kill(): void {
    if (this.server.pid === undefined) throw new Error('no media server runs')
    process.kill(this.server.pid, 'SIGKILL')
  }

  async dispose(): Promise<void> {
    await this.server.dispose()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

/** A camera of 16 kB: two layers, a loop of 2 s, whose upper half tells the number of the picture. */
export function fixtureCamera(cameraId: string, framesPerSecond = 15): FleetCamera {
  const layers = [
    { widthPx: 128, heightPx: 72, bitsPerSecond: 20_000 },
    { widthPx: 256, heightPx: 144, bitsPerSecond: 45_000 },
  ].map((layer) => ({
    ...layer,
    file: fileURLToPath(new URL(`../../fixtures/h264/clock-${layer.widthPx}.h264`, import.meta.url)),
  }))
  return { cameraId, framesPerSecond, layers }
}
