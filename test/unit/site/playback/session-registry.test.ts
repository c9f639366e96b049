import { describe, expect, it } from 'vitest'
import { SessionRegistry } from '#site/playback/sessions/session-registry.ts'
import { FakeClock } from '../fake-clock.ts'

function registry(maxSessions = 3) {
  const clock = new FakeClock()
  let made = 0
  const sessions = new SessionRegistry<string>({
    clock,
    idleLimitMs: 90_000,
    maxSessions,
    rememberEndedMs: 3_600_000,
    createId: () => `id-${(made += 1)}`,
  })
  const start = (sessionId?: string, cameraId = 'cam-01', orgId = 'org') =>
    sessions.start({ orgId, cameraId, sessionId }, (before) => `${before ?? ''}x`)
  return { clock, sessions, start }
}

describe('sessions', () => {
  it('that have ended are taken up again with their id, but not with what they granted', () => {
    const { clock, sessions, start } = registry()
    start()
    clock.nowMs += 100_000
    expect(start('id-1')).toMatchObject({ ok: true, value: { id: 'id-1', grant: 'x' } })
    expect(sessions.use('id-1', 'cam-01').ok).toBe(true)
  })

  it('of another camera are refused, of nobody or of somebody else are replaced', () => {
    const { start } = registry()
    start()
    expect(start('id-1', 'cam-02')).toMatchObject({ ok: false, error: { code: 'session_of_other_camera' } })
    expect(start('no-such')).toMatchObject({ ok: true, value: { id: 'id-2' } })
    expect(start('id-1', 'cam-01', 'other-org')).toMatchObject({ ok: true, value: { id: 'id-3' } })
  })

  it('are limited for each organization, and say when the next one ends', () => {
    const { clock, sessions, start } = registry(2)
    start()
    clock.nowMs += 30_000
    start()
    expect(start()).toMatchObject({ error: { code: 'too_many_sessions', headers: { 'retry-after': '60' } } })
    expect(start(undefined, 'cam-01', 'other').ok).toBe(true)
    expect(start('id-1').ok).toBe(true)
    expect(sessions.stop('org', 'id-1', 'cam-01')).toBe(true)
    expect(start().ok).toBe(true)
  })

  it('are found by their camera as long as they are active', () => {
    const { clock, sessions, start } = registry()
    start()
    expect(sessions.activeId('org', 'cam-01')).toBe('id-1')
    expect(sessions.activeId('org', 'cam-02')).toBeUndefined()
    expect(sessions.activeId('other', 'cam-01')).toBeUndefined()
    clock.nowMs += 100_000
    expect(sessions.activeId('org', 'cam-01')).toBeUndefined()
  })

  it('are stopped once, by their own organization, for their camera', () => {
    const { sessions, start } = registry()
    start()
    expect(sessions.stop('other', 'id-1', 'cam-01')).toBe(false)
    expect(sessions.stop('org', 'id-1', 'cam-02')).toBe(false)
    expect(sessions.stop('org', 'id-1', 'cam-01')).toBe(true)
    expect(sessions.stop('org', 'id-1', 'cam-01')).toBe(false)
    expect(sessions.use('id-1', 'cam-01')).toMatchObject({ error: { code: 'session_ended' } })
    expect(sessions.isWatched('cam-01')).toBe(false)
  })

  it('are forgotten some time after their end', () => {
    const { clock, sessions, start } = registry()
    start()
    clock.nowMs += 90_000 + 3_600_001
    start()
    expect(sessions.use('id-1', 'cam-01')).toMatchObject({ error: { code: 'unknown_session' } })
  })
})
