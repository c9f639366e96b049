/** The page's tokens, as a canvas takes them. */
export type PlotTheme = ReturnType<typeof plotThemeOf>

export function plotThemeOf(element: Element) {
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
    /** Font size of the page's root, CSS pixels: a curve grows with the screen like everything else. */
    fontPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    font: token('font'),
  }
}
