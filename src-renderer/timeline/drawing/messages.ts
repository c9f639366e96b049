import type { EventChunk } from '../columns/event-column.ts'
import type { EventLayer, EventsNear } from '../columns/lane-data.ts'
import type { AskedRange } from '../coverage-loader.ts'
import type { TimelineView } from '../view.ts'
import type { Theme } from './theme.ts'

/** Sizes of the picture, in CSS pixels. */
export interface PictureSize {
  readonly widthPx: number
  readonly heightPx: number
  readonly pixelRatio: number
  readonly laneHeightPx: number
  readonly axisHeightPx: number
  /** How far the lanes are scrolled. */
  readonly scrollPx: number
  /** CSS pixels for one of a page at 1080 lines. */
  readonly scale: number
}

/** From the page to the worker that draws. Arrays are moved, not copied. */
export type DrawingMessage =
  | ({ readonly type: 'start'; readonly canvas: OffscreenCanvas } & DrawingStart)
  | { readonly type: 'size'; readonly size: PictureSize }
  | { readonly type: 'view'; readonly view: TimelineView }
  | { readonly type: 'now'; readonly nowMs: number }
  | { readonly type: 'zone'; readonly timeZone: string }
  | { readonly type: 'lanes'; readonly laneIds: readonly string[]; readonly selectedId: string | undefined }
  | ({
      readonly type: 'coverage'
      readonly laneId: string
      readonly ranges: Float64Array | undefined
    } & AskedRange)
  | ({ readonly type: 'events'; readonly laneId: string } & EventBatch)
  | { readonly type: 'clear-events'; readonly layer: EventLayer }
  | {
      readonly type: 'hit'
      readonly requestId: number
      readonly laneId: string
      readonly atMs: number
      readonly reachMs: number
    }
  | { readonly type: 'figures' }

export interface DrawingStart {
  readonly theme: Theme
  readonly timeZone: string
  /** Of the page, for dates. */
  readonly locale: string
  readonly fontUrl: string
}

export interface EventBatch {
  /** Index into the theme's colours of events. */
  readonly typeId: number
  readonly layer: EventLayer
  readonly chunk: EventChunk
}

/** From the worker to the page. */
export type DrawingAnswer =
  | { readonly type: 'hit'; readonly requestId: number; readonly near: EventsNear | undefined }
  | { readonly type: 'figures'; readonly figures: DrawingFigures }

export interface DrawingFigures {
  /** Since the start. */
  readonly frames: number
  /** What the last ones took, newest last. */
  readonly durationsMs: readonly number[]
  /** All that has been asked is drawn. */
  readonly isResting: boolean
}
