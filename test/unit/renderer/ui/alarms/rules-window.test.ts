// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { type AlarmRule, alarmRuleSchema, MAX_ALARM_RULES } from '#contract/wall/alarms.ts'
import { layoutOf } from '#contract/wall/layout.ts'
import { savedReportSchema } from '#contract/wall/occupancy.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { FakeShell, helloWith } from '../../fake-shell.ts'
import { doubleClick, openPage } from '../page.ts'

const rule = (id: string): AlarmRule =>
  alarmRuleSchema.parse({
    id,
    isOn: true,
    title: `Rule ${id}`,
    instruction: '',
    priority: 2,
    when: { kind: 'camera', state: 'STALE', longerThanS: 30, cameraIds: [] },
    does: { alarm: true, sound: true, hotspot: false },
    cameraIds: [],
    coolDownS: 60,
    coolDownPer: 'camera',
    needsReason: false,
  })

const search = { name: 'Gone', text: '', cameraIds: ['camera-1'], eventTypeIds: [], match: [] }
const report = (id: string) =>
  savedReportSchema.parse({
    id,
    name: id,
    definition: { entrancesAndExits: ['door'], timezone: 'UTC' },
    window: { kind: 'last', amount: 24, unit: 'h' },
  })

const salvo = (number: number) => ({
  version: 1,
  number,
  name: '',
  scope: 'monitor',
  walls: [{ monitor: 1, layout: layoutOf(1), tiles: [] }],
})

async function openRules(...rules: readonly AlarmRule[]) {
  const settings = wallSettingsSchema.parse({ alarms: { rules } })
  const shell = new FakeShell({ 'wall.hello': () => ok(helloWith({ settings })) })
  const page = await openPage(shell)
  await page.press({ key: 'A', ctrlKey: true, shiftKey: true })
  const send = () =>
    page.find('dialog form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }))
  const typeTitle = (words: string) => {
    const title = page.find('input[name="title"]')
    if (title instanceof HTMLInputElement) title.value = words
  }
  /** What a camera rule needs, into the form of a new one. */
  const typeNew = () => {
    typeTitle('New')
    return page.change(() => {
      const kind = page.find('select[name="kind"]')
      if (kind instanceof HTMLSelectElement) kind.value = 'camera'
      kind?.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  const arrive = (...now: readonly AlarmRule[]) =>
    page.change(() => shell.push('settings', wallSettingsSchema.parse({ alarms: { rules: now } })))
  return { ...page, send, typeTitle, typeNew, arrive }
}

describe('the window of alarm rules', () => {
  it('hears the arrows of a numpad without Num Lock', async () => {
    const { press, find } = await openRules(rule('one'), rule('two'))
    await press({ key: 'ArrowDown', code: 'Numpad2' })
    expect(find('[aria-selected="true"]')?.textContent).toContain('Rule two')
  })

  it('brings the chosen rule into sight', async () => {
    const { press, find } = await openRules(rule('one'), rule('two'))
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    await press('ArrowDown')
    expect(scroll.mock.contexts.at(-1)).toBe(find('[aria-selected="true"]'))
  })

  it('deletes no rule by a double click', async () => {
    const { saying, shell } = await openRules(rule('one'), rule('two'))
    const remove = saying('button', 'Delete…')
    await doubleClick(() => remove)
    expect(shell.inputsOf('settings.save')).toEqual([])
    expect(remove?.textContent).toBe('Delete it for good')
  })

  it('deletes no rule by one key press, however long it is held', async () => {
    const { press, shell } = await openRules(rule('one'), rule('two'))
    await press('Delete')
    await press({ key: 'Delete', repeat: true })
    expect(shell.inputsOf('settings.save')).toEqual([])
    await press('Delete')
    expect(shell.inputsOf('settings.save')).toHaveLength(1)
  })

  it('goes on to the form of a first rule when the last one is deleted', async () => {
    const { press, find } = await openRules(rule('one'))
    await press('Delete')
    await press('Delete')
    expect(find('input[name="title"]')).toHaveProperty('value', '')
    expect(find('.alarm-detail')?.contains(document.activeElement)).toBe(true)
  })

  it('says that a rule is kept when it is, not before', async () => {
    const { change, send, find, shell } = await openRules(rule('one'))
    shell.answers['settings.save'] = () => fail(wallError('storage_failed', 'The disk is full.'))
    await change(send)
    expect(find('dialog')?.textContent).toContain('The disk is full.')
    expect(find('.form-done')).toBeNull()
  })

  it('adds a rule once, however often its form is sent meanwhile', async () => {
    const { change, find, shell, typeNew } = await openRules()
    await typeNew()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { ['settings.save']: save } = shell.answers
    shell.answers['settings.save'] = (input) => promise.then(() => save?.(input)) as never
    for (let sent = 0; sent < 2; sent += 1) await change(() => find('form button[type="submit"]')?.click())
    await change(resolve)
    expect(shell.inputsOf('settings.save')).toHaveLength(1)
  })

  it('puts no old fields back over what another monitor has changed meanwhile', async () => {
    const { arrive, press, change, send, find, shell } = await openRules(rule('one'))
    await press('Enter')
    await arrive({ ...rule('one'), needsReason: true, isOn: false })
    await change(send)
    expect(shell.inputsOf('settings.save')).toEqual([])
    expect(find('[role="alert"]')?.textContent).toContain('changed elsewhere')
  })

  it('keeps a rule again and again, and as switched on or off meanwhile', async () => {
    const { arrive, press, change, send, shell } = await openRules(rule('one'))
    await press('Enter')
    await change(send)
    await arrive({ ...rule('one'), isOn: false })
    await change(send)
    expect(shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules[0]?.isOn)).toEqual([true, false])
  })

  it('takes what it has sent itself for no change elsewhere when the disk refused it', async () => {
    const { press, change, send, find, shell, typeTitle } = await openRules(rule('one'))
    const { ['settings.save']: save } = shell.answers
    shell.answers['settings.save'] = ({ to }) => {
      shell.push('settings', wallSettingsSchema.parse(to))
      return fail(wallError('storage_failed', 'The disk is full.'))
    }
    await press('Enter')
    for (const typed of ['Typed', 'Typed again']) {
      typeTitle(typed)
      await change(send)
    }
    if (save !== undefined) shell.answers['settings.save'] = save
    await change(send)
    expect(shell.inputsOf('settings.save')).toHaveLength(3)
    expect(find('[role="alert"].form-error')).toBeNull()
  })

  it('adds a new rule once, however often the disk refuses it', async () => {
    const { press, change, send, shell, typeNew } = await openRules(rule('one'))
    shell.answers['settings.save'] = ({ to }) => {
      shell.push('settings', wallSettingsSchema.parse(to))
      return fail(wallError('storage_failed', 'The disk is full.'))
    }
    await press('n')
    await typeNew()
    for (let times = 0; times < 2; times += 1) await change(send)
    const sent = shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules.map(({ title }) => title))
    expect(sent).toEqual([
      ['Rule one', 'New'],
      ['Rule one', 'New'],
    ])
  })

  it('puts nothing in the place of a search or a report that was deleted', async () => {
    const rules = [
      { ...rule('one'), when: { kind: 'event', search } },
      { ...rule('two'), when: { kind: 'occupancy', reportId: 'gone', threshold: 9 } },
    ]
    const others = { savedSearches: [{ name: 'Other', text: '' }], occupancyReports: [report('other')] }
    const settings = wallSettingsSchema.parse({ ...others, alarms: { rules } })
    const shell = new FakeShell({ 'wall.hello': () => ok(helloWith({ settings })) })
    const { press, change, find } = await openPage(shell)
    await press({ key: 'A', ctrlKey: true, shiftKey: true })
    const send = () => change(() => find('form button[type="submit"]')?.click())
    await send()
    const kept = () => shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules[0]?.when)
    expect(kept()).toEqual([{ kind: 'event', search }])
    await press('ArrowDown')
    await send()
    expect(kept()).toHaveLength(1)
    expect(find('[role="alert"].form-error')?.textContent).toContain('Choose a saved occupancy report')
  })

  it('puts nothing in the place of what is deleted while the form is open', async () => {
    const rules = [
      {
        ...rule('one'),
        when: { kind: 'event', search },
        does: { alarm: true, sound: true, hotspot: false, salvo: 6 },
      },
      { ...rule('two'), when: { kind: 'occupancy', reportId: 'gone', threshold: 9 } },
    ]
    const settings = wallSettingsSchema.parse({
      savedSearches: ['Other', 'Gone'].map((name) => ({ name, text: '' })),
      occupancyReports: [report('other'), report('gone')],
      salvos: [salvo(5), salvo(6)],
      alarms: { rules },
    })
    const { savedSearches, occupancyReports, salvos } = settings
    const without = {
      ...settings,
      savedSearches: savedSearches.slice(0, 1),
      occupancyReports: occupancyReports.slice(0, 1),
      salvos: salvos.slice(0, 1),
    }
    const shell = new FakeShell({ 'wall.hello': () => ok(helloWith({ settings })) })
    const { press, change, find } = await openPage(shell)
    const select = (name: string) => find(`select[name="${name}"]`) as HTMLSelectElement
    const send = () => change(() => find('form button[type="submit"]')?.click())
    await press({ key: 'A', ctrlKey: true, shiftKey: true })
    expect([select('search').value, select('salvo').value]).toEqual(['Gone', '6'])
    await change(() => shell.push('settings', without))
    expect([select('search').value, select('salvo').value]).toEqual(['Gone', '6'])
    expect(select('search').selectedOptions[0]?.textContent).toBe('There is no saved search “Gone” any more.')
    await send()
    expect(shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules[0])).toEqual([
      settings.alarms.rules[0],
    ])
    await change(() => shell.push('settings', settings))
    await press('ArrowDown')
    await change(() => shell.push('settings', without))
    expect(select('reportId').selectedOptions[0]?.textContent).toBe('Its occupancy report is no longer kept')
    await send()
    expect(shell.inputsOf('settings.save')).toHaveLength(1)
    expect(find('[role="alert"].form-error')?.textContent).toContain('Choose a saved occupancy report')
  })

  it('puts no refusal before an operator when only its search has been read anew', async () => {
    const saved = { name: 'All', text: '' }
    const when = (cameraIds: string[]) => ({
      kind: 'event' as const,
      search: { ...saved, cameraIds, eventTypeIds: [], match: [] },
    })
    const settingsOf = (cameraIds: string[]) =>
      wallSettingsSchema.parse({
        savedSearches: [saved],
        alarms: { rules: [{ ...rule('one'), when: when(cameraIds) }] },
      })
    const shell = new FakeShell({ 'wall.hello': () => ok(helloWith({ settings: settingsOf([]) })) })
    const { press, change, find } = await openPage(shell)
    await press({ key: 'A', ctrlKey: true, shiftKey: true })
    await press('Enter')
    await change(() => shell.push('settings', settingsOf(['camera-1'])))
    await change(() => find('form button[type="submit"]')?.click())
    expect(find('dialog')?.textContent).not.toContain('changed elsewhere')
    expect(shell.inputsOf('settings.save')).toHaveLength(1)
  })

  it('goes on to no other rule when the one that is edited is deleted elsewhere; what is typed can be added', async () => {
    const { arrive, press, change, send, find, shell } = await openRules(rule('one'), rule('two'))
    await press('ArrowDown')
    await press('Enter')
    const title = find('input[name="title"]') as HTMLInputElement
    title.value = 'Typed'
    await arrive(rule('one'))
    expect(find('input[name="title"]')).toBe(title)
    expect(document.activeElement).toBe(title)
    expect(find('[role="alert"]')?.textContent).toContain('deleted elsewhere')
    expect(find('[aria-selected="true"]')).toBeNull()
    const { ['settings.save']: save } = shell.answers
    shell.answers['settings.save'] = () => fail(wallError('storage_failed', 'The disk is full.'))
    await change(send)
    expect(find('[role="alert"]')?.textContent).toContain('The disk is full.')
    if (save !== undefined) shell.answers['settings.save'] = save
    await change(send)
    const [first, second] = shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules.at(-1)?.id)
    expect(second).toBe(first)
    expect(shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules.map((one) => one.title))).toEqual(
      [
        ['Rule one', 'Typed'],
        ['Rule one', 'Typed'],
      ],
    )
  })

  it('says so when the list has become full under the form of a deleted rule', async () => {
    const others = Array.from({ length: MAX_ALARM_RULES }, (_, at) => rule(`other-${at}`))
    const { arrive, press, change, send, find, shell } = await openRules(rule('one'))
    await press('Enter')
    await arrive(...others)
    await change(send)
    expect(find('[role="alert"]')?.textContent).toContain('no more fit')
    expect(shell.inputsOf('settings.save')).toEqual([])
  })

  it('chooses no other rule when the chosen one is deleted elsewhere', async () => {
    const { arrive, press, find, shell } = await openRules(rule('one'), rule('two'))
    await press('ArrowDown')
    await arrive(rule('one'))
    await press(' ')
    expect(shell.inputsOf('settings.save')).toEqual([])
    expect(find('[aria-selected="true"]')).toBeNull()
    await press('ArrowDown')
    expect(find('input[name="title"]')).toHaveProperty('value', 'Rule one')
  })
})
