import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { ok } from '#contract/result.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { freeSalvoNumber, MAX_SALVOS, noSharedSalvos, type Salvo } from '#contract/wall/salvo.ts'
import { type Keymap as KeymapSetting, wallSettingsSchema } from '#contract/wall/settings.ts'
import { publishSelection } from '#renderer/wall/hotspots.ts'
import { buildKeymap, keyHint } from '#renderer/keyboard/keymap.ts'
import { salvoWords, unlistedOf } from '#renderer/wall/salvo-words.ts'
import { patternWords, salvoPattern } from '#renderer/wall/salvo-times.ts'
import { Salvos, salvoWallOf } from '#renderer/wall/salvos.ts'
import { createPlaybackStore } from '#renderer/wall/playback-store.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { cameraIdOf, emptyDocument } from '#renderer/wall/wall-document.ts'
import { ACT_LOOK_IN_MS, ACT_WORDS_FOR_MS, HOTSPOT_STAY_IN_MS, UNDO_STEPS } from '#renderer/wall/defaults.ts'
import { wallActsOf } from '#renderer/wall/wall-acts.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'

const camera = (number: number) => ({ kind: 'camera' as const, cameraId: `camera-${number}` })
const monitors = [1, 2].map((number) => ({ number, kind: 'wall' as const, label: '' }))

function salvoWith(change: Partial<Salvo> = {}): Salvo {
  const walls = [{ monitor: 1, layout: layoutOf(4), tiles: [11, 12, 13, 14].map(camera) }]
  return { version: 1, number: 5, name: 'Night', scope: 'monitor', walls, ...change }
}
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => salvoWith({ number: from + at }))
const fileOf = (own: readonly Salvo[], shared: readonly Salvo[]) =>
  JSON.stringify({ format: 'tessera-salvos', version: 1, salvos: own, shared })
const secondWall = { monitor: 2, layout: layoutOf(1), tiles: [camera(16)] }
const ofAll = salvoWith({ scope: 'all', walls: [...salvoWith().walls, secondWall] })

function open(salvos: readonly Salvo[] = [], monitor = 1) {
  const settings = { ...wallSettingsSchema.parse({}), salvos: [...salvos] }
  const clock = new FakeClock()
  const session = createSessionStore({ settings, monitor, monitors }, clock)
  const wall = createWallStore(emptyDocument(9), camerasUpTo(16))
  const shell = new FakeShell({
    'salvos.walls': () => ok([{ ...secondWall, monitor: 1 }, secondWall]),
  })
  /** What the wall showed when all tiles went live. */
  const wentLive: unknown[] = []
  const wallPlayback = { goLiveAll: () => void wentLive.push(wall.getState().document) }
  const made = new Salvos({
    wall,
    session,
    shell,
    wallPlayback,
    keyHint: (_, words) => ` ${words('Ctrl Z')}`,
  })
  const numbers = () => {
    const { document } = wall.getState()
    return document.layout.cells.map((_, tile) => Number(cameraIdOf(document, tile)?.replace('camera-', '')))
  }
  return { clock, session, wall, shell, salvos: made, numbers, wentLive }
}

/** Two monitors of one wall, each with what it shows and says. */
function openBoth(salvos: readonly Salvo[]) {
  const [first, second] = [open(salvos, 1), open(salvos, 2)]
  first.shell.answers['salvos.recall'] = (recall) => {
    second.salvos.follow(recall)
    return ok(undefined)
  }
  second.shell.answers['salvos.recall'] = (recall) => {
    first.salvos.follow(recall)
    return ok(undefined)
  }
  const shown = () => [first, second].map(({ numbers }) => numbers().join(' '))
  const said = () =>
    [first, second].map(({ session }) =>
      session
        .getState()
        .notices.map(({ text }) => text)
        .join(' '),
    )
  return { first, second, shown, said }
}

describe('a salvo of all monitors', () => {
  const before = '1 2 3 4 5 6 7 8 9'

  it('is undone on all, and done again, from whichever', () => {
    const { first, second, shown, said } = openBoth([ofAll])
    first.salvos.recall(5)
    expect(shown()).toEqual(['11 12 13 14', '16'])
    first.salvos.travel('undo')
    expect(shown()).toEqual([before, before])
    first.salvos.travel('redo')
    expect(shown()).toEqual(['11 12 13 14', '16'])
    second.salvos.travel('undo')
    expect(shown()).toEqual([before, before])
    expect(said()).toEqual(['', ''])
    // What has changed here last is that it went back.
    first.salvos.travel('undo')
    expect(shown()).toEqual(['11 12 13 14', '16'])
  })

  it('is undone on all and done again also where as many were recalled before as are kept', () => {
    const { first, shown } = openBoth([ofAll, salvoWith({ number: 6, walls: [secondWall] })])
    for (let recalls = 0; recalls < 60; recalls += 1) first.salvos.recall(6)
    first.salvos.recall(5)
    first.salvos.travel('undo')
    expect(shown()).toEqual(['16', before])
    first.salvos.travel('redo')
    expect(shown()).toEqual(['11 12 13 14', '16'])
    first.salvos.back()
    first.salvos.travel('undo')
    expect(shown()).toEqual(['11 12 13 14', '16'])
  })

  it('is taken back live on all: what plays there has no place in what was shown before', () => {
    const { first, second } = openBoth([ofAll])
    const wentLive = () => [first, second].map((monitor) => monitor.wentLive.splice(0).length)
    first.salvos.recall(5)
    expect(wentLive()).toEqual([1, 1])
    for (const way of ['undo', 'redo'] as const) {
      first.salvos.travel(way)
      expect(wentLive()).toEqual([1, 1])
    }
    second.salvos.back()
    expect(wentLive()).toEqual([1, 1])
    first.wall.actions.showCamera(0, 'camera-7')
    first.salvos.travel('undo')
    expect(wentLive()).toEqual([0, 0])
  })

  it('that was changed since is not left without a word, and undo brings back what there was, on all', () => {
    const { first, second, shown, said } = openBoth([ofAll])
    first.salvos.recall(5)
    second.wall.actions.showCamera(0, 'camera-7')
    first.salvos.back()
    expect(shown()).toEqual([before, before])
    const words = 'This monitor is back at what it showed before salvo 5, which had been changed since.'
    expect(said()).toEqual(['', `${words} Ctrl Z takes it back.`])
    first.salvos.travel('undo')
    expect(shown()).toEqual(['11 12 13 14', '7'])
    first.salvos.recall(5)
    expect(shown()).toEqual(['11 12 13 14', '16'])
  })

  it('is worked on as long as what was changed under it stands, whatever was recalled meanwhile', () => {
    const other = salvoWith({ number: 6, walls: [secondWall] })
    const { first, said } = openBoth([ofAll, other])
    const { salvos, wall } = first
    salvos.recall(5)
    wall.actions.showCamera(0, 'camera-7')
    wall.actions.undo()
    salvos.recall(6)
    salvos.back()
    salvos.back()
    expect(said()).toEqual(['', ''])
    salvos.recall(5)
    wall.actions.showCamera(0, 'camera-7')
    salvos.recall(6)
    salvos.back()
    expect(said()).toEqual(['', ''])
    salvos.back()
    expect(said()).toEqual([expect.stringContaining('changed since'), ''])
  })
})

describe('a salvo that is recalled', () => {
  it('brings its layout and cameras, which can be undone at once', () => {
    const { salvos, wall, numbers, shell } = open([salvoWith()])
    salvos.recall(5)
    expect(numbers()).toEqual([11, 12, 13, 14])
    expect(shell.inputsOf('salvos.recall')).toEqual([])
    wall.actions.undo()
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    // Undone is gone back from.
    expect(wall.getState().recalled).toEqual([])
  })

  it('is shown live, and no camera of the past is left to play what is live before', () => {
    const { salvos, wall, wentLive } = open([ofAll, salvoWith({ ...ofAll, number: 6, walls: [secondWall] })])
    const before = wall.getState().document
    salvos.recall(5)
    expect(wentLive).toEqual([before])
    salvos.follow({ number: 5, isBack: false })
    expect(wentLive).toHaveLength(2)
    salvos.recall(6)
    salvos.recall(7)
    expect(wentLive).toHaveLength(2)
  })

  it('is left for what was there before it, whatever was changed since', () => {
    const { salvos, wall, numbers } = open([salvoWith(), salvoWith({ number: 6, walls: [secondWall] })])
    salvos.recall(5)
    wall.actions.showCamera(0, 'camera-3')
    salvos.recall(6)
    expect(numbers()).toEqual([16])
    salvos.back()
    expect(numbers()).toEqual([3, 12, 13, 14])
    salvos.back()
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    salvos.back()
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    wall.actions.undo()
    expect(numbers()).toEqual([3, 12, 13, 14])
  })

  it('is left for the salvo before it also after undo and redo', () => {
    const { salvos, wall, numbers } = open([salvoWith(), salvoWith({ number: 6, walls: [secondWall] })])
    salvos.recall(5)
    salvos.recall(6)
    wall.actions.undo()
    wall.actions.redo()
    expect(numbers()).toEqual([16])
    salvos.back()
    expect(numbers()).toEqual([11, 12, 13, 14])
    wall.actions.undo()
    salvos.back()
    expect(numbers()).toEqual([11, 12, 13, 14])
  })

  it('of one monitor comes to whichever asks for it', () => {
    const { salvos, numbers } = open([salvoWith()], 2)
    salvos.recall(5)
    expect(numbers()).toEqual([11, 12, 13, 14])
  })

  it('of all monitors is told to the others, and so is the way back', () => {
    const { salvos, shell, numbers } = open([ofAll])
    salvos.recall(5)
    salvos.back()
    expect(shell.inputsOf('salvos.recall')).toEqual([
      { number: 5, isBack: false },
      { number: 5, isBack: true },
    ])
    expect(numbers()).toHaveLength(9)
  })

  it('on another monitor shows that monitor’s part, and goes back from no other salvo', () => {
    const { salvos, shell, numbers, session } = open([ofAll, salvoWith({ number: 6 })], 2)
    const notices = () => session.getState().notices.map(({ text }) => text)
    salvos.follow({ number: 5, isBack: false })
    expect(numbers()).toEqual([16])
    expect(shell.calls).toEqual([])
    salvos.recall(6)
    salvos.follow({ number: 5, isBack: true })
    expect(numbers()).toEqual([11, 12, 13, 14])
    const words = 'Another monitor went back from salvo 5. This monitor keeps what it shows.'
    expect(notices()).toEqual([words])
    session.actions.dismissAll()
    salvos.back()
    salvos.follow({ number: 5, isBack: true })
    expect(numbers()).toHaveLength(9)
    expect(notices()).toEqual([])
  })

  it('of all monitors that had nothing for this one has nothing to go back from', () => {
    const { salvos, session } = open([ofAll], 3)
    salvos.follow({ number: 5, isBack: true })
    expect(session.getState().notices).toEqual([])
  })

  it('keeps cameras that the platform does not list, and says how many', () => {
    const gone = salvoWith({ walls: [{ monitor: 1, layout: layoutOf(4), tiles: [camera(1), camera(99)] }] })
    const { salvos, wall } = open([gone])
    salvos.recall(5)
    expect(cameraIdOf(wall.getState().document, 1)).toBe('camera-99')
    const { cameraById } = wall.getState()
    expect(unlistedOf(gone, cameraById)).toBe(1)
    expect(salvoWords(gone, { cameraById, monitor: 1, monitors })).toBe(
      'Salvo 5: Night (4 tiles, 1 camera not in the platform’s list)',
    )
    expect(salvoWords({ ...ofAll, name: '' }, { cameraById, monitor: 1, monitors })).toBe(
      'Salvo 5 (4 tiles, and 1 other monitor)',
    )
    const left = [...cameraById.values()].map((one) => ({ ...one, unlistedSinceMs: 5 }))
    wall.actions.setCameras(left)
    expect(unlistedOf(gone, wall.getState().cameraById)).toBe(2)
  })
})

describe('a salvo that is saved', () => {
  it('is what this monitor shows, and nothing that its layout hides', async () => {
    const { salvos, wall, session } = open()
    wall.actions.setLayout(4)
    salvos.begin(7)
    expect(session.getState().dialog).toBe('save-salvo')
    expect(await salvos.keep(' Day ', 'monitor')).toBeUndefined()
    expect(session.getState().settings.salvos).toEqual([
      {
        version: 1,
        number: 7,
        name: 'Day',
        scope: 'monitor',
        walls: [{ monitor: 1, layout: layoutOf(4), tiles: [1, 2, 3, 4].map(camera) }],
      },
    ])
  })

  it('of all monitors has what main knows of the others', async () => {
    const { salvos, wall, session } = open()
    salvos.begin(7)
    await salvos.keep('', 'all')
    const own = salvoWallOf(wall.getState().document, 1)
    expect(session.getState().settings.salvos[0]?.walls).toEqual([own, secondWall])
  })

  it('takes the place of the one that had the number, in the order of numbers', async () => {
    const { salvos, session } = open([salvoWith(), salvoWith({ number: 9 })])
    salvos.begin(5)
    await salvos.keep('Day', 'monitor')
    expect(session.getState().settings.salvos.map(({ number, name }) => [number, name])).toEqual([
      [5, 'Day'],
      [9, 'Night'],
    ])
    salvos.begin()
    expect(salvos.store.getState().saving).toBe(1)
    expect(freeSalvoNumber([salvoWith({ number: 1 }), salvoWith({ number: 3 })])).toBe(2)
  })

  it('for all walls is hidden by no other one of this workstation under its number', async () => {
    const { salvos, session, shell } = open([salvoWith(), salvoWith({ number: 9 })])
    salvos.begin(5)
    expect(await salvos.keep('Day', 'monitor', true)).toBeUndefined()
    expect(shell.inputsOf('salvos.share')).toMatchObject([{ number: 5, name: 'Day' }])
    expect(session.getState().settings.salvos.map(({ number }) => number)).toEqual([9])
  })

  it('replaces no salvo that has come under its number since its name was asked for', async () => {
    const { salvos, session, shell } = open()
    const { settings } = session.getState()
    salvos.begin(6)
    session.actions.setSettings({ ...settings, salvos: [salvoWith({ number: 6, name: 'Day' })] })
    expect(await salvos.keep('Night', 'monitor')).toContain('changed elsewhere')
    expect(await salvos.keep('Night', 'monitor', true)).toContain('changed elsewhere')
    expect(session.getState().salvos.map(({ name }) => name)).toEqual(['Day'])
    expect(shell.inputsOf('salvos.share')).toEqual([])
    salvos.begin(6)
    expect(await salvos.keep('Night', 'monitor')).toBeUndefined()
    expect(session.getState().salvos.map(({ name }) => name)).toEqual(['Night'])
  })

  it('for all walls replaces nothing that another wall has shared since its name was asked for', async () => {
    const { salvos, session, shell } = open()
    const share = (version: number, salvo: Salvo) =>
      session.actions.setSharedSalvos({
        ...noSharedSalvos,
        salvos: [{ salvo, version, savedBy: 'Anna', savedAtMs: 1 }],
      })
    share(3, salvoWith())
    salvos.begin(5)
    share(4, ofAll)
    expect(await salvos.keep('Night', 'monitor', true)).toContain('changed elsewhere')
    expect(shell.inputsOf('salvos.share')).toEqual([])
    salvos.begin(5)
    // The platform has taken what this wall knew already.
    share(5, ofAll)
    expect(await salvos.keep('Night', 'monitor', true)).toBeUndefined()
    expect(shell.inputsOf('salvos.share')).toHaveLength(1)
  })

  it('is sent again where the disk refused it, as main has it', async () => {
    const { salvos, session, shell } = open()
    salvos.begin(6)
    const makeRoom = shell.fillDisk((change) =>
      session.actions.setSettings(wallSettingsSchema.parse({ ...session.getState().settings, ...change })),
    )
    for (const name of ['Day', 'Night'])
      expect(await salvos.keep(name, 'monitor')).toBe(wallError('storage_failed').message)
    makeRoom()
    expect(await salvos.keep('Late', 'monitor')).toBeUndefined()
    expect(session.getState().salvos.map(({ name }) => name)).toEqual(['Late'])
  })

  it('says why it could not be kept', async () => {
    const { salvos, shell } = open(numbered(10, MAX_SALVOS))
    salvos.begin(5)
    expect(await salvos.keep('', 'monitor')).toContain('no more fit')
    salvos.begin(10)
    shell.fillDisk(() => undefined)
    expect(await salvos.keep('', 'monitor')).toBe(wallError('storage_failed').message)
  })
})

describe('salvos that together are too large', () => {
  const steps = Array.from({ length: 100 }, (_, at) => ({
    cameraId: String(at).padEnd(36, 'c'),
    dwellInMs: 10_000,
  }))
  const tiles = Array.from({ length: 36 }, () => ({ kind: 'sequence' as const, steps }))
  const large = (number: number) =>
    salvoWith({ number, walls: [{ monitor: 1, layout: layoutOf(36), tiles }] })
  const full = Array.from({ length: 20 }, (_, at) => large(at + 10))

  it('take no other one, and let themselves be renamed and deleted', async () => {
    const { salvos, shell } = open(full)
    expect(await salvos.take([large(1), large(2)])).toMatch(/too large for salvos/)
    expect(await salvos.restore(large(1), false)).toBe('There are 20 salvos, no more fit. Delete one first.')
    expect(shell.inputsOf('settings.save')).toEqual([])
    expect(await salvos.rename(large(10), '')).toBeUndefined()
    expect(await salvos.remove(11)).toBeUndefined()
    expect(await salvos.restore(large(11), false)).toBeUndefined()
  })

  it('leave shared ones of a file out', () => {
    const { salvos, session } = open(full.slice(0, 2))
    session.actions.setSharedSalvos({ ...noSharedSalvos, reach: 'on' })
    const own = full.slice(0, 19)
    const shared = [large(99), salvoWith({ number: 100 }), large(101), salvoWith({ number: 102 })]
    const read = salvos.read(fileOf(own, shared))
    if (!read.ok) throw new Error(read.error.message)
    expect(read.note).toContain('from number 101 on')
    expect(read.value.slice(18).map(({ number }) => number)).toEqual([28, 99, 100])
  })
})

describe('a salvo that was deleted', () => {
  it('is shared again', async () => {
    const { salvos, shell } = open([salvoWith({ number: 9 })])
    expect(await salvos.restore(salvoWith(), true)).toBeUndefined()
    expect(shell.inputsOf('salvos.share')).toEqual([salvoWith()])
  })

  it('takes the place of no salvo that has its number by now: of this workstation, or shared by another wall', async () => {
    const own = open([salvoWith({ name: 'Day' })])
    const other = open()
    const theirs = { salvo: salvoWith({ name: 'Day' }), version: 2, savedBy: 'Anna', savedAtMs: 1 }
    other.session.actions.setSharedSalvos({ ...noSharedSalvos, salvos: [theirs] })
    for (const { salvos, session, shell } of [own, other]) {
      expect(await salvos.restore(salvoWith(), true)).toMatch(/^Number 5 belongs to another/)
      expect([...shell.inputsOf('salvos.share'), ...shell.inputsOf('settings.save')]).toEqual([])
      expect(session.getState().salvos.map(({ name }) => name)).toEqual(['Day'])
    }
    // One of this workstation that has hidden the shared one hides it again.
    expect(await other.salvos.restore(salvoWith(), false)).toBeUndefined()
    expect(other.session.getState().salvos.map(({ name }) => name)).toEqual(['Night'])
  })
})

describe('a file of salvos', () => {
  it('is read whole or not at all', () => {
    const file = { format: 'tessera-salvos', version: 1, salvos: [salvoWith()] }
    const { salvos } = open()
    expect(salvos.read(`\uFEFF${JSON.stringify(file)}`)).toEqual(ok([salvoWith()]))
    const wrong = [
      '',
      '[]',
      '{"format":"tessera-salvos","version":2,"salvos":[]}',
      JSON.stringify({ ...file, salvos: [salvoWith(), salvoWith()] }),
      JSON.stringify({ ...file, salvos: [{ ...salvoWith(), walls: [] }] }),
    ]
    for (const text of wrong) expect(salvos.read(text)).toMatchObject({ ok: false })
  })

  it('brings a shared salvo only where none is shared under its number', async () => {
    const { salvos, session } = open()
    const salvo = salvoWith({ number: 6 })
    const read3 = { salvo, version: 3, savedBy: 'Anna', savedAtMs: 1 }
    session.actions.setSharedSalvos({ ...noSharedSalvos, reach: 'on', salvos: [read3] })
    const shared = [salvo, salvoWith({ number: 7 })]
    const read = salvos.read(fileOf([salvoWith()], shared))
    if (!read.ok) throw new Error(read.error.message)
    await salvos.take(read.value)
    expect([5, 6, 7].map((number) => salvos.isShared(number))).toEqual([false, true, false])
    expect(session.getState().salvos.map(({ number }) => number)).toEqual([5, 6, 7])
  })

  it('brings all of its own salvos, and shared ones while they fit', async () => {
    const { salvos, session } = open()
    session.actions.setSharedSalvos({ ...noSharedSalvos, reach: 'on' })
    const own = numbered(101, 120)
    const read = salvos.read(fileOf(own, numbered(1, 100).toReversed()))
    if (!read.ok) throw new Error(read.error.message)
    expect(read.note).toContain('from number 81 on')
    expect(await salvos.take(read.value)).toBeUndefined()
    expect(session.getState().settings.salvos).toEqual([...numbered(1, 80), ...own])
  })

  it.each(['unknown', 'away', 'reading'] as const)(
    'brings its own salvos alone while nobody knows all that are shared (%s)',
    (reach) => {
      const { salvos, session } = open()
      const kept = { salvo: salvoWith(), version: 1, savedBy: 'Anna', savedAtMs: 1 }
      session.actions.setSharedSalvos({ ...noSharedSalvos, reach, salvos: [kept] })
      expect(salvos.read(fileOf(numbered(1, 2), numbered(3, 2)))).toMatchObject({
        value: numbered(1, 2),
        note: expect.stringContaining('not known yet'),
      })
      expect(salvos.read(fileOf(numbered(1, 2), []))).toEqual(ok(numbered(1, 2)))
    },
  )

  it('takes the place of salvos with the same numbers, and of no other', async () => {
    const { salvos, session } = open([salvoWith(), salvoWith({ number: 6, name: 'Day' })])
    await salvos.take([salvoWith({ name: 'Late' })])
    expect(session.getState().settings.salvos.map(({ name }) => name)).toEqual(['Late', 'Day'])
    await salvos.rename(salvoWith({ number: 6 }), 'Noon')
    await salvos.remove(5)
    expect(session.getState().settings.salvos.map(({ name }) => name)).toEqual(['Noon'])
  })
})

/** With what rules and the schedule do on it. */
function openActs(keys: KeymapSetting = {}, salvos: readonly Salvo[] = [salvoWith()]) {
  const stand = open()
  const playback = createPlaybackStore()
  const sounds: number[] = []
  const keyboard = { isTyping: false }
  const acts = wallActsOf({
    ...stand,
    playback,
    sound: { play: (priority) => sounds.push(priority) },
    isTyping: () => keyboard.isTyping,
    timeText: () => '14:02',
    keyHint: (action, words) => keyHint(buildKeymap(keys), action, words),
  })
  // They come and go while the page is open.
  stand.session.actions.setSettings({ ...stand.session.getState().settings, salvos: [...salvos] })
  const notices = () => stand.session.getState().notices.map(({ text }) => text)
  return { ...stand, playback, acts, sounds, keyboard, notices }
}
const hotspot = { kind: 'hotspot' as const, scope: 'all' as const }
/** Of one tile, or of more. */
const dayOf = (...tiles: (ReturnType<typeof camera> | typeof hotspot)[]) =>
  salvoWith({ number: 6, walls: [{ monitor: 1, layout: layoutOf(tiles.length > 1 ? 4 : 1), tiles }] })
const byRule = { id: 'act-1', by: { kind: 'rule', title: 'Door' }, atMs: 1 } as const
const asItWas = [1, 2, 3, 4, 5, 6, 7, 8, 9]

describe('what a rule or the schedule does on a wall', () => {
  it('names the key that takes it back as it is bound, and none where it is not', () => {
    const { acts, notices } = openActs({ undo: ['Shift+U'] })
    acts.take({ ...byRule, salvo: 5 })
    const unbound = openActs({ undo: [] })
    unbound.acts.take({ ...byRule, salvo: 5 })
    expect([...notices(), ...unbound.notices()]).toEqual([
      'Rule “Door” recalled salvo 5 at 14:02. Shift+U takes it back.',
      'Rule “Door” recalled salvo 5 at 14:02.',
    ])
  })

  it('is said for ten minutes', async () => {
    const { acts, notices, clock } = openActs()
    acts.take({ ...byRule, salvo: 5 })
    await clock.pass(599_000)
    expect(notices()).toHaveLength(1)
    await clock.pass(1_000)
    expect(notices()).toEqual([])
  })

  it('is said, and undone like a change by hand', () => {
    const { acts, numbers, wall, notices, salvos } = openActs()
    acts.take({ ...byRule, salvo: 5 })
    expect(numbers()).toEqual([11, 12, 13, 14])
    expect(notices()).toEqual(['Rule “Door” recalled salvo 5 at 14:02. Ctrl+Z takes it back.'])
    wall.actions.undo()
    expect(numbers()).toEqual(asItWas)
    acts.take({ ...byRule, id: 'act-2', by: { kind: 'schedule' }, salvo: 5 })
    salvos.back()
    expect(numbers()).toEqual(asItWas)
    acts.take({ ...byRule, id: 'act-3', salvo: 6 })
    expect(notices().at(-1)).toBe('Rule “Door” tried to recall salvo 6, which is no longer kept.')
  })

  it('is not done any more where it still waits and another monitor has taken it back', async () => {
    const { acts, numbers, keyboard, clock, notices, shell } = openActs()
    keyboard.isTyping = true
    acts.take({ ...byRule, salvo: 5 })
    acts.follow({ number: 6, isBack: true })
    expect(shell.inputsOf('salvos.acted')).toEqual([])
    acts.follow({ number: 5, isBack: true })
    expect(shell.inputsOf('salvos.acted')).toEqual([{ id: 'act-1' }])
    keyboard.isTyping = false
    await clock.pass(60_000)
    expect(numbers()).toEqual(asItWas)
    expect(notices()).toEqual([])
  })

  it('is all that is taken back where it still waits, whatever was recalled there by hand', () => {
    const { acts, numbers, keyboard, shell } = openActs()
    keyboard.isTyping = true
    acts.take({ ...byRule, salvo: 5 })
    acts.follow({ number: 5, isBack: false })
    expect(shell.inputsOf('salvos.acted')).toEqual([])
    acts.follow({ number: 5, isBack: true })
    expect(numbers()).toEqual([11, 12, 13, 14])
    acts.follow({ number: 5, isBack: true })
    expect(numbers()).toEqual(asItWas)
  })

  it('shows its camera in the hotspots of all monitors, which can be undone', () => {
    const { acts, wall, sounds } = openActs()
    wall.actions.show(3, hotspot)
    acts.take({ ...byRule, cameraId: 'camera-16', sound: 2 })
    expect(cameraIdOf(wall.getState().document, 3)).toBe('camera-16')
    expect(sounds).toEqual([2])
    wall.actions.undo()
    expect(cameraIdOf(wall.getState().document, 3)).not.toBe('camera-16')
  })

  it('leaves the own steps of an operator to undo, however often rules change the wall', async () => {
    const { acts, wall, clock, numbers } = openActs()
    wall.actions.showCamera(0, 'camera-10')
    wall.actions.show(3, hotspot)
    const before = numbers()
    for (let at = 0; at <= UNDO_STEPS; at += 1) {
      acts.take({ ...byRule, id: `act-${at}`, cameraId: at % 2 === 0 ? 'camera-15' : 'camera-16' })
      acts.take({ ...byRule, id: `salvo-${at}`, salvo: 5 })
      await clock.pass(HOTSPOT_STAY_IN_MS)
    }
    wall.actions.undo()
    expect(numbers()).toEqual(before)
    wall.actions.undo()
    wall.actions.undo()
    expect(numbers()).toEqual(asItWas)
    wall.actions.redo()
    wall.actions.redo()
    wall.actions.redo()
    expect(numbers()).toEqual([11, 12, 13, 14])
  })

  it('is a step of undo of its own once the words of the rule before have gone', async () => {
    const { acts, wall, clock, numbers } = openActs()
    acts.take({ ...byRule, salvo: 5 })
    wall.actions.show(3, { kind: 'hotspot', scope: 'all' })
    acts.take({ ...byRule, id: 'act-2', cameraId: 'camera-15' })
    await clock.pass(ACT_WORDS_FOR_MS)
    acts.take({ ...byRule, id: 'act-3', cameraId: 'camera-16' })
    await clock.pass(HOTSPOT_STAY_IN_MS)
    acts.take({ ...byRule, id: 'act-4', cameraId: 'camera-10' })
    expect(numbers()).toEqual([11, 12, 13, 10])
    wall.actions.undo()
    expect(numbers()).toEqual([11, 12, 13, 15])
  })

  it('is a step of undo each time that the clock does it', () => {
    const { acts, wall, numbers } = openActs({}, [salvoWith(), dayOf(camera(2))])
    acts.take({ ...byRule, by: { kind: 'schedule' }, salvo: 5 })
    acts.take({ ...byRule, id: 'act-2', by: { kind: 'schedule' }, salvo: 6 })
    wall.actions.undo()
    expect(numbers()).toEqual([11, 12, 13, 14])
  })

  it('stays in a hotspot long enough to be seen; then the newest of those that came meanwhile is shown', async () => {
    const { acts, wall, clock, notices, shell } = openActs()
    wall.actions.show(3, hotspot)
    const shown = () => cameraIdOf(wall.getState().document, 3)
    for (const number of [12, 13, 14]) {
      const by = { kind: 'rule', title: `Door ${number}` } as const
      acts.take({ id: `act-${number}`, by, atMs: 1, cameraId: `camera-${number}` })
    }
    expect(shown()).toBe('camera-12')
    await clock.pass(HOTSPOT_STAY_IN_MS - 1)
    expect(shown()).toBe('camera-12')
    await clock.pass(ACT_LOOK_IN_MS)
    expect(shown()).toBe('camera-14')
    expect(notices().map((text) => text.split(' showed', 1)[0])).toEqual(['Rule “Door 12”', 'Rule “Door 14”'])
    expect(shell.inputsOf('salvos.acted').map(({ id }) => id)).toEqual(['act-12', 'act-13', 'act-14'])
    clock.advance(-3_600_000)
    acts.take({ ...byRule, id: 'act-15', cameraId: 'camera-15' })
    expect(shown()).toBe('camera-15')
  })

  it('is a salvo at once, also while a camera stays in a hotspot, and shows no older camera after its own', async () => {
    const { acts, clock, numbers, session } = openActs()
    const tiles = [camera(2), { kind: 'hotspot' as const, scope: 'all' as const }]
    const flood = salvoWith({ walls: [{ monitor: 1, layout: layoutOf(4), tiles }] })
    session.actions.setSettings({ ...session.getState().settings, salvos: [flood] })
    acts.take({ ...byRule, salvo: 5, cameraId: 'camera-13' })
    acts.take({ ...byRule, id: 'act-2', cameraId: 'camera-14' })
    expect(numbers().slice(0, 2)).toEqual([2, 13])
    acts.take({ ...byRule, id: 'act-3', salvo: 5, cameraId: 'camera-15' })
    expect(numbers().slice(0, 2)).toEqual([2, 15])
    await clock.pass(2 * HOTSPOT_STAY_IN_MS)
    expect(numbers().slice(0, 2)).toEqual([2, 15])
  })

  it('tells no other monitor of a selection that nobody has made', () => {
    const { acts, wall, shell, numbers } = openActs()
    const stop = publishSelection(wall, shell)
    acts.take({ ...byRule, salvo: 5, cameraId: 'camera-16' })
    expect(numbers()).toEqual([11, 12, 13, 14])
    expect(shell.inputsOf('monitors.select')).toEqual([])
    stop()
  })

  it('is the last salvo that came while somebody typed', () => {
    const { acts, clock, keyboard, numbers, wall } = openActs({}, [salvoWith(), dayOf(camera(2))])
    keyboard.isTyping = true
    acts.take({ ...byRule, salvo: 5 })
    acts.take({ ...byRule, id: 'act-2', salvo: 6 })
    keyboard.isTyping = false
    clock.advance(1_000)
    expect(numbers()).toEqual([2])
    wall.actions.undo()
    expect(numbers()).toEqual(asItWas)
  })

  it('is the camera of a salvo that a later one has replaced, in the hotspot of that', () => {
    const { acts, clock, keyboard, numbers, shell } = openActs({}, [salvoWith(), dayOf(camera(2), hotspot)])
    keyboard.isTyping = true
    acts.take({ ...byRule, salvo: 5, cameraId: 'camera-15' })
    acts.take({ ...byRule, id: 'act-2', cameraId: 'camera-16' })
    acts.take({ ...byRule, id: 'act-3', salvo: 6 })
    expect(shell.inputsOf('salvos.acted')).toEqual([])
    keyboard.isTyping = false
    clock.advance(1_000)
    expect(numbers().slice(0, 2)).toEqual([2, 16])
    expect(shell.inputsOf('salvos.acted').map(({ id }) => id)).toEqual(['act-3', 'act-1', 'act-2'])
    keyboard.isTyping = true
    acts.take({ ...byRule, id: 'act-4', salvo: 5, cameraId: 'camera-13' })
    acts.take({ ...byRule, id: 'act-5', salvo: 6, cameraId: 'camera-14' })
    keyboard.isTyping = false
    clock.advance(HOTSPOT_STAY_IN_MS)
    expect(numbers().slice(0, 2)).toEqual([2, 14])
  })

  it('is the camera of an earlier rule in the hotspot of a salvo that waits for the end of the past', () => {
    const { acts, clock, playback, numbers, shell, notices } = openActs({}, [
      salvoWith(),
      dayOf(camera(2), hotspot),
    ])
    playback.setState({ tiles: [2] })
    acts.take({ ...byRule, salvo: 5, cameraId: 'camera-15' })
    acts.take({ ...byRule, id: 'act-2', salvo: 6 })
    expect(shell.inputsOf('salvos.acted')).toEqual([])
    playback.setState({ tiles: [] })
    clock.advance(1_000)
    expect(numbers().slice(0, 2)).toEqual([2, 15])
    // Nothing keeps a camera from the wall but the salvo before it, and that is dropped.
    playback.setState({ tiles: [2] })
    acts.take({ ...byRule, id: 'act-3', salvo: 5 })
    acts.take({ ...byRule, id: 'act-4', cameraId: 'camera-14' })
    clock.advance(61_000)
    expect(numbers().slice(0, 2)).toEqual([2, 14])
    expect(notices().filter((text) => text.includes('was left as it is'))).toHaveLength(1)
  })

  it.each([
    ['is the last one', 20],
    ['is the first one', 0],
  ])('is the salvo among more cameras than may wait, where that %s', (_where, place) => {
    const { acts, clock, keyboard, numbers, shell } = openActs()
    keyboard.isTyping = true
    for (let at = 0; at <= 20; at += 1)
      acts.take({ ...byRule, id: `act-${at}`, ...(at === place ? { salvo: 5 } : { cameraId: 'camera-16' }) })
    expect(shell.inputsOf('salvos.acted')).toEqual([])
    acts.take({ ...byRule, id: 'act-21', cameraId: 'camera-15' })
    expect(shell.inputsOf('salvos.acted')).toEqual([{ id: place === 0 ? 'act-1' : 'act-0' }])
    keyboard.isTyping = false
    clock.advance(1_000)
    expect(numbers()).toEqual([11, 12, 13, 14])
  })

  it('is undone at once where it is a salvo and its camera in a hotspot of that', () => {
    const { acts, wall, numbers } = openActs({}, [dayOf(camera(11), hotspot)])
    acts.take({ ...byRule, salvo: 6, cameraId: 'camera-16' })
    expect(numbers().slice(0, 2)).toEqual([11, 16])
    wall.actions.undo()
    expect(numbers()).toEqual(asItWas)
    expect(wall.getState().recalled).toEqual([])
  })

  it('is confirmed once it is done or left, and not done again when it comes again after a lost link', () => {
    const { acts, clock, keyboard, numbers, shell, sounds, wall } = openActs()
    const confirmed = () => shell.inputsOf('salvos.acted')
    acts.take({ ...byRule, id: 'sound', sound: 2 })
    expect(confirmed()).toEqual([{ id: 'sound' }])
    keyboard.isTyping = true
    for (const id of ['first', 'second', 'second']) acts.take({ ...byRule, id, salvo: 5, sound: 3 })
    expect(sounds).toEqual([2, 3, 3])
    expect(confirmed().slice(1)).toEqual([{ id: 'first' }])
    keyboard.isTyping = false
    clock.advance(1_000)
    expect(confirmed().slice(2)).toEqual([{ id: 'second' }])
    wall.actions.undo()
    acts.take({ ...byRule, id: 'second', salvo: 5 })
    expect(numbers()).toEqual(asItWas)
    expect(confirmed().slice(3)).toEqual([{ id: 'second' }])
    keyboard.isTyping = true
    acts.take({ ...byRule, id: 'dropped', salvo: 5 })
    clock.advance(61_000)
    expect(confirmed().slice(4)).toEqual([{ id: 'dropped' }])
  })

  it.each([
    [
      'an entry',
      ({ keyboard }: ReturnType<typeof openActs>, isOn: boolean) => void (keyboard.isTyping = isOn),
    ],
    [
      'a window',
      ({ session }: ReturnType<typeof openActs>, isOn: boolean) =>
        isOn ? session.actions.openDialog('sequence') : session.actions.closeDialog('sequence'),
    ],
    [
      'the past',
      ({ playback }: ReturnType<typeof openActs>, isOn: boolean) =>
        playback.setState({ tiles: isOn ? [2] : [] }),
    ],
  ])('waits for the end of %s, and no longer than a minute', (_what, setBusy) => {
    const stand = openActs()
    setBusy(stand, true)
    stand.acts.take({ ...byRule, salvo: 5 })
    stand.clock.advance(30_000)
    expect(stand.numbers()).toEqual(asItWas)
    setBusy(stand, false)
    stand.clock.advance(1_000)
    expect(stand.numbers()).toEqual([11, 12, 13, 14])
    stand.wall.actions.undo()
    setBusy(stand, true)
    stand.acts.take({ ...byRule, id: 'act-2', salvo: 5 })
    stand.clock.advance(61_000)
    setBusy(stand, false)
    stand.clock.advance(1_000)
    expect(stand.numbers()).toEqual(asItWas)
    expect(stand.notices().at(-1)).toMatch(
      /was in use for 60 s and was left as it is\. \* 5 Enter recalls it\.$/,
    )
    // Its words are over, too.
    stand.clock.advance(600_000)
    expect(stand.clock.pendingCount).toBe(0)
  })
})

describe('a time of a salvo', () => {
  it.each([
    ['22:00', [], '0 22 * * *', '22:00, every day'],
    ['6:30', ['SUNDAY', 'MONDAY', 'FRIDAY'], '30 6 * * 0,1,5', '06:30, Mon Fri Sun'],
    [' 0  22 1 * * ', ['MONDAY'], '0 22 1 * *', '0 22 1 * *'],
  ])('is typed as a time or as a crontab has it: %s', (typed, days, pattern, words) => {
    expect(salvoPattern(typed, days)).toBe(pattern)
    expect(patternWords(pattern)).toBe(words)
  })

  it.each(['', '24:00', '22', 'ten'])('is not %s', (typed) => {
    expect(salvoPattern(typed, [])).toBeUndefined()
  })
})

describe('a salvo that was deleted', () => {
  it('comes back, unless its number is that of another one by now', async () => {
    const { salvos, session } = open([salvoWith()])
    await salvos.remove(5)
    expect(await salvos.restore(salvoWith(), false)).toBeUndefined()
    expect(session.getState().settings.salvos).toEqual([salvoWith()])
    expect(await salvos.restore(salvoWith({ name: 'Day' }), false)).toMatch(/^Number 5 belongs to another/)
    expect(session.getState().settings.salvos).toEqual([salvoWith()])
  })
})
