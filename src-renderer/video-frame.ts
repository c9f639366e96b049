/** As the style of what shows a picture over all of a tile. */
export const overTile = {
  position: 'absolute',
  inset: '0',
  width: '100%',
  height: '100%',
  objectFit: 'var(--picture-fit, contain)',
}

/** Silent, also because a change of speed would be heard. */
export function newVideo(): HTMLVideoElement {
  const look = { muted: true, playsInline: true, disablePictureInPicture: true }
  return Object.assign(document.createElement('video'), look)
}

/** The video goes on meanwhile: a frame is one picture and its own time. To be closed by whoever asked. */
export function frameOf(video: HTMLVideoElement): VideoFrame | undefined {
  try {
    return new VideoFrame(video)
  } catch {
    // It has none; nothing that can be asked before tells so for certain.
    return undefined
  }
}
