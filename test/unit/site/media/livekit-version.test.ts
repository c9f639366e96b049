import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkVersion, LivekitProcess, livekitVersion } from '#site/media/livekit-process.ts'
import { mediaDefaults } from '#site/media/media-defaults.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

describe('the version of LiveKit', () => {
  test.each([
    ['livekit-server version 1.13.5', '1.13.5'],
    ['livekit-server version 1.13.12\n', '1.13.12'],
    ['livekit-server version 1.20.0', '1.20.0'],
  ])('%j will do', (output, version) => {
    expect(checkVersion('livekit', output)).toEqual({ ok: true, value: version })
  })

  test.each([
    ['livekit-server version 1.13.4', 'livekit is LiveKit server 1.13.4; 1.13.5 or a newer 1.x is needed.'],
    ['livekit-server version 1.9.12', 'livekit is LiveKit server 1.9.12; 1.13.5 or a newer 1.x is needed.'],
    ['livekit-server version 2.0.0', 'livekit is LiveKit server 2.0.0; 1.13.5 or a newer 1.x is needed.'],
    ['GNU bash', 'livekit is not a LiveKit server; 1.13.5 or a newer 1.x is needed.'],
  ])('%j is refused in a sentence', (output, message) => {
    expect(checkVersion('livekit', output)).toEqual({ ok: false, error: { code: 'version_unfit', message } })
  })

  test('a program that is not there is told by its path', async () => {
    const found = await livekitVersion('/nowhere/livekit-server')
    expect(found).toEqual({
      ok: false,
      error: {
        code: 'binary_missing',
        message: 'The LiveKit server /nowhere/livekit-server cannot be started: it does not exist.',
      },
    })
  })
  test('a program that does not answer in time is not a missing one', async () => {
    const binary = join(tempDir(), 'cold')
    writeFileSync(binary, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
    expect(await livekitVersion(binary, 100)).toEqual({
      ok: false,
      error: {
        code: 'start_timeout',
        message: `The LiveKit server ${binary} did not tell its version within 0.1 seconds.`,
      },
    })
  })
})

describe('a LiveKit server that is asked', () => {
  const noHandles = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' }),
  })
  const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')

  test('is ended when it answers no more, and not when the question could not be put', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const binary = join(tempDir(), 'hangs')
    writeFileSync(binary, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
    let failure: Error = noHandles
    const asked = vi.fn<() => Promise<never>>(() => Promise.reject(failure))
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const ports = { httpPort: 1, udpPort: 2 }
    const hung = new LivekitProcess({ binary, configFile: '', ...ports, log, redact: String, probe: asked })
    onTestFinished(() => hung.stop())
    const { hangProbeEveryMs, hangProbes } = mediaDefaults.server
    hung.endWhenHung()
    await vi.advanceTimersByTimeAsync(hangProbeEveryMs * hangProbes * 2)
    expect(asked).toHaveBeenCalledTimes(hangProbes * 2)
    expect(lines).toEqual([])
    failure = late
    await vi.advanceTimersByTimeAsync(hangProbeEveryMs * hangProbes)
    await hung.exited
    expect(lines.join('')).toContain('and is ended')
  })
})
