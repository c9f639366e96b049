/** @module-tag long */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WallPage } from '#test/stand/wall-page.ts'
import { WallStand } from '#test/stand/wall-stand.ts'

let stand: WallStand
let wall: WallPage

/** A network in which only a relay would help, and there is none: signalling works, media finds no way. */
function closeTheWay(): void {
  const { RTCPeerConnection: Native } = globalThis
  Reflect.set(globalThis, 'isWayClosed', true)
  globalThis.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      const isClosed = Reflect.get(globalThis, 'isWayClosed') === true
      super(isClosed ? { ...configuration, iceTransportPolicy: 'relay' } : configuration)
    }

    override setConfiguration(configuration?: RTCConfiguration): void {
      const isClosed = Reflect.get(globalThis, 'isWayClosed') === true
      super.setConfiguration(isClosed ? { ...configuration, iceTransportPolicy: 'relay' } : configuration)
    }
  }
}

beforeAll(async () => {
  stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
  await stand.site.published(4)
  wall = await stand.open({ prepare: (context) => context.addInitScript(closeTheWay) })
})
afterAll(() => stand?.dispose())

it('shows cameras over HLS while WebRTC finds no way, says so, of a frozen one too, and goes back by itself', async () => {
  await wall.until('LATE', 4)
  for (const tile of [1, 2, 3, 4]) await wall.untilCamera(tile, tile)
  await wall
    .tile(1)
    .getByText(/^LATE · local HLS, about \d s behind$/)
    .waitFor()
  // What is said of the wall as a whole agrees with its tiles.
  const look = () =>
    wall.page.evaluate(() => ({
      states: [...document.querySelectorAll('[data-tile]')].map((tile) => tile.getAttribute('data-state')),
      isLabelled: document.body.textContent.includes('not live'),
    }))
  await expect.poll(look).toEqual({ states: ['LATE', 'LATE', 'LATE', 'LATE'], isLabelled: false })
  await stand.site.freeze('cam-03')
  await wall
    .tile(3)
    .getByText(/^STALE/)
    .waitFor()
  await stand.site.resume('cam-03')
  await wall
    .tile(3)
    .getByText(/^LATE · local HLS/)
    .waitFor()
  await wall.page.evaluate(() => Reflect.set(globalThis, 'isWayClosed', false))
  await wall.page.waitForFunction(() => !document.body.textContent.includes('local HLS'), undefined, {
    timeout: 60_000,
  })
  for (const tile of [1, 2, 3, 4]) await wall.untilCamera(tile, tile)
})
