import { describe, expect, it, test } from 'vitest'
import { type Alarm, noAlarms } from '#contract/wall/alarms.ts'
import type { TileContent } from '#contract/wall/document.ts'
import { contextOfWall } from '#renderer/keyboard/context-of-wall.ts'
import { createPlaybackStore, type PlaybackState } from '#renderer/wall/playback-store.ts'
import { createSessionStore, type SessionState } from '#renderer/wall/session-store.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore, type WallStore } from '#renderer/wall/wall-store.ts'
import { camerasUpTo, connected } from '../fake-shell.ts'
import { salvoOf } from '../wall/salvo-of.ts'

/** Nine tiles that begin with these, and 23 cameras of which the last is listed no longer. */
function wallWith(...contents: readonly TileContent[]) {
  const wall = createWallStore({
    ...emptyDocument(9),
    tiles: contents.map((content) => ({ content, memory: [] })),
  })
  const cameras = camerasUpTo(23).map((one) => (one.number === 23 ? { ...one, unlistedSinceMs: 5 } : one))
  wall.actions.setCameras(cameras)
  return wall
}

function contextOf(
  wall = wallWith({ kind: 'empty' }),
  session: Partial<SessionState> = {},
  playback: Partial<PlaybackState> = {},
) {
  return contextOfWall(
    wall.getState(),
    createSessionStore({ connection: connected, ...session }).getState(),
    { ...createPlaybackStore().getState(), ...playback },
    false,
    () => undefined,
  )
}

const camera = (number: number): TileContent => ({ kind: 'camera', cameraId: `camera-${number}` })
/** A blank wall would be filled. */
const besideOne = (content: TileContent) => contextOf(wallWith(content, camera(7)))

describe('what the grammar knows of the wall', () => {
  it('is the window before the wall, and the first page before there is a connection', () => {
    expect(contextOf().mode).toBe('wall')
    expect(contextOf(undefined, { dialog: 'help' }).mode).toBe('dialog')
    expect(contextOf(undefined, { connection: { ...connected, source: 'none' } }).mode).toBe('page')
  })

  test.for<TileContent>([
    { kind: 'feed' },
    { kind: 'occupancy', reportId: 'report-1' },
    { kind: 'hotspot', scope: 'monitor' },
    { kind: 'sequence', steps: [{ cameraId: 'camera-3', dwellInMs: 5_000 }] },
    { kind: 'empty' },
    camera(3),
  ])('says what the selected tile shows: %j', (content) => {
    expect(besideOne(content).content).toBe(content.kind)
  })

  it('follows what is done to the selected tile', () => {
    const wall = wallWith(camera(1), camera(2))
    const is = () => {
      const { isLarge, isZoomed, hasEarlier, canUndo, canRedo, canLeaveSalvo } = contextOf(wall)
      return { isLarge, isZoomed, hasEarlier, canUndo, canRedo, canLeaveSalvo }
    }
    const nothing = {
      isLarge: false,
      isZoomed: false,
      hasEarlier: false,
      canUndo: false,
      canRedo: false,
      canLeaveSalvo: false,
    }
    expect(is()).toEqual(nothing)
    wall.actions.toggleLarge()
    wall.actions.setZoom(0, { scale: 2, x: 0.5, y: 0.5 })
    expect(is()).toEqual({ ...nothing, isLarge: true, isZoomed: true })
    wall.actions.leaveLarge()
    wall.actions.showCamera(0, 'camera-5')
    expect(is()).toEqual({ ...nothing, hasEarlier: true, canUndo: true })
    wall.actions.undo()
    expect(is()).toEqual({ ...nothing, canRedo: true })
    const { layout } = emptyDocument(4)
    wall.actions.recallSalvo({ number: 1, scope: 'monitor' }, { monitor: 1, layout, tiles: [camera(9)] })
    expect(is()).toMatchObject({ canLeaveSalvo: true })
    expect(contextOf(wall)).toMatchObject({ tileCount: 4, selected: 0 })
  })

  it.each([
    ['a change here', (wall: WallStore) => wall.actions.showCamera(0, 'camera-6'), undefined],
    ['undo', (wall: WallStore) => wall.actions.undo(), undefined],
    ['another selection', (wall: WallStore) => wall.actions.select(1), 2],
  ])('knows that the last entry was for another monitor, until %s', (_what, change, expected) => {
    const wall = wallWith(camera(1), camera(2))
    wall.actions.showCamera(0, 'camera-5')
    wall.actions.enteredOn(2)
    expect(contextOf(wall).enteredOn).toBe(2)
    change(wall)
    expect(contextOf(wall).enteredOn).toBe(expected)
  })

  it('tells a tile in the past from a wall with one', () => {
    const { isPlayback, isAnyPlayback } = contextOf()
    expect({ isPlayback, isAnyPlayback }).toEqual({ isPlayback: false, isAnyPlayback: false })
    expect(contextOf(undefined, {}, { tiles: [0] })).toMatchObject({ isPlayback: true, isAnyPlayback: true })
    expect(contextOf(undefined, {}, { tiles: [3] })).toMatchObject({ isPlayback: false, isAnyPlayback: true })
  })

  test.for([
    [{}, false],
    [{ startMs: 1 }, true],
    [{ endMs: 1 }, true],
  ])('has a range of export once an end is set: %j', ([range, hasRange]) => {
    expect(contextOf(undefined, {}, { range } as Partial<PlaybackState>).hasRange).toBe(hasRange)
  })

  it('counts a camera as visible only on a tile that is seen', () => {
    const wall = wallWith({ kind: 'empty' }, camera(2))
    expect(contextOf(wall).hasVisibleCamera).toBe(true)
    wall.actions.toggleLarge()
    expect(contextOf(wall).hasVisibleCamera).toBe(false)
  })

  it('counts alarms, and those that are snoozed', () => {
    const alarms = { ...noAlarms, alarms: [{}, { snoozedUntilMs: 9 }, {}] as Alarm[] }
    expect(contextOf(undefined, { alarms })).toMatchObject({ alarmCount: 3, snoozedAlarmCount: 1 })
  })

  it('knows cameras by number, by tile and by how their numbers begin', () => {
    const wall = wallWith(camera(4), { kind: 'empty' })
    wall.actions.showCamera(0, 'camera-6')
    const context = contextOf(wall)
    expect(context.cameraByNumber(12)?.id).toBe('camera-12')
    expect(context.cameraOf(0)?.number).toBe(6)
    expect(context.previousCameraOf(0)?.number).toBe(4)
    expect(context.cameraOf(1)).toBeUndefined()
    expect(context.cameraCount).toBe(22)
    // 20 to 23, and 2 itself is whole; 12 does not begin with it.
    expect(context.countBeginningWith('2')).toBe(4)
    expect(context.countBeginningWith('12')).toBe(0)
  })

  it('has words only for a salvo that there is', () => {
    const { settings } = createSessionStore().getState()
    const salvos = [salvoOf(5, { name: 'Night' })]
    const context = contextOf(undefined, { settings: { ...settings, salvos } })
    expect(context.salvoWords(5, 1)).toContain('Salvo 5: Night')
    expect(context.salvoWords(6, 1)).toBeUndefined()
  })
})
