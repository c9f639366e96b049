import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { ScreensMode } from '#contract/wall/monitors.ts'
import { keepScreensAwake } from '#main/electron/power.ts'

function stand(mode: ScreensMode) {
  const held = new Set<number>()
  let lastId = 0
  const events = new EventEmitter()
  const screens = {
    mode,
    stored: { displays: [] },
    choose: () => undefined,
    keep: () => undefined,
    onMode(listener: (mode: ScreensMode) => void) {
      events.on('mode', listener)
      return () => events.off('mode', listener)
    },
  }
  const stop = keepScreensAwake(
    {
      start() {
        held.add((lastId += 1))
        return lastId
      },
      stop: (id) => held.delete(id),
    },
    {
      screens,
      onReport(listener) {
        events.on('report', listener)
        return () => events.off('report', listener)
      },
    },
  )
  return {
    stop,
    isAwake: () => held.size > 0,
    count: () => held.size,
    show: (...cameras: (string | undefined)[]) =>
      events.emit('report', {
        tiles: cameras.map((cameraId, tile) =>
          cameraId === undefined ? { tile, state: 'NO CAMERA' } : { tile, cameraId, state: 'OFFLINE' },
        ),
      }),
    choose: (chosen: ScreensMode) => {
      screens.mode = chosen
      events.emit('mode', chosen)
    },
  }
}

describe('keepScreensAwake', () => {
  it("lets an operator's empty window sleep, and one with cameras not, be they there or not", () => {
    const { isAwake, show, count, stop } = stand('window')
    expect(isAwake()).toBe(false)
    show(undefined, 'door')
    show('gate', 'door')
    expect(count()).toBe(1)
    show(undefined, undefined)
    expect(isAwake()).toBe(false)
    show('gate')
    stop()
    expect(isAwake()).toBe(false)
  })

  it('keeps walls lit, whatever they show', () => {
    const { isAwake, show, choose } = stand('kiosk')
    expect(isAwake()).toBe(true)
    show(undefined)
    expect(isAwake()).toBe(true)
    choose('window')
    expect(isAwake()).toBe(false)
    choose('walls')
    expect(isAwake()).toBe(true)
  })
})
