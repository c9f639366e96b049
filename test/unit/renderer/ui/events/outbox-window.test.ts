// @vitest-environment happy-dom
import { wallError } from '#contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import type { EventOutboxState } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { FakeShell } from '../../fake-shell.ts'
import { openPage } from '../page.ts'

const letter = (id: string, reason: string) => ({
  id,
  cameraId: 'camera-3',
  eventTypeId: 'tag-1',
  timestampMs: Date.parse('2026-11-20T14:00:00'),
  fields: { note: `note of ${id}` },
  why: { error: wallError('refused', reason) },
})
const empty: EventOutboxState = { depth: 0, held: 0, deadLetters: [], deadLetterCount: 0 }
const refused: EventOutboxState = {
  ...empty,
  deadLetters: [letter('a', 'There is no such camera.'), letter('b', 'The tag is gone.')],
  deadLetterCount: 2,
}

async function openOutbox(outbox = refused) {
  const shell = new FakeShell({
    'events.outbox': () => ok(outbox),
    'events.retry': () => ok(1),
    'events.discard': () => ok(1),
  })
  const page = await openPage(shell)
  const banner = page.find('[data-banner="outbox"]')?.textContent
  await page.press({ key: 'M', shiftKey: true })
  const button = (words: string, at = 0) =>
    [...page.container.querySelectorAll('button')].filter(({ textContent }) => textContent === words)[at]
  return { ...page, banner, button, shell }
}

describe('the outbox', () => {
  it('is asked for attention by what the platform did not take, and says why it did', async () => {
    const { banner, find } = await openOutbox()
    expect(banner).toContain('The platform did not take 2 events.')
    const letters = [...(find('.outbox-letters')?.querySelectorAll('li') ?? [])]
    expect(letters.map((one) => one.querySelector('.outbox-reason')?.textContent)).toEqual([
      'There is no such camera.',
      'The tag is gone.',
    ])
    expect(letters[0]?.textContent).toContain('3 Till 1')
    expect(letters[0]?.textContent).toContain('note of a')
  })

  it('says what waits, in a banner once that is longer than it takes to be sent', async () => {
    const { change, clock, find, shell } = await openOutbox({ ...empty, depth: 1 })
    const waiting = '1 event waits here for the platform.'
    const banner = () => find('[data-banner="outbox"]')?.textContent
    expect([banner(), find('dialog')?.textContent]).toEqual([undefined, expect.stringContaining(waiting)])
    await change(() => clock.advance(eventDefaults.outbox.quietMs))
    expect(banner()).toContain(waiting)
    await change(() => shell.push('events.outboxChanged', empty))
    expect(banner()).toBeUndefined()
  })

  it('sends one again, or all', async () => {
    const { button, change, shell } = await openOutbox()
    await change(() => button('Send it again', 1)?.click())
    await change(() => button('Send all 2 again')?.click())
    expect(shell.inputsOf('events.retry')).toEqual([{ ids: ['b'] }, { all: true, count: 2 }])
  })

  it('discards only what is confirmed', async () => {
    const { button, change, shell } = await openOutbox()
    await change(() => button('Discard it…')?.click())
    expect(shell.inputsOf('events.discard')).toEqual([])
    await change(() => button('Discard it for good')?.click())
    expect(shell.inputsOf('events.discard')).toEqual([{ ids: ['a'] }])
  })

  it('discards no event that has been refused since it was asked', async () => {
    const { button, change, find, shell } = await openOutbox()
    await change(() => button('Discard all 2…')?.click())
    const deadLetters = [...refused.deadLetters, letter('c', 'The tag is gone.')]
    await change(() => shell.push('events.outboxChanged', { ...refused, deadLetters, deadLetterCount: 3 }))
    const pressAgain = () => change(() => find('.outbox-actions button:last-child')?.click())
    await pressAgain()
    expect(shell.inputsOf('events.discard')).toEqual([])
    expect(button('Discard all 3 for good')).toBeDefined()
    await pressAgain()
    expect(shell.inputsOf('events.discard')).toEqual([{ all: true, count: 3 }])
  })

  it('discards what waits for a platform that is not listed, and names it in its banner', async () => {
    const elsewhere = [{ platform: 'https://gone.example', depth: 3 }]
    const { banner, button, change, shell } = await openOutbox({ ...refused, elsewhere })
    expect(banner).toContain(
      '3 events wait here for the platform https://gone.example, which is not listed here.',
    )
    await change(() => button('Discard all 3…')?.click())
    await change(() => button('Discard all 3 for good')?.click())
    expect(shell.inputsOf('events.discard')).toEqual([{ platform: 'https://gone.example' }])
  })

  it('speaks of one event that waits for such a platform as of one', async () => {
    const elsewhere = [{ platform: 'https://gone.example', depth: 1 }]
    const { button } = await openOutbox({ ...empty, elsewhere })
    expect(button('Discard it…')).toBeDefined()
  })

  it('is quiet once nothing is left', async () => {
    const { change, find, shell } = await openOutbox()
    expect(find('dialog')?.textContent).toContain('Nothing waits.')
    await change(() => shell.push('events.outboxChanged', empty))
    expect(find('[data-banner="outbox"]')).toBeNull()
    expect(find('dialog')?.textContent).toContain('the platform has all that was kept here')
  })
})
