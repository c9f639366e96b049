// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok } from '#contract/result.ts'
import { Timeline } from '#renderer/timeline/timeline.ts'
import { emptyDocument, putCamera, withRunning } from '#renderer/wall/wall-document.ts'
import { FakeShell, helloWith } from '../../fake-shell.ts'
import { openPage } from '../page.ts'
import { exportWords } from '#renderer/ui/evidence/export-words.ts'

it('says of which day the range is that stands since yesterday', async () => {
  // It draws in a worker.
  vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
  const shell = new FakeShell({ 'playback.open': () => fail(wallError('unreachable')) })
  const { press, find, change, clock } = await openPage(shell)
  await press('r')
  await press('[')
  await press({ key: 'ArrowRight', shiftKey: true })
  await press(']')
  const open = () => press({ key: 'X', shiftKey: true })
  const range = () => find('dialog form p')?.textContent
  await open()
  expect(range()).toMatch(/^Range: 14:31:\d\d to 14:31:\d\d \(/)
  await open()
  await change(() => clock.advance(86_400_000))
  await open()
  expect(range()).toMatch(/^Range: Fri 20 Nov 14:31:\d\d to Fri 20 Nov 14:31:\d\d \(/)
})

it('says how one gets to a range, from a live wall on', async () => {
  const { press, find } = await openPage()
  await press({ key: 'X', shiftKey: true })
  expect(find('dialog form p')?.textContent).toBe(
    'No range yet. R leads into playback; there [ sets its beginning and ] its end.',
  )
})

it('shows the fingerprint of the key that signs, which recipients have to be told', async () => {
  const folder = { folder: '/exports', folderBy: 'usual' as const, canChoose: false, exports: [] }
  const fingerprint = 'ab'.repeat(32)
  const shell = new FakeShell({ 'evidence.state': () => ok({ ...folder, fingerprint }) })
  const { press, find } = await openPage(shell)
  await press({ key: 'X', shiftKey: true })
  await expect.poll(() => find('.export-past')?.textContent).toContain(fingerprint)
})

it('names an export by its cameras and its range', async () => {
  const minuteMs = 60_000
  const startMs = Date.parse('2026-11-20T14:10:00')
  const exported = {
    exportId: 'export-1',
    name: 'tessera-2026-11-20T14-10-00Z-export-1',
    startMs,
    endMs: startMs + 2 * minuteMs,
    cameraIds: ['camera-2', 'gone-1'],
    state: 'done' as const,
    progress: 1,
    bytes: 1,
    gaps: 0,
    remarks: [],
  }
  const folder = { folder: '/exports', folderBy: 'usual' as const, canChoose: false }
  const shell = new FakeShell({ 'evidence.state': () => ok({ ...folder, exports: [exported] }) })
  const { press, find } = await openPage(shell)
  await press({ key: 'X', shiftKey: true })
  await expect.poll(() => find('.export-list b')?.textContent).toMatch(/^2 .+ and gone-1$/)
  expect(find('.export-list li')?.textContent).toContain('14:10:00 to 14:12:00 (2 min)')
  expect(find('.export-list .code')?.textContent).toBe(exported.name)
})

it('opens without a range with the keys in the window, not on the button that closes it', async () => {
  const { press, find } = await openPage()
  await press({ key: 'X', shiftKey: true })
  expect(find('dialog form button:disabled')).not.toBeNull()
  expect(document.activeElement).toBe(find('dialog .window-body'))
})

it('exports the camera that was selected when it opened, whichever one its hotspot goes on to show', async () => {
  vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
  const hotspot = { kind: 'hotspot', scope: 'all', cameraId: 'camera-3' } as const
  const document = withRunning(putCamera(emptyDocument(4), 1, 'camera-2'), 0, hotspot)
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ document })),
    'playback.open': () => fail(wallError('unreachable')),
  })
  const { press, find, change } = await openPage(shell)
  await press('r', '[', { key: 'ArrowRight', shiftKey: true }, ']')
  await press({ key: 'X', shiftKey: true })
  await change(() => shell.push('selected', { cameraId: 'camera-7' }))
  await change(() => find('dialog form [data-first-focus]')?.click())
  expect(shell.inputsOf('evidence.export').map(({ cameraIds }) => cameraIds)).toEqual([['camera-3']])
})

it.each([
  wallError('unreachable', exactMessage('footage_unreachable')),
  wallError('timeout', exactMessage('footage_late')),
  wallError('unreachable'),
  wallError('timeout'),
])('does not promise another try of what has stopped: $message', (error) => {
  const stopped = exportWords({
    exportId: 'export-1',
    name: 'export',
    startMs: 0,
    endMs: 1,
    cameraIds: ['camera-1'],
    state: 'failed',
    progress: 0.5,
    bytes: 1,
    gaps: 0,
    error,
    remarks: [],
  })
  expect(stopped).not.toMatch(/trying/i)
  expect(stopped).toContain('“Go on” tries again.')
})
