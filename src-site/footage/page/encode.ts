import { footageDefaults, type FootageLayer, framesPerLoop } from '../footage-defaults.ts'
import type { Filming } from './filming.ts'

export interface EncodedLayer {
  readonly widthPx: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Enough to keep the encoder's thread busy, few enough not to fill the memory with raw pictures. */
const maxWaitingFrames = 6
const frameDurationUs = 1_000_000 / footageDefaults.framesPerSecond

/** Draws every frame once and encodes it in all layers at the same time. */
export async function encodeCamera(filming: Filming): Promise<EncodedLayer[]> {
  const encoders = footageDefaults.layers.map((layer) => new LayerEncoder(layer))
  for (let frameIndex = 0; frameIndex < framesPerLoop; frameIndex += 1) {
    filming.draw(frameIndex)
    for (const encoder of encoders) {
      await encoder.add(filming.layer(encoder.layer.widthPx), frameIndex)
    }
  }
  const encoded: EncodedLayer[] = []
  for (const encoder of encoders) {
    encoded.push({ widthPx: encoder.layer.widthPx, bytes: await encoder.finish() })
  }
  return encoded
}

class LayerEncoder {
  readonly layer: FootageLayer
  private readonly encoder: VideoEncoder
  private readonly chunks: Uint8Array[] = []
  private failure: DOMException | undefined

  constructor(layer: FootageLayer) {
    this.layer = layer
    this.encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        this.chunks.push(bytes)
      },
      error: (error) => {
        this.failure = error
      },
    })
    this.encoder.configure({
      codec: footageDefaults.codec,
      width: layer.widthPx,
      height: layer.heightPx,
      bitrate: layer.bitsPerSecond,
      framerate: footageDefaults.framesPerSecond,
      // "realtime" may drop frames, and a dropped frame breaks the phase of the loop.
      latencyMode: 'quality',
      avc: { format: 'annexb' },
    })
  }

  async add(picture: OffscreenCanvas, frameIndex: number): Promise<void> {
    while (this.encoder.encodeQueueSize > maxWaitingFrames && this.failure === undefined) {
      await new Promise((resolve) => this.encoder.addEventListener('dequeue', resolve, { once: true }))
    }
    if (this.failure !== undefined) {
      throw this.failure
    }
    const frame = new VideoFrame(picture, {
      timestamp: Math.round(frameIndex * frameDurationUs),
      duration: Math.round(frameDurationUs),
    })
    this.encoder.encode(frame, { keyFrame: frameIndex % footageDefaults.framesPerKeyFrame === 0 })
    frame.close()
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    await this.encoder.flush()
    this.encoder.close()
    const bytes = new Uint8Array(this.chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let at = 0
    for (const chunk of this.chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  }
}
