import { once } from 'node:events'
import { join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '#site/clock.ts'
import { loadFootage } from '#site/footage/manifest.ts'
import { annexB } from '#site/media/annexb.ts'
import { type Clip, readClip } from '#site/media/clip.ts'
import { Pacer } from '#site/media/pacer.ts'
import { muxFragment } from '#site/playback/fragment-muxer.ts'
import { portOf } from '#test/stand/loopback.ts'

/** Of the movie header that `muxFragment` writes. */
const ticksPerSecond = 57_600
const keySample = 0x02000000
const otherSample = 0x01010000

/** From the player: codecs that it knows. To it: what the stream is, as `MediaSource` has to be told. */
export interface MseMessage {
  readonly type: 'mse'
  readonly value: string
}

interface Camera {
  readonly clip: Clip
  readonly init: Buffer
  readonly codec: string
}

/**
 * Demo clips as fMP4 over WebSockets, one picture a message, as go2rtc sends a camera to Frigate's player: the codec as
 * JSON, the initialization segment, and fragments from the camera's next key frame on.
 */
export class MseStream {
  readonly #server: WebSocketServer
  readonly #pacer = new Pacer(systemClock)
  readonly #cameras: readonly Camera[]
  readonly #framesPerSecond: number

  private constructor(server: WebSocketServer, cameras: readonly Camera[], framesPerSecond: number) {
    this.#server = server
    this.#cameras = cameras
    this.#framesPerSecond = framesPerSecond
    server.on('connection', (socket, request) => {
      const camera = cameras[Number(request.url?.split('camera=')[1]) - 1]
      if (camera === undefined) socket.close()
      else socket.once('message', () => this.#play(socket, camera))
    })
  }

  /** The larger layer of so many cameras. */
  static async start(footageDir: string, count: number): Promise<MseStream> {
    const footage = await loadFootage(footageDir)
    if (!footage.ok) throw new Error(footage.error)
    const { cameras, framesPerSecond } = footage.value
    const ready = cameras.slice(0, count).map(async ({ layers: [layer] }) => {
      if (layer === undefined) throw new Error('a camera without a clip')
      const clip = await readClip(join(footageDir, layer.file))
      const first = clip.ok ? clip.value.units[0] : undefined
      if (!clip.ok || first === undefined) throw new Error(`no pictures in ${layer.file}`)
      const picture = { isKeyFrame: true, annexB: annexB(first.nals), timestamp: 0, duration: 1 }
      const { init, codec } = await muxFragment([picture], layer)
      return { clip: clip.value, init, codec }
    })
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    return new MseStream(server, await Promise.all(ready), framesPerSecond)
  }

  get urls(): readonly string[] {
    const port = portOf(this.#server)
    return this.#cameras.map((_, at) => `ws://127.0.0.1:${port}/?camera=${at + 1}`)
  }

  async dispose(): Promise<void> {
    this.#pacer.dispose()
    for (const socket of this.#server.clients) socket.terminate()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #play(socket: WebSocket, { clip, init, codec }: Camera): void {
    const message: MseMessage = { type: 'mse', value: `video/mp4; codecs="${codec}"` }
    socket.send(JSON.stringify(message))
    socket.send(init)
    const ticks = ticksPerSecond / this.#framesPerSecond
    let sent = 0
    const stop = this.#pacer.add({
      framesPerSecond: this.#framesPerSecond,
      // Spread over a frame, as cameras are.
      offsetMs: (this.#server.clients.size * 1_000) / this.#framesPerSecond / this.#cameras.length,
      tick: (frame) => {
        const unit = clip.units[frame % clip.units.length]
        if (unit === undefined || (sent === 0 && !unit.isKeyFrame)) return
        sent += 1
        socket.send(fragmentOf(unit.nals, unit.isKeyFrame, sent, ticks))
      },
    })
    socket.once('close', stop)
  }
}

const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const bytes = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(bytes), Buffer.from(name, 'latin1'), ...content])
}

/** A `moof` and its `mdat` with one picture (ISO/IEC 14496-12 §8.8). */
function fragmentOf(nals: readonly Buffer[], isKeyFrame: boolean, number: number, ticks: number): Buffer {
  const data = Buffer.concat(nals.flatMap((nal) => [u32(nal.length), nal]))
  const moof = (dataOffset: number) =>
    box(
      'moof',
      box('mfhd', u32(0, number)),
      box(
        'traf',
        // Offsets count from the beginning of the moof.
        box('tfhd', u32(0x020000, 1)),
        box('tfdt', u32(0, (number - 1) * ticks)),
        // One sample, with the offset of its data, duration, size and flags of its own.
        box('trun', u32(0x000701, 1, dataOffset, ticks, data.length, isKeyFrame ? keySample : otherSample)),
      ),
    )
  return Buffer.concat([moof(moof(0).length + 8), box('mdat', data)])
}
