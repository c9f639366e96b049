import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { JoinMode } from '#renderer/live/join-mode.ts'

const unknownWay = wallError('media_unreachable', exactMessage('media_unknown_way'))

describe('JoinMode', () => {
  it('begins with one peer connection and tries the old way after a 404', () => {
    const mode = new JoinMode()
    expect(mode.isSinglePeerConnection).toBe(true)
    expect(mode.shouldTryOldWay(unknownWay)).toBe(true)
    expect(mode.shouldTryOldWay(wallError('ticket_refused'))).toBe(false)
    // The platform does not know the camera, which no way of joining helps.
    expect(mode.shouldTryOldWay(wallError('not_found'))).toBe(false)
  })

  it('takes a 404 for an outage once the new way has worked', () => {
    const mode = new JoinMode()
    mode.worked(true)
    expect(mode.shouldTryOldWay(unknownWay)).toBe(false)
  })

  it('stays with the old way once that has worked', () => {
    const mode = new JoinMode()
    mode.worked(false)
    expect(mode.isSinglePeerConnection).toBe(false)
    expect(mode.shouldTryOldWay(unknownWay)).toBe(false)
  })
})
