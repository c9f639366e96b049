/** The page's tokens, as a canvas takes them. */
export interface PlotTheme {
  readonly panel: string
  readonly text: string
  readonly textDim: string
  readonly line: string
  readonly lineStrong: string
  readonly average: string
  readonly attention: string
  /** Font size of the page's root, CSS pixels: a curve grows with the screen like everything else. */
  readonly fontPx: number
  readonly font: string
}

export function plotThemeOf(element: Element): PlotTheme {
  const styles = getComputedStyle(element)
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  return {
    panel: token('panel'),
    text: token('text'),
    textDim: token('text-dim'),
    line: token('line'),
    lineStrong: token('line-strong'),
    average: token('event-1'),
    attention: token('attention'),
    fontPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    font: token('font'),
  }
}
