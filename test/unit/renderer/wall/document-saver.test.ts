import { describe, expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { keepDocument } from '#renderer/wall/document-saver.ts'
import { createSessionStore } from '#renderer/wall/session-store.ts'
import { emptyDocument, fillByNumber } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'

function open(shell = new FakeShell()) {
  const clock = new FakeClock()
  const kept = fillByNumber(emptyDocument(9), camerasUpTo(16))
  const wall = createWallStore(kept, camerasUpTo(16))
  const session = createSessionStore()
  const saver = keepDocument({ wall, shell, session, clock }, kept)
  return { clock, shell, wall, session, saver, saved: () => shell.inputsOf('wall.save') }
}

describe('the document saver', () => {
  it('does not keep what is kept already', () => {
    const { clock, saved } = open()
    clock.advance(5_000)
    expect(saved()).toEqual([])
  })

  it('keeps a burst of changes once, after it', () => {
    const { clock, wall, saved } = open()
    for (const tile of [1, 2, 3]) {
      wall.actions.select(tile)
      clock.advance(300)
    }
    expect(saved()).toEqual([])
    clock.advance(500)
    expect(saved()).toEqual([wall.getState().document])
  })

  it('keeps at once what is pending when the window goes', () => {
    const { wall, saver, saved, clock } = open()
    wall.actions.select(1)
    saver.dispose()
    expect(saved()).toHaveLength(1)
    expect(clock.pendingCount).toBe(0)
  })

  it('tries again with the next change when it could not', async () => {
    let isFull = true
    const shell = new FakeShell({
      'wall.save': () => (isFull ? fail(wallError('storage_failed')) : ok(undefined)),
    })
    const { clock, wall, saver, saved } = open(shell)
    wall.actions.select(1)
    clock.advance(500)
    await vi.waitFor(() => expect(saved()).toHaveLength(1))
    isFull = false
    await Promise.resolve()
    wall.actions.select(2)
    wall.actions.select(1)
    saver.flush()
    expect(saved()).toHaveLength(2)
  })

  it('tries again at the end, too, and does not save what has been kept since it began', async () => {
    const shell = new FakeShell({ 'wall.save': () => fail(wallError('storage_failed')) })
    const { clock, wall, saver, saved } = open(shell)
    wall.actions.select(1)
    await clock.pass(500)
    shell.answers['wall.save'] = () => ok(undefined)
    for (let times = 0; times < 2; times += 1) {
      saver.flush()
      await settle()
    }
    expect(saved()).toHaveLength(2)
  })

  it('says that nothing is kept when main refuses the document', async () => {
    const refused = wallError('bad_request')
    const { wall, session, saver } = open(new FakeShell({ 'wall.save': () => fail(refused) }))
    wall.actions.select(1)
    saver.flush()
    await settle()
    expect(session.getState().notices.map(({ text }) => text)).toEqual([refused.message])
  })

  it('leaves to others what they say: that the disk is full, that main is away', async () => {
    const { wall, session, saver, shell } = open()
    for (const [tile, code] of (['storage_failed', 'shell_lost'] as const).entries()) {
      shell.answers['wall.save'] = () => fail(wallError(code))
      wall.actions.select(tile + 1)
      saver.flush()
      await settle()
    }
    expect(session.getState().notices).toEqual([])
  })

  it('saves what was there before two changes of which neither could be kept', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const failed = fail(wallError('shell_lost'))
    const { wall, saver, saved } = open(
      new FakeShell({ 'wall.save': () => promise.then(() => failed) as never }),
    )
    for (const tile of [1, 2]) {
      wall.actions.select(tile)
      saver.flush()
    }
    resolve()
    await settle()
    wall.actions.select(1)
    saver.flush()
    expect(saved().map(({ selected }) => selected)).toEqual([1, 2, 1])
  })
})
