/** A label begins at its tick and runs to the right. */
export interface PlacedLabel {
  readonly text: string
  readonly px: number
  readonly widthPx: number
  /** Begins a day (or month): it keeps its place before all others. */
  readonly isBorder: boolean
}

/**
 * Leaves out what would come closer than the gap to a label that stands already: those of borders stand first, then
 * the others in their order. Ascending.
 */
export function placeLabels(wanted: readonly PlacedLabel[], gapPx: number): PlacedLabel[] {
  const placed: PlacedLabel[] = []
  const isFree = (label: PlacedLabel) =>
    placed.every(
      (other) => label.px >= other.px + other.widthPx + gapPx || other.px >= label.px + label.widthPx + gapPx,
    )
  for (const isBorder of [true, false]) {
    for (const label of wanted) if (label.isBorder === isBorder && isFree(label)) placed.push(label)
  }
  return placed.sort((one, other) => one.px - other.px)
}
