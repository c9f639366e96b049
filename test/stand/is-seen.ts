/** In the page: neither scrolled away nor covered. */
export function isSeen(element: Element): boolean {
  const { left, top, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 8, top + height / 2))
}
