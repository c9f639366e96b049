import { beforeEach, describe, expect, it } from 'vitest'
import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { OccupancyAnswer, OccupancyDictionaries, SavedReport } from '#contract/wall/occupancy.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { ReportController } from '#renderer/occupancy/report/report-controller.ts'
import { SavedReports } from '#renderer/occupancy/report/saved-reports.ts'
import { createSessionStore, type SessionStore } from '#renderer/wall/session-store.ts'
import { FakeClock } from '../../fake-clock.ts'
import { FakeShell } from '../../fake-shell.ts'
import { zone } from '../../timeline/axis/zones.ts'

const hourMs = 3_600_000
const dictionaries: OccupancyDictionaries = {
  entrances: [{ id: 'door', name: 'Main entrance', cameraIds: ['cam-1'] }],
  zones: [{ id: 'hall', name: 'Hall', cameraIds: ['cam-2', 'cam-1'], capacity: 80 }],
  schedules: [],
}
const nowMs = Date.parse('2026-11-20T14:00:00Z')
const dayMs = Date.parse('2026-11-20T00:00:00Z')
const answerOf = (...maxima: number[]): OccupancyAnswer => ({
  average: 1,
  maximum: Math.max(...maxima),
  buckets: maxima.map((maximum, hour) => ({
    startMs: dayMs + hour * hourMs,
    endMs: dayMs + (hour + 1) * hourMs,
    average: 1,
    maximum,
  })),
})

describe('the occupancy page', () => {
  let shell: FakeShell
  let answers: (() => Result<OccupancyAnswer, WallError>)[]
  let controller: ReportController
  let session: SessionStore
  let saved: SavedReports
  let played: unknown[]
  let wallZone: string
  /** What an answer waits for. */
  let waitFor: Promise<void>

  beforeEach(() => {
    answers = []
    played = []
    wallZone = 'UTC'
    shell = new FakeShell({
      'occupancy.dictionaries': () => ok(dictionaries),
      'occupancy.report': () => answers.shift()?.() ?? fail(wallError('unreachable')),
    })
    session = createSessionStore()
    let ids = 0
    saved = new SavedReports({ shell, session })
    waitFor = Promise.resolve()
    const slow: Pick<WallShell, 'call'> = {
      call: async (name, input) => {
        const patience = waitFor
        const answer = await shell.call(name, input)
        await patience
        return answer
      },
    }
    controller = new ReportController({
      shell: slow,
      saved,
      zone: () => zone(wallZone),
      clock: new FakeClock(nowMs),
      newId: () => String(++ids),
      play: (...call) => {
        played.push(call)
        return undefined
      },
    })
  })
  const state = () => controller.store.getState()
  const asked = () => shell.inputsOf('occupancy.report')
  const saves = () => shell.inputsOf('settings.save').map(({ to }) => to as WallSettings)
  const fillDisk = () =>
    shell.fillDisk((change) =>
      session.actions.setSettings(wallSettingsSchema.parse({ ...session.getState().settings, ...change })),
    )

  it('asks for nothing while something is missing, and says what', async () => {
    await controller.open()
    expect(state().isTouched).toBe(false)
    await controller.ask()
    expect(asked()).toEqual([])
    expect(state().isTouched).toBe(true)
    expect(state().faults.map(({ member }) => member)).toEqual(['entrancesAndExits'])
  })

  it('begins in the zone that the wall has by now, until somebody has touched it', async () => {
    await controller.open()
    wallZone = 'Asia/Tokyo'
    await controller.open()
    expect(state()).toMatchObject({ form: { timezone: 'Asia/Tokyo' }, isTouched: false })
    controller.edit({ capacity: '9' })
    wallZone = 'UTC'
    await controller.open()
    expect(state().form).toMatchObject({ timezone: 'Asia/Tokyo', capacity: '9' })
  })

  it('takes any id until the platform has told which there are', async () => {
    controller.edit({ sources: ['dor'] })
    expect(state().faults).toEqual([])
    await controller.open()
    expect(state().faults).toMatchObject([{ member: 'entrancesAndExits', at: 0 }])
  })

  it('asks for nothing that lies ahead, says so, and keeps it', async () => {
    controller.edit({ sources: ['door'], window: 'today 18:00..20:00' })
    expect(state().faults).toEqual([{ member: 'timeRange', message: 'timeRange.start: lies in the future.' }])
    await controller.ask()
    expect(asked()).toEqual([])
    expect(await controller.keep('Evening', false)).toBeUndefined()
    expect(saves().at(-1)?.occupancyReports).toMatchObject([{ name: 'Evening' }])
  })

  it('shows an answer with the cursor on its maximum', async () => {
    answers = [() => ok(answerOf(1, 7, 7, 2))]
    controller.edit({ sources: ['door'] })
    await controller.ask()
    expect(asked()).toMatchObject([
      { definition: { entrancesAndExits: ['door'] }, range: { startMs: dayMs, endMs: dayMs + 24 * hourMs } },
    ])
    expect(state()).toMatchObject({ isLoading: false, cursor: 1, answered: { answer: { maximum: 7 } } })
    controller.setCursor(99)
    expect(state().cursor).toBe(3)
    controller.setCursor(-1)
    expect(state().cursor).toBe(0)
    controller.toMaximum()
    expect(state().cursor).toBe(1)
  })

  it('keeps the answer before until the next one is there, and the newest question wins', async () => {
    answers = [() => ok(answerOf(1)), () => ok(answerOf(2)), () => ok(answerOf(3))]
    controller.edit({ sources: ['door'] })
    await controller.ask()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    waitFor = released
    const older = controller.ask()
    waitFor = Promise.resolve()
    expect(state()).toMatchObject({ isLoading: true, answered: { answer: { maximum: 1 } } })
    await controller.ask()
    expect(state().answered?.answer.maximum).toBe(3)
    release()
    await older
    expect(state().answered?.answer.maximum).toBe(3)
  })

  it('marks the member that the platform refuses, until it is changed', async () => {
    const refusal = {
      ...wallError('refused', 'entrancesAndExits.1: is gone.'),
      member: 'entrancesAndExits.1',
    }
    answers = [() => fail(refusal)]
    controller.edit({ sources: ['door', 'hall'] })
    await controller.ask()
    expect(state().error).toEqual(refusal)
    expect(state().faults).toEqual([{ member: 'entrancesAndExits', at: 1, message: refusal.message }])
    controller.edit({ sources: ['door'] })
    expect(state().faults).toEqual([])
  })

  it('says why there is no answer', async () => {
    answers = [() => fail(wallError('not_allowed'))]
    controller.edit({ sources: ['door'] })
    await controller.ask()
    expect(state()).toMatchObject({ answered: undefined, error: { code: 'not_allowed' }, faults: [] })
  })

  it('plays the cameras of its sources: at the instant of the maximum, or where the cursor stands', async () => {
    const maximumAtMs = dayMs + hourMs + 5
    answers = [() => ok({ ...answerOf(1, 7), maximumAtMs })]
    await controller.open()
    controller.edit({ sources: ['hall', 'door'] })
    await controller.ask()
    expect(controller.playCursor('play')).toBeUndefined()
    controller.setCursor(0)
    controller.playCursor('stand')
    expect(played).toEqual([
      [['cam-2', 'cam-1'], maximumAtMs, 'play'],
      [['cam-2', 'cam-1'], dayMs, 'stand'],
    ])
  })

  it('plays cameras that the operator has named instead, and says when nobody knows any', async () => {
    answers = [() => ok(answerOf(1)), () => ok(answerOf(1))]
    controller.edit({ sources: ['typed in'] })
    await controller.ask()
    expect(controller.playCursor('play')).toContain('No camera is known')
    controller.edit({ cameraIds: ['cam-9'] })
    await controller.ask()
    controller.playCursor('play')
    expect(played).toEqual([[['cam-9'], dayMs, 'play']])
  })

  it('keeps a report under a name, in its place when it is changed, and opens it again', async () => {
    answers = [() => ok(answerOf(1))]
    controller.edit({ sources: ['door'], capacity: '50' })
    expect(await controller.keep(' Shop ', false)).toBeUndefined()
    expect(saves().at(-1)?.occupancyReports).toMatchObject([{ id: '1', name: 'Shop', capacity: 50 }])
    controller.edit({ window: 'yesterday' })
    expect(await controller.keep('Shop', true)).toBeUndefined()
    expect(saved.all).toHaveLength(1)
    expect(await controller.keep('shop', false)).toContain('is there already')
    expect(await controller.keep('Other', false)).toBeUndefined()
    controller.clear()
    expect(state().form.sources).toEqual([])
    await controller.openSaved('1')
    expect(state()).toMatchObject({
      savedId: '1',
      form: { window: 'yesterday' },
      answered: { title: 'Shop' },
    })
    expect(await saved.remove('1')).toBeUndefined()
    expect(saved.all.map(({ name }) => name)).toEqual(['Other'])
  })

  it('puts no old members back over what another monitor has changed meanwhile, but a new name', async () => {
    answers = [() => ok(answerOf(1)), () => ok(answerOf(1))]
    controller.edit({ sources: ['door'] })
    await controller.keep('Shop', false)
    const [shop] = saved.all
    const arrive = (change: Partial<SavedReport>) => {
      const { settings } = session.getState()
      session.actions.setSettings({
        ...settings,
        occupancyReports: saved.all.map((one) => ({ ...one, ...change })),
      })
    }
    arrive({ capacity: 50 })
    controller.edit({ window: 'yesterday' })
    const count = saves().length
    expect(await controller.keep('Shop', true)).toContain('changed elsewhere')
    expect(saves()).toHaveLength(count)
    await controller.openSaved(shop?.id ?? '')
    arrive({ name: 'Market' })
    controller.edit({ window: 'yesterday' })
    expect(await controller.keep('Market', true)).toBeUndefined()
    expect(saved.all).toMatchObject([{ name: 'Market', capacity: 50 }])
  })

  it('takes what it has sent itself for no change elsewhere when the disk refused it', async () => {
    controller.edit({ sources: ['door'], capacity: '50', cameraIds: ['cam-9'] })
    await controller.keep('Shop', false)
    const makeRoom = fillDisk()
    for (const window of ['yesterday', 'today']) {
      controller.edit({ window })
      expect(await controller.keep('Shop', true)).toBe(wallError('storage_failed').message)
    }
    makeRoom()
    expect(await controller.keep('Shop', true)).toBeUndefined()
    expect(saves()).toHaveLength(4)
  })

  it('has a new report once, under its last name, when the disk refused it before', async () => {
    const makeRoom = fillDisk()
    controller.edit({ sources: ['door'] })
    for (const name of ['Lobby', 'Hall']) {
      expect(await controller.keep(name, false)).toBe(wallError('storage_failed').message)
    }
    makeRoom()
    controller.edit({ capacity: '50' })
    expect(await controller.keep('Hall', false)).toBeUndefined()
    expect(saved.all).toMatchObject([{ name: 'Hall', capacity: 50 }])
    expect(await controller.keep('Other', false)).toBeUndefined()
    expect(saved.all.map(({ name }) => name)).toEqual(['Hall', 'Other'])
  })

  it.each([
    ['cleared', () => controller.clear()],
    ['opened', (id: string) => controller.openSaved(id)],
    ['deleted', (id: string) => saved.remove(id)],
  ])('keeps another report after a refused one was %s', async (_, act) => {
    const makeRoom = fillDisk()
    controller.edit({ sources: ['door'] })
    await controller.keep('Lobby', false)
    const id = String(saved.all[0]?.id)
    makeRoom()
    await act(id)
    controller.edit({ sources: ['hall'] })
    expect(await controller.keep('Hall', false)).toBeUndefined()
    expect(saved.withId(id)?.name).not.toBe('Hall')
  })

  it('keeps no report that cannot be asked for, and none without a name', async () => {
    expect(await controller.keep('Shop', false)).toContain('Only a complete report')
    controller.edit({ sources: ['door'] })
    expect(await controller.keep('  ', false)).toBe('A saved report needs a name.')
    expect(await controller.keep('x'.repeat(81), false)).toContain('too long')
    expect(saves()).toEqual([])
  })
})
