// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { type AlarmRule, alarmRuleSchema, MAX_ALARM_RULES } from '#contract/wall/alarms.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import { reportOf } from '../../occupancy/report-of.ts'
import { salvoOf } from '../../wall/salvo-of.ts'
import { doubleClick, openPageWith } from '../page.ts'

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
const settingsOf = (rules: readonly object[], others: object = {}) =>
  wallSettingsSchema.parse({ ...others, alarms: { rules } })

const openRules = (...rules: readonly AlarmRule[]) => openWith(settingsOf(rules))

async function openWith(settings: WallSettings) {
  const page = await openPageWith({ settings })
  const { shell } = page
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
  const arrive = (...now: readonly AlarmRule[]) => page.change(() => shell.push('settings', settingsOf(now)))
  /** By its button, which is pressed only where the form has what it needs. */
  const press = () => page.change(() => page.find('form button[type="submit"]')?.click())
  const select = (name: string) => page.find(`select[name="${name}"]`) as HTMLSelectElement
  /** The first rule that was sent, each time. */
  const kept = () => shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules[0])
  return { ...page, send, typeTitle, typeNew, arrive, pressButton: press, select, kept }
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
    shell.fillDisk(() => undefined)
    await change(send)
    expect(find('dialog')?.textContent).toContain(wallError('storage_failed').message)
    expect(find('.form-done')).toBeNull()
  })

  it('keeps what is typed behind the form of another rule that is clicked, and says so', async () => {
    const { press, change, typeInto, find, container, send, shell } = await openRules(
      rule('one'),
      rule('two'),
    )
    const row = (at: number) => container.querySelectorAll<HTMLElement>('.alarm-row')[at]
    const shown = () => find('.alarm-detail:not([hidden]) input[name="title"]')
    await press('Enter')
    await typeInto('input[name="title"]', 'Half typ')
    await change(() => row(1)?.click())
    expect(shown()).toHaveProperty('value', 'Rule two')
    expect([0, 1].map((at) => row(at)?.textContent.includes('not kept'))).toEqual([true, false])
    await change(() => row(0)?.click())
    expect(shown()).toHaveProperty('value', 'Half typ')
    expect(document.activeElement).toBe(shown())
    await change(send)
    expect(shell.inputsOf('settings.save').map(({ to }) => to.alarms?.rules[0]?.title)).toEqual(['Half typ'])
    expect(row(0)?.textContent).not.toContain('not kept')
  })

  it('says in the form of a rule what keeps it from doing what it says', async () => {
    const { find } = await openRules({ ...rule('one'), when: { kind: 'event', search } })
    expect(find('.alarm-detail .form-error')?.textContent).toContain('“Gone”')
  })

  it('adds a rule once, however often its form is sent meanwhile', async () => {
    const { change, shell, typeNew, pressButton } = await openRules()
    await typeNew()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { ['settings.save']: save } = shell.answers
    shell.answers['settings.save'] = (input) => promise.then(() => save?.(input)) as never
    for (let sent = 0; sent < 2; sent += 1) await pressButton()
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
    const makeRoom = shell.fillDisk()
    await press('Enter')
    for (const typed of ['Typed', 'Typed again']) {
      typeTitle(typed)
      await change(send)
    }
    makeRoom()
    await change(send)
    expect(shell.inputsOf('settings.save')).toHaveLength(3)
    expect(find('[role="alert"].form-error')).toBeNull()
  })

  it('adds a new rule once, however often the disk refuses it', async () => {
    const { press, change, send, shell, typeNew } = await openRules(rule('one'))
    shell.fillDisk()
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
    const others = { savedSearches: [{ name: 'Other', text: '' }], occupancyReports: [reportOf('other')] }
    const { press, find, pressButton, kept } = await openWith(settingsOf(rules, others))
    await pressButton()
    expect(kept().map((first) => first?.when)).toEqual([{ kind: 'event', search }])
    await press('ArrowDown')
    await pressButton()
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
    const settings = settingsOf(rules, {
      savedSearches: ['Other', 'Gone'].map((name) => ({ name, text: '' })),
      occupancyReports: [reportOf('other'), reportOf('gone')],
      salvos: [salvoOf(5), salvoOf(6)],
    })
    const { savedSearches, occupancyReports, salvos } = settings
    const without = {
      ...settings,
      savedSearches: savedSearches.slice(0, 1),
      occupancyReports: occupancyReports.slice(0, 1),
      salvos: salvos.slice(0, 1),
    }
    const { press, change, find, shell, select, pressButton, kept } = await openWith(settings)
    expect([select('search').value, select('salvo').value]).toEqual(['Gone', '6'])
    await change(() => shell.push('settings', without))
    expect([select('search').value, select('salvo').value]).toEqual(['Gone', '6'])
    expect(select('search').selectedOptions[0]?.textContent).toBe('There is no saved search “Gone” any more.')
    await pressButton()
    expect(kept()).toEqual([settings.alarms.rules[0]])
    await change(() => shell.push('settings', settings))
    await press('ArrowDown')
    await change(() => shell.push('settings', without))
    expect(select('reportId').selectedOptions[0]?.textContent).toBe('Its occupancy report is no longer kept')
    await pressButton()
    expect(kept()).toHaveLength(1)
    expect(find('[role="alert"].form-error')?.textContent).toContain('Choose a saved occupancy report')
  })

  it('puts no refusal before an operator when only its search has been read anew', async () => {
    const saved = { name: 'All', text: '' }
    const when = (cameraIds: string[]) => ({
      kind: 'event' as const,
      search: { ...saved, cameraIds, eventTypeIds: [], match: [] },
    })
    const readAs = (cameraIds: string[]) =>
      settingsOf([{ ...rule('one'), when: when(cameraIds) }], { savedSearches: [saved] })
    const { press, change, find, shell, pressButton, kept } = await openWith(readAs([]))
    await press('Enter')
    await change(() => shell.push('settings', readAs(['camera-1'])))
    await pressButton()
    expect(find('dialog')?.textContent).not.toContain('changed elsewhere')
    expect(kept()).toHaveLength(1)
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
    const makeRoom = shell.fillDisk(() => undefined)
    await change(send)
    expect(find('[role="alert"]')?.textContent).toContain(wallError('storage_failed').message)
    makeRoom()
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
