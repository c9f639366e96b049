import { describe, expect, it } from 'vitest'
import { ThumbnailScheduler } from '#renderer/timeline/thumbnails/thumbnail-scheduler.ts'

class FakeImage {
  close(): void {
    // Nothing to free.
  }
}

interface Job {
  readonly cameraId: string
  readonly atMs: number
  readonly signal: AbortSignal
  readonly done: (image?: FakeImage) => Promise<void>
  readonly fail: () => Promise<void>
  /** Nothing is recorded there. */
  readonly gap: () => Promise<void>
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

function makeScheduler() {
  const jobs: Job[] = []
  const shown: string[] = []
  const scheduler = new ThumbnailScheduler<FakeImage>({
    source: {
      pictureAt: (cameraId, atMs, isKnown, signal) => {
        if (isKnown(atMs)) return Promise.resolve({ takenAtMs: atMs, image: undefined })
        const answer = Promise.withResolvers<{ takenAtMs: number; image: FakeImage | undefined } | 'gap'>()
        signal.addEventListener('abort', () => answer.reject(new Error('called off')))
        const done = (image: FakeImage | undefined = new FakeImage()) => {
          answer.resolve({ takenAtMs: atMs, image })
          return settled()
        }
        const fail = () => {
          answer.reject(new TypeError('no network'))
          return settled()
        }
        const gap = () => {
          answer.resolve('gap')
          return settled()
        }
        jobs.push({ cameraId, atMs, signal, done, fail, gap })
        return answer.promise
      },
    },
    bytesOf: () => 1,
    show: ({ place, cameraId }, picture) => shown.push(`${place} ${cameraId} ${picture?.atMs ?? 'nothing'}`),
  })
  const want = (atMs: number, cameraId = 'a', place = 'hover') =>
    scheduler.want({ place, cameraId, atMs, stepMs: 1_000 })
  return { scheduler, jobs, shown, want }
}

describe('making thumbnails', () => {
  it('looks for two at a time, and of what waits only for the newest wish', async () => {
    const { jobs, want } = makeScheduler()
    for (let atMs = 0; atMs < 100_000; atMs += 500) want(atMs)
    expect(jobs.map(({ atMs }) => atMs)).toEqual([0, 1_000])
    await jobs[0]?.done()
    expect(jobs.map(({ atMs }) => atMs)).toEqual([0, 1_000, 99_000])
  })

  it('shows the nearest picture at once and better ones as they come', async () => {
    const { jobs, shown, want } = makeScheduler()
    want(5_000)
    await jobs[0]?.done()
    want(9_100)
    expect(shown).toEqual(['hover a 5000'])
    await jobs[1]?.done()
    expect(shown).toEqual(['hover a 5000', 'hover a 9000'])
    want(5_200)
    expect(shown.at(-1)).toBe('hover a 5000')
    expect(jobs).toHaveLength(2)
  })

  it('makes no picture twice for one step', async () => {
    const { jobs, want } = makeScheduler()
    want(5_000)
    want(5_900)
    want(5_100)
    expect(jobs).toHaveLength(1)
  })

  it('calls off what nobody wants any more, and keeps what is still of use beside the hand', async () => {
    const { scheduler, jobs, want } = makeScheduler()
    want(1_000, 'a')
    want(2_000, 'a')
    expect(jobs[0]?.signal.aborted).toBe(false)
    want(2_000, 'b')
    expect(jobs.map(({ signal }) => signal.aborted)).toEqual([true, true])
    await settled()
    expect(jobs.map(({ cameraId }) => cameraId)).toEqual(['a', 'a', 'b'])
    scheduler.forget('hover')
    want(0, 'c', 'tile')
    expect(jobs.at(-1)?.cameraId).toBe('c')
  })

  it('serves every place, and does not show one the camera of another', async () => {
    const { jobs, shown, want } = makeScheduler()
    want(1_000, 'a', 'one')
    want(1_000, 'b', 'two')
    want(1_000, 'c', 'three')
    expect(jobs).toHaveLength(2)
    await jobs[0]?.done()
    await jobs[1]?.done()
    await jobs[2]?.done()
    expect(shown).toEqual(['one a 1000', 'two b 1000', 'three c 1000'])
  })

  it('gives the place of a request away that is called off and never answered', async () => {
    const asked: string[] = []
    const scheduler = new ThumbnailScheduler<FakeImage>({
      source: {
        pictureAt: (cameraId) => {
          asked.push(cameraId)
          return new Promise(() => undefined)
        },
      },
      bytesOf: () => 1,
      show: () => undefined,
    })
    for (const cameraId of ['a', 'b', 'c', 'd']) {
      scheduler.want({ place: cameraId === 'a' ? 'hover' : 'tile', cameraId, atMs: 0, stepMs: 1 })
    }
    expect(asked).toEqual(['a', 'b'])
    await settled()
    expect(asked).toEqual(['a', 'b', 'd'])
  })

  it('takes the picture from beside a gap away, and shows none while the hand is in it', async () => {
    const { jobs, shown, want } = makeScheduler()
    want(5_000)
    await jobs[0]?.done()
    want(9_100)
    await jobs[1]?.gap()
    expect(shown).toEqual(['hover a 5000', 'hover a nothing'])
    want(9_900)
    want(10_100)
    await jobs[2]?.gap()
    want(12_000, 'a', 'other')
    await jobs[3]?.done()
    expect(shown).toEqual(['hover a 5000', 'hover a nothing', 'other a 5000', 'other a 12000'])
    want(5_100)
    await settled()
    expect(shown.at(-1)).toBe('hover a 5000')
  })

  it('tries again after a failure although the hand has moved within its step meanwhile', async () => {
    const { jobs, want } = makeScheduler()
    want(1_000)
    want(1_200)
    await jobs[0]?.fail()
    want(1_400)
    expect(jobs).toHaveLength(2)
  })

  it('goes on after a failure and after an instant without a picture', async () => {
    const { jobs, shown, want } = makeScheduler()
    want(1_000)
    await jobs[0]?.fail()
    want(3_000)
    await jobs[1]?.done(undefined)
    want(4_000)
    await jobs[2]?.done()
    expect(shown.at(-1)).toBe('hover a 4000')
  })
})
