/**
 * What `contains`, `startsWith`, `eq` and `ne` of a text compare (assumption 21): neither case nor accents count.
 * The site searches by it, the wall tells by it which of the events that arrive belong to a search.
 */
export function foldText(text: string): string {
  // Lower case first: it turns some letters into a letter and a mark.
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
}
