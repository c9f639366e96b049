import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { remuxInThread, RemuxUnavailable } from '#main/core/evidence/remux/remux-in-thread.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const script = new URL('../../../../../src-main/core/evidence/remux/evidence-worker.ts', import.meta.url)

function run(at: URL | string, job: { stagedFolder: string; segments: readonly never[]; folder: string }) {
  return remuxInThread(
    { ...job, range: { startMs: 0, endMs: 1_000 }, canGoBack: false, stem: 'camera-1' },
    { script: at, signal: new AbortController().signal, onSegment: () => undefined },
  )
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the thread that writes footage', () => {
  it('that does not start is told as such, with what it has not found', async () => {
    const folder = tempDir()
    const error = await thrownBy(
      run(join(folder, 'evidence-worker.js'), { stagedFolder: folder, segments: [], folder }),
    )
    expect(error).toBeInstanceOf(RemuxUnavailable)
    expect(error).toMatchObject({ cause: { message: expect.stringContaining('evidence-worker.js') } })
  })

  it('that meets a fault says where in the thread it was', async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a job as the program would never make it
    const broken = { stagedFolder: '/nowhere', segments: [undefined] as never[], folder: '/nowhere' }
    const error = await thrownBy(run(script, broken))
    expect(error).not.toBeInstanceOf(RemuxUnavailable)
    expect(error).toMatchObject({ stack: expect.stringMatching(/remux\.ts:\d+/) })
  })
})
