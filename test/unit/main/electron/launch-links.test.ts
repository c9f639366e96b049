import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { TileReport } from '#contract/wall/tile-report.ts'
import { claimLinks, followLaunchLinks, keepFirstLink } from '#main/electron/launch-links.ts'

const empty: TileReport = { tiles: [{ tile: 0, state: 'NO CAMERA' }] }
const up: TileReport = { tiles: [{ tile: 0, cameraId: 'door', state: 'CONNECTING' }] }

function stand({ argv = ['tessera'], link }: { argv?: readonly string[]; link?: string } = {}) {
  const app = new EventEmitter()
  const shown: string[] = []
  const reports = new EventEmitter()
  const stop = followLaunchLinks({
    app,
    wall: {
      show: (entry) => shown.push(entry),
      onReport(listener) {
        reports.on('report', listener)
        return () => reports.off('report', listener)
      },
    },
    argv,
    link,
    bringToFront: () => shown.push('front'),
  })
  return { app, shown, stop, report: (report: TileReport) => reports.emit('report', report) }
}

describe('followLaunchLinks', () => {
  it('does what the first start asks once there is a camera on the wall, and only then', () => {
    const { shown, report } = stand({ argv: ['tessera', 'show', '3.12'] })
    report(empty)
    expect(shown).toEqual([])
    report(up)
    report(up)
    expect(shown).toEqual(['3.12'])
  })

  it('prefers the link that macOS opened it with', () => {
    const { shown, report } = stand({ argv: ['tessera', 'show', '1'], link: 'tessera://show/2/5' })
    report(up)
    expect(shown).toEqual(['2/5'])
  })

  it('comes to the front for a second start and a link, and shows what these ask', () => {
    const { app, shown, stop } = stand()
    app.emit('second-instance', {}, ['tessera', 'show', '7'])
    app.emit('second-instance', {}, ['tessera'])
    app.emit('open-url', { preventDefault: () => shown.push('ours') }, 'tessera://show/8')
    expect(shown).toEqual(['front', '7', 'front', 'ours', 'front', '8'])
    stop()
    app.emit('second-instance', {}, ['tessera', 'show', '9'])
    expect(shown).toHaveLength(6)
  })

  it('leaves everything where it is for a start that only waits for its turn', () => {
    const { app, shown } = stand()
    app.emit('second-instance', {}, ['tessera', '--kiosk'], '/', { isWaiting: true })
    expect(shown).toEqual([])
    // One of another version, which says nothing of it.
    for (const notice of [undefined, null, { isWaiting: 'yes' }, { isWaiting: false }])
      app.emit('second-instance', {}, ['tessera', '--kiosk'], '/', notice)
    expect(shown).toEqual(['front', 'front', 'front', 'front'])
  })
})

describe('keepFirstLink', () => {
  it('keeps the last link from before the wall was there', () => {
    const app = new EventEmitter()
    const firstLink = keepFirstLink(app)
    app.emit('open-url', { preventDefault: () => undefined }, 'tessera://show/8')
    expect(firstLink()).toBe('tessera://show/8')
    expect(app.listenerCount('open-url')).toBe(0)
  })
})

describe('claimLinks', () => {
  it.each([
    { platform: 'win32', isPackaged: true, claimed: ['tessera'] },
    { platform: 'win32', isPackaged: false, claimed: [] },
    { platform: 'linux', isPackaged: true, claimed: [] },
    { platform: 'darwin', isPackaged: true, claimed: [] },
  ] as const)('$platform, packaged: $isPackaged', ({ platform, isPackaged, claimed }) => {
    const asked: string[] = []
    const setAsDefaultProtocolClient = (scheme: string) => asked.push(scheme) > 0
    claimLinks({ isPackaged, setAsDefaultProtocolClient }, platform)
    expect(asked).toEqual(claimed)
  })
})
