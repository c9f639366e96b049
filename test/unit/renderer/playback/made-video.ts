import { vi } from 'vitest'

/** An element of the page that seeks for as long as it is left to, and has all footage. Its frames are drawn by hand. */
export function makeVideo(element = document.createElement('video')) {
  let seconds = 0
  let draw: VideoFrameRequestCallback | undefined
  const video = Object.assign(element, {
    isSeeking: false,
    requestVideoFrameCallback: (run: VideoFrameRequestCallback) => ((draw = run), 1),
    cancelVideoFrameCallback: () => undefined,
    getVideoPlaybackQuality: () => ({ droppedVideoFrames: 0 }),
    play: () => Promise.resolve(),
    pause: () => undefined,
    load: () => undefined,
  })
  Object.defineProperties(video, {
    buffered: { value: { length: 1, start: () => 0, end: () => 3_600 } },
    seeking: { get: () => video.isSeeking },
    currentTime: {
      get: () => seconds,
      set: (to: number) => {
        seconds = to
        video.isSeeking = true
        video.dispatchEvent(new Event('seeking'))
      },
    },
  })
  /** A picture of that time of the player. */
  const frame = (mediaTime: number, presentationTime: number) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it has is all that is asked of it
    draw?.(0, { mediaTime, presentationTime } as VideoFrameCallbackMetadata)
  const arrive = () => {
    video.isSeeking = false
    video.dispatchEvent(new Event('seeked'))
  }
  return { video, frame, arrive, playTo: (to: number) => (seconds = to) }
}

/** From now on, in this test, each video of the page is what `make` makes of it. */
export function makeVideos(make: (element: HTMLVideoElement) => HTMLVideoElement): void {
  const create = document.createElement.bind(document)
  const made = (name: string) => (name === 'video' ? make(create('video')) : create(name))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for a video alone it has another answer
  vi.spyOn(document, 'createElement').mockImplementation(made as (name: string) => never)
}
