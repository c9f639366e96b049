import type { MseMessage } from './mse-stream.ts'

/**
 * The baseline: MSE over a WebSocket, as the player of Frigate does it. What is here is what that player does on
 * Chromium for a picture without sound: it asks with the codecs that it knows, appends what comes, keeps fifteen
 * seconds, and plays faster while more is buffered than usual.
 */
declare global {
  interface Window {
    mseUrls: string[]
  }
}

const codecs = ['avc1.640029', 'avc1.64002A', 'avc1.640033', 'hvc1.1.6.L153.B0', 'mp4a.40.2', 'opus']
const keptSeconds = 15
const bufferTimesKept = 10
const lateSeconds = 3

const columns = Math.ceil(Math.sqrt(window.mseUrls.length))
document.body.style.setProperty('--columns', String(columns))

for (const [index, url] of window.mseUrls.entries()) {
  const tile = document.createElement('div')
  tile.dataset['tile'] = String(index)
  const video = document.createElement('video')
  video.muted = true
  video.autoplay = true
  tile.append(video)
  document.body.append(tile)
  play(video, url)
}

function play(video: HTMLVideoElement, url: string): void {
  const source = new MediaSource()
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const opened = new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }))
  const begin = async () => {
    video.src = URL.createObjectURL(source)
    void video.play()
    await opened
    URL.revokeObjectURL(video.src)
    const known = codecs.filter((codec) => MediaSource.isTypeSupported(`video/mp4; codecs="${codec}"`))
    socket.send(JSON.stringify({ type: 'mse', value: known.join() } satisfies MseMessage))
  }
  socket.addEventListener('open', () => void begin())
  let append: ((data: ArrayBuffer) => void) | undefined
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') append?.(data)
    else append = appender(source, (JSON.parse(data) as MseMessage).value)
  })
  const bufferTimes: number[] = []
  video.addEventListener('progress', () => followLive(video, bufferTimes))
}

/** What comes while the buffer is busy is gathered and appended in one piece. */
function appender(source: MediaSource, type: string): (data: ArrayBuffer) => void {
  const buffer = source.addSourceBuffer(type)
  buffer.mode = 'segments'
  const gathered = new Uint8Array(2 * 1024 * 1024)
  let bytes = 0
  buffer.addEventListener('updateend', () => {
    // A message may have come between the end and this event.
    if (buffer.updating) return
    if (bytes > 0) {
      const data = gathered.slice(0, bytes)
      bytes = 0
      buffer.appendBuffer(data)
      return
    }
    if (buffer.buffered.length === 0) return
    const from = buffer.buffered.start(0)
    const until = buffer.buffered.end(buffer.buffered.length - 1) - keptSeconds
    if (until <= from) return
    buffer.remove(from, until)
    source.setLiveSeekableRange(until, until + keptSeconds)
  })
  return (data) => {
    if (!buffer.updating && bytes === 0) {
      buffer.appendBuffer(data)
      return
    }
    gathered.set(new Uint8Array(data), bytes)
    bytes += data.byteLength
  }
}

function followLive(video: HTMLVideoElement, bufferTimes: number[]): void {
  const { buffered, currentTime, playbackRate } = video
  const seconds = buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - currentTime
  if (playbackRate === 1 || seconds < lateSeconds) {
    if (bufferTimes.length === bufferTimesKept) bufferTimes.shift()
    bufferTimes.push(seconds)
  }
  const usual = (bufferTimes.reduce((sum, one) => sum + one, 0) / bufferTimes.length) * 1.5
  const isNearLive = (seconds <= usual && usual < lateSeconds) || seconds < lateSeconds
  video.playbackRate = isNearLive ? 1 : Math.min(2, 1 + 0.2 * Math.exp(0.5 * seconds - usual))
}
