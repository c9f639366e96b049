import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { type Held, PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import type { WallShell } from '#contract/wall/shell.ts'

function stage() {
  const sent: Held[] = []
  const call = async (_name: string, input: unknown) => {
    sent.push(input as Held)
    return ok(undefined)
  }
  return { sent, holds: new PlaybackHolds({ call: call as WallShell['call'] }) }
}

describe('PlaybackHolds', () => {
  it('tells main one list of what all parts of a page play, once a change', () => {
    const { sent, holds } = stage()
    const [tiles, local] = [{}, {}]
    holds.set(tiles, { playing: ['a', 'b'], paused: [] })
    holds.set(local, { playing: ['c'], paused: [] })
    holds.set(local, { playing: ['c'], paused: [] })
    holds.set(tiles, { playing: [], paused: ['a'] })
    holds.set(tiles, { playing: [], paused: [] })
    expect(sent).toEqual([
      { playing: ['a', 'b'], paused: [] },
      { playing: ['a', 'b', 'c'], paused: [] },
      { playing: ['c'], paused: ['a'] },
      { playing: ['c'], paused: [] },
    ])
  })

  it('says it again when main may not have heard it, but not before there was anything to say', () => {
    const { sent, holds } = stage()
    holds.repeat()
    expect(sent).toEqual([])
    const tiles = {}
    holds.set(tiles, { playing: ['a'], paused: [] })
    holds.repeat()
    holds.set(tiles, { playing: [], paused: [] })
    holds.repeat()
    expect(sent.map(({ playing }) => playing)).toEqual([['a'], ['a'], [], []])
  })
})
