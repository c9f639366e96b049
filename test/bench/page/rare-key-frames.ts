/** One coded picture, as it crosses from Node: its bytes in Annex B, base64. */
export interface CodedPicture {
  readonly isKeyFrame: boolean
  readonly base64: string
}

export interface RareKeyFrames {
  reencode(
    pictures: readonly CodedPicture[],
    size: { readonly width: number; readonly height: number; readonly bitrate: number },
    framesPerSecond: number,
    framesPerKeyFrame: number,
  ): Promise<string>
}

declare global {
  interface Window {
    rareKeyFrames: RareKeyFrames
  }
}

const codec = 'avc1.42E01F'
/** Pictures on their way through the coders at once; more would only hold memory. */
const MAX_WAITING = 8

window.rareKeyFrames = {
  /** The same pictures with a key frame less often, as many a camera sends them. Base64 of an Annex-B stream. */
  async reencode(pictures, { width, height, bitrate }, framesPerSecond, framesPerKeyFrame) {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        chunks.push(bytes)
      },
      error: (cause) => console.error(cause),
    })
    encoder.configure({
      codec,
      width,
      height,
      bitrate,
      framerate: framesPerSecond,
      latencyMode: 'quality',
      avc: { format: 'annexb' },
    })
    let encoded = 0
    const decoder = new VideoDecoder({
      output: (frame) => {
        encoder.encode(frame, { keyFrame: encoded % framesPerKeyFrame === 0 })
        encoded += 1
        frame.close()
      },
      error: (cause) => console.error(cause),
    })
    decoder.configure({ codec, optimizeForLatency: true })
    for (const [index, picture] of pictures.entries()) {
      while (decoder.decodeQueueSize + encoder.encodeQueueSize > MAX_WAITING) {
        await new Promise((resolve) => setTimeout(resolve))
      }
      const data = Uint8Array.from(atob(picture.base64), (letter) => letter.charCodeAt(0))
      const timestamp = Math.round((index * 1_000_000) / framesPerSecond)
      decoder.decode(new EncodedVideoChunk({ type: picture.isKeyFrame ? 'key' : 'delta', timestamp, data }))
    }
    await decoder.flush()
    await encoder.flush()
    const reader = new FileReader()
    reader.readAsDataURL(new Blob(chunks))
    await new Promise((resolve) => reader.addEventListener('load', resolve, { once: true }))
    return (typeof reader.result === 'string' ? reader.result : '').replace(/^[^,]*,/, '')
  },
}
