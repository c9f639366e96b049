/** Tiles of recorded footage, whoever plays them. */
export interface Tiles {
  /** Each with one video, and perhaps a picture that is held in front of it. */
  readonly elements: readonly HTMLElement[]
  /** Epoch milliseconds: that very instant. */
  seek(wallMs: number): void
  /** Epoch milliseconds, as often as a hand moves that has not let go. */
  drag(wallMs: number): void
  /** At 0 they stand. */
  run(rate: number): void
  /** Where an instant is on the time line of a tile's player; undefined while that is not known. */
  mediaSeconds(tile: number, wallMs: number): number | undefined
  /** The instant of a place on that time line. */
  wallMs(tile: number, mediaSeconds: number): number | undefined
  /** The window of footage that a tile plays; the same one while it does not move on. */
  windowOf(tile: number): string | undefined
  /** Whether it is its turn: who goes on filling buffers meanwhile would slow down the other. */
  setTurn(isTurn: boolean): void
}

/** Nine to a screen, as on a wall, however many there are. */
export function layOut(elements: readonly HTMLElement[]): void {
  Object.assign(document.body.style, {
    margin: '0',
    height: '100vh',
    background: '#000',
    display: 'grid',
    gap: '2px',
    gridTemplate: 'repeat(3, minmax(0, 1fr)) / repeat(3, minmax(0, 1fr))',
  })
  document.body.append(...elements)
}

export function videoOf(element: HTMLElement): HTMLVideoElement {
  const video = element.querySelector('video')
  if (video === null) throw new Error('a tile without a video')
  return video
}

/** Whether something else is in front of the video. */
export function isCovered(element: HTMLElement): boolean {
  return element.querySelector('canvas')?.style.visibility === 'visible'
}
