import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { JoinMode } from '#renderer/live/join-mode.ts'

const missing = wallError('not_found')

describe('JoinMode', () => {
  it('begins with one peer connection and tries the old way after a 404', () => {
    const mode = new JoinMode()
    expect(mode.isSinglePeerConnection).toBe(true)
    expect(mode.shouldTryOldWay(missing)).toBe(true)
    expect(mode.shouldTryOldWay(wallError('ticket_refused'))).toBe(false)
  })

  it('takes a 404 for a missing camera once the new way has worked', () => {
    const mode = new JoinMode()
    mode.worked(true)
    expect(mode.shouldTryOldWay(missing)).toBe(false)
  })

  it('stays with the old way once that has worked', () => {
    const mode = new JoinMode()
    mode.worked(false)
    expect(mode.isSinglePeerConnection).toBe(false)
    expect(mode.shouldTryOldWay(missing)).toBe(false)
  })
})
