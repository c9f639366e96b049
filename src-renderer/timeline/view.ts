import { timelineDefaults } from './defaults.ts'

/** What of time is seen: the instant (epoch milliseconds) in the middle, and how much of it a CSS pixel covers. */
export interface TimelineView {
  readonly centerMs: number
  readonly msPerPx: number
}

/** Instants between which the middle of a view stays. */
export interface ViewBounds {
  readonly fromMs: number
  readonly untilMs: number
}

export function pxOf(view: TimelineView, widthPx: number, atMs: number): number {
  return widthPx / 2 + (atMs - view.centerMs) / view.msPerPx
}

export function msAt(view: TimelineView, widthPx: number, px: number): number {
  return view.centerMs + (px - widthPx / 2) * view.msPerPx
}

/** Zooms out by `factor` (in, below 1); the instant under `px` stays there. */
export function zoomedAt(view: TimelineView, widthPx: number, px: number, factor: number): TimelineView {
  const { minMsPerPx, maxMsPerPx } = timelineDefaults.view
  const msPerPx = Math.min(maxMsPerPx, Math.max(minMsPerPx, view.msPerPx * factor))
  return { msPerPx, centerMs: msAt(view, widthPx, px) - (px - widthPx / 2) * msPerPx }
}

/** What lies `px` to the right comes to where the middle was. */
export function panned(view: TimelineView, px: number): TimelineView {
  return { ...view, centerMs: view.centerMs + px * view.msPerPx }
}

/** The view that shows an instant at this part of its width, 0 left … 1 right. */
export function viewWith(atMs: number, part: number, widthPx: number, msPerPx: number): TimelineView {
  return { msPerPx, centerMs: atMs + (0.5 - part) * widthPx * msPerPx }
}

export function within(view: TimelineView, { fromMs, untilMs }: ViewBounds): TimelineView {
  const centerMs = Math.min(untilMs, Math.max(fromMs, view.centerMs))
  return centerMs === view.centerMs ? view : { ...view, centerMs }
}
