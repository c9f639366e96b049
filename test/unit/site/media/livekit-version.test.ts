import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkVersion, livekitVersion } from '#site/media/livekit-process.ts'
import { tempDir } from '../temp-dir.ts'

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
