import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RELAY_MAX_FRAME_BYTES } from '#contract/wall/relay.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { refusedWith } from '#test/stand/unwrap.ts'
import { columnsAnswer, type FakeWall, helloAnswer, idleStatus } from './fake-wall.ts'

/** A page's shell with a fake wall behind it, over the transport under test. */
export interface ShellStage {
  /** Of a page that is monitor 1. */
  readonly shell: WallShell
  /** Another page on the same wall: monitor 2. */
  openSecond(): Promise<SecondPage>
  /** In the same process as the test; `push` and `relays` are how a test acts for main. */
  readonly wall: Pick<FakeWall, 'push' | 'calls' | 'relays'>
  /** Monitors of the pages that main knows as open. */
  openMonitors(): Promise<readonly number[]>
  dispose(): Promise<void>
}

export interface SecondPage {
  readonly shell: WallShell
  /** As when its window is closed. */
  close(): Promise<void>
}

/** Resolves with the first value that a subscription brings. */
export function first<Value>(subscribe: (listener: (value: Value) => void) => () => void): Promise<Value> {
  return new Promise((resolve) => {
    const stop = subscribe((value) => {
      resolve(value)
      queueMicrotask(() => stop())
    })
  })
}

/** A call that no page of ours would make. */
function callAnything(shell: WallShell, name: string, input: unknown): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- on purpose
  return (shell as { call(name: string, input: unknown): Promise<unknown> }).call(name, input)
}

/**
 * What a page may rely on, whatever carries it. Written against `WallShell`, so that it runs over the host's
 * WebSocket, over the preload and, unchanged, in the installed application.
 */
export function wallShellSuite(name: string, start: () => Promise<ShellStage>): void {
  describe(`WallShell over ${name}`, () => {
    let stage: ShellStage
    beforeEach(async () => {
      stage = await start()
    })
    afterEach(() => stage.dispose())

    it('answers a call without input', async () => {
      expect(await stage.shell.call('wall.hello', undefined)).toEqual({ ok: true, value: helloAnswer })
    })

    it('hands the input to main, parsed', async () => {
      const result = await stage.shell.call('keys.set', { key: '  abc  ' })
      expect(result).toEqual({ ok: true, value: idleStatus })
      expect(stage.wall.calls).toEqual([{ name: 'keys.set', input: { key: 'abc' } }])
    })

    it('carries a hundred thousand events', async () => {
      const asked = { cameraIds: [], eventTypeIds: [], startMs: 0, endMs: 1, match: [], maxEvents: 100_000 }
      expect(await stage.shell.call('events.columns', asked)).toEqual({ ok: true, value: columnsAnswer })
    })

    it('carries an expected failure as a value, with its retry', async () => {
      expect(await stage.shell.call('connection.set', { baseUrl: 'http://127.0.0.1:1' })).toEqual({
        ok: false,
        error: { code: 'unreachable', message: 'Nobody there.', retryInMs: 1_500 },
      })
    })

    it('answers a bug in main with a failure that says nothing of it', async () => {
      const result = await stage.shell.call('keys.clear', undefined)
      expect(result).toMatchObject({ ok: false })
      expect(JSON.stringify(result)).not.toContain('hunter2')
    })

    it('refuses an unknown name', async () => {
      for (const name of ['nope', '__proto__', 'constructor', 'toString', '']) {
        expect(await callAnything(stage.shell, name, undefined)).toMatchObject(refusedWith('bad_request'))
      }
    })

    it('refuses input that does not match, and main never sees it', async () => {
      const inputs = [
        undefined,
        null,
        3,
        'x',
        [],
        {},
        { key: '' },
        { key: 'x'.repeat(5_000) },
        { key: { a: 1 } },
      ]
      for (const input of inputs) {
        expect(await callAnything(stage.shell, 'keys.set', input)).toMatchObject(refusedWith('bad_request'))
      }
      expect(stage.wall.calls).toEqual([])
    })

    it('answers many calls at once, each with its own answer', async () => {
      const values = Array.from({ length: 40 }, (_, index) => index)
      const results = await Promise.all(
        values.map((value) =>
          stage.shell.call('settings.save', {
            from: { lateAfterMs: 1_000 },
            to: { lateAfterMs: 1_000 + value },
          }),
        ),
      )
      expect(results.map((result) => result.ok && result.value.settings.lateAfterMs)).toEqual(
        values.map((value) => 1_000 + value),
      )
    })

    it('tells pushes to who subscribed to them, and to nobody else', async () => {
      await stage.shell.call('wall.hello', undefined)
      const others: unknown[] = []
      stage.shell.subscribe('cameras', (payload) => others.push(payload))
      const shown = first<{ entry: string }>((listener) => stage.shell.subscribe('show', listener))
      stage.wall.push('show', { entry: '3.12', isAlarm: false })
      expect(await shown).toEqual({ entry: '3.12', isAlarm: false })
      expect(others).toEqual([])
    })

    it('tells no push to who has unsubscribed', async () => {
      await stage.shell.call('wall.hello', undefined)
      const received: unknown[] = []
      stage.shell.subscribe('power', (payload) => received.push(payload))()
      const after = first<{ state: string }>((listener) => stage.shell.subscribe('power', listener))
      stage.wall.push('power', { state: 'suspend' })
      await after
      expect(received).toEqual([])
    })

    it('carries relay frames both ways, unchanged and in order', async () => {
      await stage.shell.call('wall.hello', undefined)
      const frames = Array.from({ length: 50 }, (_, index) =>
        Uint8Array.from([0, 0, 0, index, 3, index, 255]),
      )
      const back = new Promise<Uint8Array[]>((resolve) => {
        const got: Uint8Array[] = []
        stage.shell.relay.onFrame((frame) => {
          got.push(Uint8Array.from(frame))
          if (got.length === frames.length) resolve(got)
        })
      })
      for (const frame of frames) stage.shell.relay.send(frame)
      expect(await back).toEqual(frames)
      expect(stage.wall.relays).toHaveLength(1)
    })

    it('carries the largest relay frame', async () => {
      await stage.shell.call('wall.hello', undefined)
      const back = first<Uint8Array>((listener) => stage.shell.relay.onFrame(listener))
      stage.shell.relay.send(new Uint8Array(RELAY_MAX_FRAME_BYTES).fill(7))
      expect((await back).byteLength).toBe(RELAY_MAX_FRAME_BYTES)
    })

    describe('with two pages', () => {
      let second: SecondPage
      beforeEach(async () => {
        await stage.shell.call('wall.hello', undefined)
        second = await stage.openSecond()
      })

      it('tells main which of them asks', async () => {
        const answers = await Promise.all(
          [stage.shell, second.shell].map((shell) => shell.call('wall.hello', undefined)),
        )
        expect(answers.map((answer) => answer.ok && answer.value.monitor)).toEqual([1, 2])
      })

      it('tells a page what is for its monitor, and all of them what is for all', async () => {
        await second.shell.call('wall.hello', undefined)
        const received: string[] = []
        stage.shell.subscribe('show', ({ entry }) => received.push(`1: ${entry}`))
        second.shell.subscribe('show', ({ entry }) => received.push(`2: ${entry}`))
        const ends = [stage.shell, second.shell].map((shell) =>
          first((listener) => shell.subscribe('power', listener)),
        )
        stage.wall.push('show', { entry: '3.12', isAlarm: false }, 2)
        stage.wall.push('show', { entry: '7', isAlarm: false }, 1)
        stage.wall.push('power', { state: 'resume' })
        await Promise.all(ends)
        expect(received.toSorted()).toEqual(['1: 7', '2: 3.12'])
      })

      it('gives each a relay of its own', async () => {
        await second.shell.call('wall.hello', undefined)
        const frames = [stage.shell, second.shell].map((shell) =>
          first<Uint8Array>((listener) => shell.relay.onFrame(listener)),
        )
        second.shell.relay.send(Uint8Array.from([0, 0, 0, 1, 3, 22]))
        stage.shell.relay.send(Uint8Array.from([0, 0, 0, 1, 3, 11]))
        expect((await Promise.all(frames)).map((frame) => frame.at(-1))).toEqual([11, 22])
      })

      it('goes on with the one when the other is closed', async () => {
        await second.shell.call('wall.hello', undefined)
        expect(await stage.openMonitors()).toEqual([1, 2])
        await second.close()
        await expect.poll(() => stage.openMonitors()).toEqual([1])
        expect(await stage.shell.call('wall.hello', undefined)).toMatchObject({ value: { monitor: 1 } })
      })
    })
  })
}
