import { decodeFrameCode } from '#tools/demo-footage/frame-code.ts'

export interface Presented {
  readonly fps: number
  /** Of the smaller picture, when the layer changed; 0 without one. */
  readonly widthPx: number
}

/**
 * Injected before any script of the page under test, wall and baseline alike, so that both are measured by
 * the same instrument: presented frames of visible video elements, and the camera number in their pixels.
 * Times are milliseconds of `performance.now()`: since the page began to load.
 */
export interface Probe {
  /** First presented frame of each visible video so far, in order of time. */
  firstFrames(): number[]
  /** First presented frame within this container. */
  firstFrameIn(container: string): number
  /** Begins to note every presented frame; costs a callback a frame. */
  trackFrames(): void
  /**
   * For each visible video of a WebRTC track the first of three frames within half a second, after this instant (epoch
   * ms), epoch ms; NaN while there is none. A track that ends makes the browser present its last frame once more.
   */
  firstFramesAfter(epochMs: number): number[]
  /** What is seen of each tile within `forMs`. */
  presented(forMs: number): Promise<Presented[]>
  /** Arms the stop-watch: the next `Enter` starts it, the first frame of that camera that nothing covers stops it. */
  armSwitch(container: string, cameraNumber: number): void
  /** Milliseconds from key to picture; rejects after ten seconds. */
  switched(): Promise<number>
}

declare global {
  interface Window {
    benchProbe: Probe
  }
}

const visible = (video: HTMLVideoElement) =>
  video.checkVisibility({ opacityProperty: true, visibilityProperty: true })
const videosIn = (container: ParentNode) => [...container.querySelectorAll('video')]

const levelOf = (video: HTMLVideoElement) => Number(getComputedStyle(video).zIndex) || 0
/** Of those that lie over each other in a tile. */
const topOf = (container: ParentNode) =>
  videosIn(container)
    .filter(visible)
    .toSorted((a, b) => levelOf(a) - levelOf(b))
    .at(-1)

const first = new Map<HTMLVideoElement, number>()
function watchFirstFrame(video: HTMLVideoElement) {
  if (first.has(video)) return
  first.set(video, Number.NaN)
  video.requestVideoFrameCallback((_now, frame) => first.set(video, frame.presentationTime))
}

/** Epoch milliseconds of the frames of the last minutes, only while `tracking`. */
const frames = new Map<HTMLVideoElement, number[]>()
let tracking = false
function track(video: HTMLVideoElement) {
  if (!tracking || frames.has(video)) return
  const times: number[] = []
  frames.set(video, times)
  const note: VideoFrameRequestCallback = (_now, frame) => {
    times.push(performance.timeOrigin + frame.presentationTime)
    if (times.length > 3_000) times.splice(0, 1_000)
    video.requestVideoFrameCallback(note)
  }
  video.requestVideoFrameCallback(note)
}
new MutationObserver(() => {
  for (const video of videosIn(document)) {
    watchFirstFrame(video)
    track(video)
  }
}).observe(document, {
  childList: true,
  subtree: true,
})

const strip = new OffscreenCanvas(1, 1)
const pen = strip.getContext('2d', { willReadFrequently: true })

/** The camera number in the pixels that this element shows now. Only the strip's surroundings are copied. */
function cameraIn(video: HTMLVideoElement): number | undefined {
  if (!pen || video.videoWidth === 0) return undefined
  strip.width = video.videoWidth
  strip.height = video.videoHeight
  pen.drawImage(video, 0, 0)
  const pixels = pen.getImageData(0, 0, strip.width, strip.height).data
  return decodeFrameCode(pixels, strip.width, strip.height)?.cameraNumber
}

function presentedFrames(video: HTMLVideoElement): Promise<number> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(Number.NaN), 2_000)
    video.requestVideoFrameCallback((_now, frame) => {
      clearTimeout(giveUp)
      resolve(frame.presentedFrames)
    })
  })
}

let running: Promise<number> = Promise.resolve(Number.NaN)

window.benchProbe = {
  firstFrames: () =>
    [...first]
      .filter(([video, at]) => visible(video) && !Number.isNaN(at))
      .map(([, at]) => at)
      .sort((a, b) => a - b),

  firstFrameIn: (container) =>
    Math.min(
      ...[...first]
        .filter(([video, at]) => video.closest(container) && !Number.isNaN(at))
        .map(([, at]) => at),
    ),

  trackFrames() {
    tracking = true
    for (const video of videosIn(document)) track(video)
  },
  firstFramesAfter: (epochMs) =>
    videosIn(document)
      // Local HLS plays through an outage.
      .filter((video) => video.srcObject !== null && visible(video))
      .map((video) => {
        const times = frames.get(video) ?? []
        const goesOn = (at: number, index: number) => (times[index + 2] ?? Number.NaN) - at < 500
        return times.find((at, index) => at > epochMs && goesOn(at, index)) ?? Number.NaN
      }),

  async presented(forMs) {
    const count = async (video: HTMLVideoElement | undefined): Promise<Presented> => {
      if (video === undefined) return { fps: 0, widthPx: 0 }
      const widthPx = video.videoWidth
      const startedAt = performance.now()
      const before = await presentedFrames(video)
      await new Promise((resolve) => setTimeout(resolve, forMs))
      const after = await presentedFrames(video)
      const frames = after - before
      return {
        fps: Number.isNaN(frames) ? 0 : (frames * 1000) / (performance.now() - startedAt),
        widthPx: Math.min(widthPx, video.videoWidth),
      }
    }
    return Promise.all([...document.querySelectorAll('[data-tile]')].map((tile) => count(topOf(tile))))
  },

  armSwitch(container, cameraNumber) {
    running = new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`camera ${cameraNumber} did not come`)), 10_000)
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Enter') return
        window.removeEventListener('keydown', onKey, true)
        const pressedAt = event.timeStamp
        let done = false
        const stop = (at: number) => {
          done = true
          clearTimeout(giveUp)
          resolve(at - pressedAt)
        }
        const within = document.querySelector(container) ?? document
        const before = topOf(within)
        const untilOnTop = (video: HTMLVideoElement, at: number) => {
          if (done) return
          // One that came to the top since is seen from now on, whatever was drawn of it before.
          if (topOf(within) === video) stop(video === before ? at : Math.max(at, performance.now()))
          else requestAnimationFrame((frameAt) => untilOnTop(video, frameAt))
        }
        const watched = new WeakSet<HTMLVideoElement>()
        const watch = (video: HTMLVideoElement) => {
          video.requestVideoFrameCallback((_now, frame) => {
            if (done) return
            if (cameraIn(video) === cameraNumber) untilOnTop(video, frame.presentationTime)
            else watch(video)
          })
        }
        const look = () => {
          if (done) return
          // One that has been drawn before comes to the top without a new frame; it is there when the next one is made.
          const top = topOf(within)
          if (top && top !== before && cameraIn(top) === cameraNumber) {
            requestAnimationFrame((frameAt) => stop(frameAt))
            return
          }
          for (const video of videosIn(within)) {
            if (!watched.has(video)) {
              watched.add(video)
              watch(video)
            }
          }
          requestAnimationFrame(look)
        }
        look()
      }
      window.addEventListener('keydown', onKey, true)
    })
    running.catch(() => undefined)
  },
  switched: () => running,
}
