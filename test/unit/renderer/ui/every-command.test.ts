// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { isDeepStrictEqual } from 'node:util'
import { type ActionName, actionNames, actionOf, actionWords } from '#renderer/keyboard/actions.ts'
import type { WallCommand } from '#renderer/wall/commands.ts'
import { type CommandOptions, commandRunner, handlers } from '#renderer/wall/run-command.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { camerasUpTo } from '../fake-shell.ts'
import { openPage } from './page.ts'
import { paletteOf } from './palette-of.ts'

type Kind = WallCommand['kind']

/** Meanings of keys that depend on what has been typed; the palette saves a salvo by an entry of its own. */
const typedOnly: readonly ActionName[] = ['confirm', 'takeBack', 'leave', 'saveSalvo']

/** Commands that no action and no entry of this palette gives, and what does. */
const otherWays: Readonly<Partial<Record<Kind, string>>> = {
  'last-camera': '0 Enter',
  'enter-feed': 'Enter',
  'play-maximum': 'Enter',
  'toggle-large': 'Enter',
  'enter-on-monitor': '2 / 1 Enter',
  'focus-monitor': '2 / Enter',
  'leave-large': 'Escape',
  'whole-picture': 'Escape',
  'leave-full-screen': 'Escape',
  'leave-salvo': 'Backspace',
  'recall-salvo': '* 5 Enter',
  select: 'the pointer; arrows and Tab by keys',
  'open-report': 'palette, by report',
  'use-platform': 'palette, by platform',
  'choose-screens': 'palette of the installed application',
  'choose-time-zone': 'palette, by zone',
  'go-to': 'palette, by time',
  'run-search': 'palette, by search',
  'toggle-event-tag': 'palette, by tag',
  'check-updates': 'palette of what updates itself',
  'install-update': 'palette of what updates itself',
}

/** One of each kind that changes what the wall holds. */
const changes = [
  { kind: 'show-camera', tile: 0, cameraId: 'camera-12' },
  { kind: 'last-camera', tile: 2 },
  { kind: 'toggle-receipts' },
  { kind: 'set-receipts', change: { corner: 'top-left', isShown: true } },
  { kind: 'show-content', content: { kind: 'clock' } },
  { kind: 'show-content', content: { kind: 'feed' } },
  { kind: 'show-content', content: { kind: 'occupancy', reportId: 'door' } },
  { kind: 'earlier-content' },
  { kind: 'step-camera', by: 1 },
  { kind: 'set-layout', layout: 16 },
] as const satisfies readonly WallCommand[]

const palette = paletteOf()

describe('every command', () => {
  it('stands in the help, with its keys or where it is found without any', async () => {
    const { press, container } = await openPage()
    await press('?')
    const rows = [...container.querySelectorAll('.help li')].map((row) => ({
      label: row.lastElementChild?.textContent,
      keys: row.querySelectorAll('kbd').length,
    }))
    for (const name of actionNames) {
      expect(rows.find(({ label }) => label === actionWords(name))?.keys, name).toBeGreaterThan(0)
    }
  })

  it('stands in the palette, but for what only means something with an entry', () => {
    const offered = new Set(palette.map(({ id }) => id))
    const absent = actionNames.filter((name) => !offered.has(`action ${name}`))
    expect(absent.toSorted()).toEqual([...typedOnly, 'palette'].toSorted())
    expect(offered).toContain('save-salvo')
  })

  it('has a way to it by keys', () => {
    const given = new Set<string>([
      ...actionNames.flatMap((name) => actionOf(name).command?.kind ?? []),
      ...palette.flatMap(({ command }) => command?.kind ?? []),
    ])
    const lost = Object.keys(handlers).filter((kind) => !given.has(kind) && !(kind in otherWays))
    expect(lost).toEqual([])
    expect(Object.keys(otherWays).filter((kind) => given.has(kind))).toEqual([])
  })

  it.each(changes)('of those that change the wall is undone, and done again: $kind', (command) => {
    const wall = createWallStore(emptyDocument(9), camerasUpTo(16))
    const salvos = { travel: (way: 'undo' | 'redo') => wall.actions[way]() }
    const stubs: unknown = { wall, salvos, session: { getState: () => ({}) } }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a change of the wall asks nobody else
    const run = commandRunner(stubs as CommandOptions)
    // So that there is a camera, and something, before this.
    wall.actions.showCamera(2, 'camera-9')
    wall.actions.showCamera(0, 'camera-5')
    const before = wall.getState().document
    run(command)
    const after = wall.getState().document
    expect(isDeepStrictEqual(after.tiles, before.tiles) && after.layout === before.layout).toBe(false)
    run({ kind: 'undo' })
    expect(wall.getState().document).toMatchObject({ tiles: before.tiles, layout: before.layout })
    run({ kind: 'redo' })
    expect(wall.getState().document).toMatchObject({ tiles: after.tiles, layout: after.layout })
  })
})
