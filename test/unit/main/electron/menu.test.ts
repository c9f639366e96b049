import type { MenuItem, MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import type { Keymap } from '#contract/wall/settings.ts'
import { menuTemplate } from '#main/electron/menu.ts'
import { wordsOf } from '#main/electron/words.ts'
import { actionNames, actionOf } from '#renderer/keyboard/actions.ts'
import { parseChord } from '#renderer/keyboard/keystroke.ts'

const state = {
  platform: 'linux',
  mode: 'walls',
  canChooseScreens: true,
  isLocked: false,
  keymap: {},
} as const

/** Every item below the bar, with what it asked when clicked. */
function itemsOf(over: Partial<Parameters<typeof menuTemplate>[0]> = {}) {
  const asked: string[] = []
  const template = menuTemplate(
    { ...state, ...over },
    {
      command: (action) => asked.push(action),
      reload: () => asked.push('reload'),
      chooseScreens: (mode) => asked.push(`screens ${mode}`),
    },
    wordsOf('en'),
  )
  const leaves = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => (Array.isArray(item.submenu) ? leaves(item.submenu) : [item]))
  return {
    template,
    items: leaves(template).map((item) => {
      asked.length = 0
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing here looks at what Electron hands over
      item.click?.({} as MenuItem, undefined, {})
      return { ...item, asked: asked[0] }
    }),
  }
}

describe('menuTemplate', () => {
  it.each([
    ['de', 'Wand', 'Hilfe'],
    ['es', 'Videowall', 'Ayuda'],
  ] as const)('speaks the language of the wall: %s', (language, first, last) => {
    const port = { command: () => undefined, reload: () => undefined, chooseScreens: () => undefined }
    const labels = menuTemplate(state, port, wordsOf(language)).map(({ label }) => label)
    expect([labels[0], labels.at(-1)]).toEqual([first, last])
  })

  it('asks the page for actions that it has, and shows the keys that these have by default', () => {
    const known: readonly string[] = actionNames
    const ofPage = itemsOf().items.filter(({ registerAccelerator }) => registerAccelerator === false)
    expect(ofPage.length).toBeGreaterThan(7)
    for (const { asked, accelerator } of ofPage) {
      expect(known).toContain(asked)
      const action = actionNames.find((name) => name === asked)
      if (action === undefined || accelerator === undefined) continue
      const chord = parseChord(
        accelerator.replace('CommandOrControl', 'Ctrl').replace(/(Left|Right)$/, 'Arrow$1'),
      )
      expect(actionOf(action).chords.map(parseChord)).toContain(chord)
    }
  })

  it('shows no key that an operator has changed or given to another action', () => {
    const [before, after] = [
      {},
      { layout: ['Q'], palette: [], mark: ['t', 'Shift+ArrowLeft'], help: ['Ctrl+,'] },
    ].map((keymap: Keymap) =>
      itemsOf({ keymap }).items.filter(({ accelerator }) => accelerator !== undefined),
    )
    const kept = after?.map(({ asked }) => asked)
    expect(before?.map(({ asked }) => asked).filter((asked) => kept?.includes(asked) === false)).toEqual([
      'palette',
      'layout',
      'connection',
      'jumpBack',
      'toggleTimeline',
      'help',
    ])
  })

  it('hears itself only what no page hears', () => {
    const active = itemsOf().items.filter(
      ({ accelerator, registerAccelerator }) => accelerator !== undefined && registerAccelerator !== false,
    )
    expect(active.map(({ accelerator }) => accelerator)).toEqual([
      'CommandOrControl+Shift+R',
      'CommandOrControl+Q',
    ])
    const taken = actionNames.flatMap((name) => actionOf(name).chords.map(parseChord))
    for (const chord of ['Ctrl+Shift+R', 'Ctrl+Q']) expect(taken).not.toContain(parseChord(chord))
  })

  it.each(['linux', 'darwin'] as const)('offers no way to end a locked kiosk (%s)', (platform) => {
    const { template } = itemsOf({ isLocked: true, platform })
    expect(template).toEqual(platform === 'darwin' ? [{ role: 'editMenu' }] : [])
  })

  it('offers the screens modes, unless the command line has chosen', () => {
    const radios = itemsOf().items.filter(({ type }) => type === 'radio')
    expect(radios.map(({ asked, checked }) => [asked, checked])).toEqual([
      ['screens window', false],
      ['screens walls', true],
      ['screens kiosk', false],
    ])
    const view = itemsOf({ canChooseScreens: false }).template.find(({ label }) => label === 'View')?.submenu
    expect(Array.isArray(view) && view.find(({ label }) => label === 'Screens')?.enabled).toBe(false)
  })

  it('follows the custom of macOS, where a shown key is also heard', () => {
    const { template, items } = itemsOf({ platform: 'darwin' })
    expect(template.map(({ label, role }) => label ?? role)).toEqual([
      'appMenu',
      'editMenu',
      'Wall',
      'Playback',
      'View',
      'windowMenu',
      'Help',
    ])
    expect(items.filter(({ accelerator }) => /^.$/.test(String(accelerator)))).toEqual([])
    expect(items.filter(({ role }) => role === 'quit' || role === 'about')).toEqual([])
  })
})
