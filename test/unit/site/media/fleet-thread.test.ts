import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FleetCamera } from '#site/media/camera-fleet.ts'
import { FleetThread } from '#site/media/fleet-thread.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const layer = { widthPx: 640, heightPx: 360, bitsPerSecond: 600_000, file: '/nowhere/at-all.h264' }
const camera: FleetCamera = {
  cameraId: 'cam-1',
  framesPerSecond: 15,
  layers: [layer],
}
const options = {
  // Nobody listens on the discard port of loopback.
  mediaServer: {
    url: 'ws://127.0.0.1:9',
    apiKey: 'site',
    apiSecret: 'secret of thirty-two characters or more',
  },
  random: () => 0.5,
}

describe('the publishing thread', () => {
  test('tells in a sentence that a clip is missing', async () => {
    const log = pino({ level: 'silent' })
    const created = await FleetThread.create({ ...options, cameras: [camera], log })
    expect(created.ok || created.error.code).toBe('clip_unreadable')
  })

  test('that ends before it begins is told, and not waited for', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const broken = { ...camera, layers: Object(null) }
    const created = await FleetThread.create({ ...options, cameras: [broken], log })
    expect(created.ok || created.error.code).toBe('start_failed')
    expect(lines.join('')).toContain('the publishing thread broke')
  })

  test('warns once of a media server that refuses again and again, and asks at once when it is back', async () => {
    const tried = Promise.withResolvers<void>()
    const triedAgain = Promise.withResolvers<void>()
    const levels: number[] = []
    const waitsMs: number[] = []
    const note = (line: string) => {
      const { level, retryInMs } = JSON.parse(line)
      if (retryInMs === undefined) return
      waitsMs.push(retryInMs)
      if (levels.push(level) === 4) tried.resolve()
      if (levels.length === 5) triedAgain.resolve()
    }
    const log = pino({ level: 'debug' }, { write: note })
    const file = fileURLToPath(new URL('../../../fixtures/h264/clock-128.h264', import.meta.url))
    const filmed = { ...camera, layers: [{ ...layer, file }] }
    const fleet = unwrap(await FleetThread.create({ ...options, cameras: [filmed], log }))
    onTestFinished(() => fleet.dispose())
    await tried.promise
    expect(levels).toEqual([40, 20, 20, 20])
    expect(waitsMs[3]).toBeGreaterThan(1_000)
    fleet.hurry()
    await triedAgain.promise
    expect(waitsMs[4]).toBeLessThan(300)
  })

  test('with no camera is ready, and ends when it is disposed', async () => {
    const log = pino({ level: 'silent' })
    const fleet = unwrap(await FleetThread.create({ ...options, cameras: [], log }))
    await fleet.allPublished()
    expect(await fleet.stats()).toEqual({ cameras: [], published: 0 })
    await fleet.dispose()
    expect(await fleet.stats()).toEqual({ cameras: [], published: 0 })
  })
})
