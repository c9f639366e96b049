/** What a band says of the picture under it. */
export interface BandText {
  readonly time: string
  readonly day: string
  /** For whoever hears the page. */
  readonly spoken: string
}

export interface BandParts {
  readonly time: HTMLElement
  readonly day: HTMLElement
  readonly spoken: HTMLElement
}

/**
 * Writes the time of the shown picture before each frame of the screen, past React. Text that is the same is not
 * written again: it would be laid out again. Returns the function that stops.
 */
export function driveBand({ time, day, spoken }: BandParts, read: () => BandText): () => void {
  let request = 0
  function beat(): void {
    const text = read()
    write(time, text.time)
    write(day, text.day)
    write(spoken, text.spoken)
    request = requestAnimationFrame(beat)
  }
  beat()
  return () => cancelAnimationFrame(request)
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
