/// <reference types="vite/client" />
import { Timeline } from 'vis-timeline/standalone'
import styles from 'vis-timeline/styles/vis-timeline-graph2d.min.css?inline'
import { drive, type Driven } from '../../page/timeline-drive.ts'

const dayMs = 86_400_000

/** The same view over so many items in 36 groups: points that do not stack, its cheapest kind. */
async function driveVisTimeline(count: number, durationMs: number): Promise<Driven> {
  const nowMs = Date.now()
  document.body.replaceChildren()
  document.body.appendChild(document.createElement('style')).textContent = styles
  const parent = document.body.appendChild(document.createElement('div'))
  const items = Array.from({ length: count }, (_, id) => ({
    id,
    content: '',
    group: id % 36,
    start: nowMs - ((id * 7_919) % count) * ((30 * dayMs) / count),
    type: 'point',
  }))
  const groups = Array.from({ length: 36 }, (_, id) => ({ id, content: String(id + 1) }))
  const timeline = new Timeline(parent, items, groups, {
    stack: false,
    height: '248px',
    start: nowMs - 30 * dayMs,
    end: nowMs,
  })
  await new Promise((done) => setTimeout(done, 500))
  const driven = await drive(durationMs, nowMs, (fromMs, untilMs) =>
    timeline.setWindow(fromMs, untilMs, { animation: false }),
  )
  timeline.destroy()
  return driven
}

Object.assign(globalThis, { driveVisTimeline })
