import { setLocale } from '../../language/locale.ts'
import { loadTemporal } from '../axis/temporal.ts'
import { fontFamily } from './axis-painter.ts'
import { TimelineRenderer } from './timeline-renderer.ts'
import type { DrawingAnswer, DrawingMessage } from './messages.ts'

/** The page's types are DOM's; this is what a worker has of its own. */
interface WorkerScope {
  readonly fonts: FontFaceSet
  addEventListener(type: 'message', take: (event: MessageEvent<DrawingMessage>) => void): void
  postMessage(answer: DrawingAnswer, transfer: Transferable[]): void
  requestAnimationFrame(draw: () => void): number
}

const scope = self as unknown as WorkerScope
let renderer: TimelineRenderer | undefined
/** Messages are taken in their order, also those that come while Temporal is being loaded. */
let taken: Promise<void> = Promise.resolve()

async function take(message: DrawingMessage): Promise<void> {
  if (message.type !== 'start') return renderer?.take(message)
  const { canvas, theme, timeZone, fontUrl } = message
  setLocale(message.locale)
  // Before the first line is drawn: a canvas goes on using what a name meant when it was set first.
  await loadFont(fontUrl)
  renderer = new TimelineRenderer(canvas, theme, timeZone, {
    temporal: await loadTemporal(),
    post: (answer) => scope.postMessage(answer, []),
    requestFrame: (draw) => scope.requestAnimationFrame(draw),
    nowMs: () => performance.now(),
  })
}

/** Without it the axis is written in a font of the system. */
async function loadFont(url: string): Promise<void> {
  const font = new FontFace(fontFamily, `url(${url})`, { weight: '100 900' })
  scope.fonts.add(font)
  await font.load().catch(() => undefined)
}

scope.addEventListener('message', ({ data }) => {
  taken = taken.then(() => take(data))
})
