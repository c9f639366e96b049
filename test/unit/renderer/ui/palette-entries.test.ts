import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PaletteOptions, rankEntries } from '#renderer/ui/palette-entries.ts'
import { camerasUpTo } from '../fake-shell.ts'
import { salvoOf } from '../wall/salvo-of.ts'
import { paletteOf } from './palette-of.ts'

const entries = paletteOf()
const found = (query: string) => rankEntries(entries, query)

const offeredUpdate = (updates: PaletteOptions['updates']) =>
  paletteOf({ updates }).find(({ id }) => id === 'update')?.command?.kind

describe('the palette', () => {
  it('finds a camera that has left the list, and says that it has', () => {
    const cameras = camerasUpTo(8).map((camera) =>
      camera.number === 7 ? { ...camera, unlistedSinceMs: 5 } : camera,
    )
    const [entry] = rankEntries(paletteOf({ cameras }), '7')
    expect(entry).toMatchObject({ number: 7, words: 'Turnstile', detail: 'Ground floor · not listed' })
  })

  it('puts a camera into the selected tile', () => {
    expect(found('turnstile')[0]?.command).toEqual({ kind: 'show-camera', tile: 4, cameraId: 'camera-7' })
  })

  it('takes a number for the camera that has it, before all that contain it', () => {
    expect(found('3')[0]?.number).toBe(3)
    expect(found('12')[0]?.number).toBe(12)
  })

  it('finds by a few letters, and leaves out what only shares letters with them', () => {
    const names = found('ldk').map(({ words }) => words)
    expect(names[0]).toBe('Loading dock')
    expect(names).not.toContain('Till 1')
  })

  it('recalls a salvo by its name, and saves under the first free number', () => {
    const all = paletteOf({ salvos: [salvoOf(1, { name: 'Night', scope: 'all' })] })
    expect(rankEntries(all, 'night')[0]).toMatchObject({
      words: 'Salvo 1: Night',
      detail: 'all monitors',
      command: { kind: 'recall-salvo', number: 1 },
    })
    expect(rankEntries(all, 'as salvo')[0]?.words).toBe('Save what is shown as salvo 2')
  })

  it('finds layouts and actions', () => {
    expect(found('16 tiles').map(({ command }) => command)).toContainEqual({ kind: 'set-layout', layout: 16 })
    expect(found('full screen').map(({ command }) => command)).toContainEqual({ kind: 'toggle-full-screen' })
  })

  it('does not offer itself, nor keys that only mean something while typing', () => {
    expect(entries.map(({ id }) => id)).not.toContain('action palette')
    expect(entries.map(({ id }) => id)).not.toContain('action confirm')
  })

  it('makes no more rows than one reads, however large the site', () => {
    expect(rankEntries(paletteOf({ cameras: camerasUpTo(2_000) }), '').length).toBeLessThan(120)
  })

  it('sends the selected camera to another monitor', () => {
    const monitors = [{ number: 2, kind: 'wall' as const, label: 'DP-1' }]
    const [first] = rankEntries(paletteOf({ monitors }), 'monitor 2')
    expect(first).toMatchObject({
      words: 'Monitor 2: also show 7 Turnstile',
      detail: 'DP-1',
      command: { kind: 'enter-on-monitor', monitor: 2, entry: '7' },
    })
  })

  it('offers the use of the displays only where the settings decide it', () => {
    expect(found('screens').filter(({ group }) => group === 'Monitors')).toEqual([])
    const choosable = paletteOf({ screens: 'walls' }).filter(({ id }) => id.startsWith('screens'))
    expect(choosable.map(({ command }) => command)).toEqual(
      ['window', 'walls', 'kiosk'].map((mode) => ({ kind: 'choose-screens', mode })),
    )
    expect(choosable.map(({ detail }) => detail)).toEqual([undefined, 'now', undefined])
  })

  it('takes any query', () => {
    fc.assert(fc.property(fc.string(), (query) => Array.isArray(found(query))))
  })

  it('offers to install an update that is ready, to look for one where this installation updates itself, else neither', () => {
    expect(offeredUpdate({ state: 'ready', version: '0.2.0' })).toBe('install-update')
    expect(offeredUpdate({ state: 'none' })).toBe('check-updates')
    expect(offeredUpdate({ state: 'loading', version: '0.2.0' })).toBeUndefined()
    expect(offeredUpdate({ state: 'elsewhere', by: 'package-manager' })).toBeUndefined()
  })
})
