/** The video goes on meanwhile: a frame is one picture and its own time. To be closed by whoever asked. */
export function frameOf(video: HTMLVideoElement): VideoFrame | undefined {
  try {
    return new VideoFrame(video)
  } catch {
    // It has none; nothing that can be asked before tells so for certain.
    return undefined
  }
}
