/** A label begins at its tick and runs to the right. */
export interface PlacedLabel {
  readonly text: string
  readonly px: number
  readonly widthPx: number
  /** Begins a day (or month): it keeps its place before all others. */
  readonly isBorder: boolean
}

/** Leaves out what would come closer than the gap to a label that stands already; ascending. */
export function placeLabels(wanted: readonly PlacedLabel[], gapPx: number): PlacedLabel[] {
  const placed: PlacedLabel[] = []
  const isFree = (label: PlacedLabel) =>
    placed.every(
      (other) => label.px >= other.px + other.widthPx + gapPx || other.px >= label.px + label.widthPx + gapPx,
    )
  for (const label of wanted.toSorted(byRank)) if (isFree(label)) placed.push(label)
  return placed.sort((one, other) => one.px - other.px)
}

function byRank(one: PlacedLabel, other: PlacedLabel): number {
  return Number(other.isBorder) - Number(one.isBorder) || one.px - other.px
}
