import { EventEmitter } from 'node:events'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok } from '#contract/result.ts'
import { LaunchLink } from '#main/core/launch-link.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'

const site: EmbeddedSite = {
  type: 'embedded-site',
  baseUrl: 'http://127.0.0.1:1',
  liveViewUrl: 'ws://127.0.0.1:2',
  account: { email: 'a@b.example', password: 'p', orgId: 'o' },
}

function stage(connected = true) {
  const sent: unknown[] = []
  const sites: EmbeddedSite[] = []
  const events: string[] = []
  const parent = Object.assign(new EventEmitter(), {
    connected,
    send: (message: unknown) => sent.push(message),
  })
  const link = new LaunchLink({
    parent,
    onEmbeddedSite: (one) => sites.push(one),
    onDisconnect: () => events.push('disconnect'),
  })
  return { parent, link, sent, sites, events }
}

describe('LaunchLink', () => {
  it('takes a local site, and nothing that is none', () => {
    const { parent, sites } = stage()
    for (const message of [null, 'x', {}, { ...site, baseUrl: 7 }, { ...site, type: 'other' }, site]) {
      parent.emit('message', message)
    }
    expect(sites).toEqual([site])
  })

  it('takes nothing else from its launcher, and does not fall', () => {
    const member = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true })
    fc.assert(
      fc.property(
        fc.oneof(
          member,
          fc.record({
            type: fc.constant(site.type),
            baseUrl: member,
            liveViewUrl: fc.string(),
            account: member,
          }),
        ),
        (message) => {
          const { parent, sites } = stage()
          parent.emit('message', message)
          expect(sites).toEqual(sites.map(() => message))
          for (const { baseUrl } of sites) expect(URL.canParse(baseUrl)).toBe(true)
        },
      ),
      fuzzRuns,
    )
  })

  it('tells the tiles when they change, and not otherwise', () => {
    const { link, sent } = stage()
    const tile = { tile: 0, cameraId: 'a', state: 'LIVE' } as const
    link.reportTiles({ tiles: [tile, { tile: 1, state: 'NO CAMERA' }] })
    link.reportTiles({ tiles: [{ ...tile }, { tile: 1, state: 'NO CAMERA' }] })
    link.reportTiles({
      tiles: [
        { ...tile, state: 'STALE' },
        { tile: 1, state: 'NO CAMERA' },
      ],
    })
    expect(sent).toEqual([
      { type: 'tiles', wanted: 1, live: 1, states: { LIVE: 1, 'NO CAMERA': 1 } },
      { type: 'tiles', wanted: 1, live: 0, states: { STALE: 1, 'NO CAMERA': 1 } },
    ])
  })

  it('tells of a local site only that it could not be used', () => {
    const { link, sent } = stage()
    link.reportEmbedded(ok(undefined))
    link.reportEmbedded(fail(wallError('unreachable', 'Nobody there.')))
    expect(sent).toEqual([{ type: 'failed', sentence: 'Nobody there.', exitCode: 1 }])
  })

  it('tells nobody when there is nobody', () => {
    const { link, sent } = stage(false)
    link.send({ type: 'connected' })
    expect(sent).toEqual([])
    expect(link.hasLauncher).toBe(false)
  })

  it('hears no more after it has been disposed of', () => {
    const { parent, link, events } = stage()
    parent.emit('disconnect')
    link.dispose()
    parent.emit('disconnect')
    parent.emit('message', site)
    expect(events).toEqual(['disconnect'])
  })
})
