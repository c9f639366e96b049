import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WallError, wallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import { LaunchLink } from '#main/core/launch-link.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'

const site: EmbeddedSite = {
  type: 'embedded-site',
  baseUrl: 'http://127.0.0.1:1',
  liveViewUrl: 'ws://127.0.0.1:2',
  account: { email: 'a@b.example', password: 'p', orgId: 'o' },
}

function stage(connected = true, embedded: Result<undefined, WallError> = ok(undefined)) {
  const sent: unknown[] = []
  const sites: EmbeddedSite[] = []
  const events: string[] = []
  const parent = Object.assign(new EventEmitter(), {
    connected,
    send: (message: unknown) => sent.push(message),
  })
  const reports = new Set<(report: TileReport) => void>()
  const link = new LaunchLink({
    parent,
    wall: {
      async embed(one) {
        sites.push(one)
        return embedded
      },
      onReport(listener) {
        reports.add(listener)
        return () => reports.delete(listener)
      },
    },
    onDisconnect: () => events.push('disconnect'),
  })
  const report = (...tiles: TileReport['tiles']) => {
    for (const listener of reports) listener({ tiles })
  }
  return { parent, link, sent, sites, events, report }
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
    const { report, sent } = stage()
    const tile = { tile: 0, cameraId: 'a', state: 'LIVE' } as const
    report(tile, { tile: 1, state: 'NO CAMERA' })
    report({ ...tile }, { tile: 1, state: 'NO CAMERA' })
    report({ ...tile, state: 'STALE' }, { tile: 1, state: 'NO CAMERA' })
    expect(sent).toEqual([
      { type: 'tiles', wanted: 1, live: 1, states: { LIVE: 1, 'NO CAMERA': 1 } },
      { type: 'tiles', wanted: 1, live: 0, states: { STALE: 1, 'NO CAMERA': 1 } },
    ])
  })

  it.each<[Result<undefined, WallError>, unknown[]]>([
    [ok(undefined), []],
    [
      fail(wallError('unreachable', 'Nobody there.')),
      [{ type: 'failed', sentence: 'Nobody there.', exitCode: 1 }],
    ],
  ])('tells of a local site only that it could not be used', async (embedded, told) => {
    const { parent, sent } = stage(true, embedded)
    parent.emit('message', site)
    await setImmediate()
    expect(sent).toEqual(told)
  })

  it('tells nobody when there is nobody', () => {
    const { link, sent } = stage(false)
    link.send({ type: 'connected' })
    expect(sent).toEqual([])
    expect(link.hasLauncher).toBe(false)
  })

  it('hears no more after it has been disposed of', () => {
    const { parent, link, events, sites, sent, report } = stage()
    parent.emit('disconnect')
    link.dispose()
    parent.emit('disconnect')
    parent.emit('message', site)
    report({ tile: 0, state: 'NO CAMERA' })
    expect([events, sites, sent]).toEqual([['disconnect'], [], []])
  })
})
