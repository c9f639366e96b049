import type { EventsNear } from '../columns/lane-data.ts'
import type { AskedRange } from '../coverage-loader.ts'
import type { DrawingAnswer, DrawingFigures, DrawingMessage, DrawingStart, EventBatch } from './messages.ts'

export function openDrawingWorker(): Worker {
  return new Worker(new URL('./drawing-worker.ts', import.meta.url), { type: 'module', name: 'timeline' })
}

/** What moves no array, and is not answered. */
type PlainMessage = Extract<
  DrawingMessage,
  { readonly type: 'size' | 'view' | 'now' | 'zone' | 'lanes' | 'clear-events' }
>

/** The page's side of the worker that draws. */
export class DrawingClient {
  readonly #worker: Worker
  #hitRequests = 0
  #onHit: ((near: EventsNear | undefined) => void) | undefined
  readonly #waitingForFigures: ((figures: DrawingFigures) => void)[] = []

  constructor(worker: Worker, canvas: HTMLCanvasElement, start: DrawingStart) {
    this.#worker = worker
    worker.addEventListener('message', this.#onMessage)
    const offscreen = canvas.transferControlToOffscreen()
    this.#post({ type: 'start', canvas: offscreen, ...start }, [offscreen])
  }

  dispose(): void {
    this.#worker.removeEventListener('message', this.#onMessage)
    this.#worker.terminate()
  }

  post(message: PlainMessage): void {
    this.#post(message)
  }

  /** `ranges`: start and end in turn, ascending and apart; `undefined`: not known. The array is moved. */
  setCoverage(laneId: string, ranges: Float64Array<ArrayBuffer> | undefined, asked: AskedRange): void {
    this.#post({ type: 'coverage', laneId, ranges, ...asked }, ranges ? [ranges.buffer] : [])
  }

  /** Arrays are moved: they are empty afterwards. */
  addEvents(laneId: string, batch: EventBatch): void {
    const { startMs, rowIds } = batch.chunk
    this.#post({ type: 'events', laneId, ...batch }, [startMs.buffer, rowIds.buffer] as ArrayBuffer[])
  }

  /** Of several questions under way only the last one is answered. */
  askEventsNear(
    laneId: string,
    atMs: number,
    reachMs: number,
    onHit: (near: EventsNear | undefined) => void,
  ): void {
    this.#onHit = onHit
    this.#post({ type: 'hit', requestId: ++this.#hitRequests, laneId, atMs, reachMs })
  }

  /** Calls off the question under way. */
  forgetHit(): void {
    this.#onHit = undefined
  }

  figures(): Promise<DrawingFigures> {
    this.#post({ type: 'figures' })
    return new Promise((resolve) => this.#waitingForFigures.push(resolve))
  }

  readonly #onMessage = ({ data: answer }: MessageEvent<DrawingAnswer>): void => {
    switch (answer.type) {
      case 'hit':
        if (answer.requestId === this.#hitRequests) this.#onHit?.(answer.near)
        return
      case 'figures':
        this.#waitingForFigures.shift()?.(answer.figures)
    }
  }

  #post(message: DrawingMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }
}
