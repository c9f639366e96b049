import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { planCameras } from '../../../../src-site/footage/catalogue.ts'
import { decodeFrameCode } from '../../../../src-site/footage/frame-code.ts'
import { runStudio } from '../../../../src-site/footage/studio.ts'
import { readPng } from './read-png.ts'

const chromiumPath = process.env.TESSERA_CHROMIUM ?? '/usr/lib/chromium/chromium'

it.skipIf(!existsSync(chromiumPath))(
  'draws a camera in a real browser, and its code says which frame',
  async () => {
    const [first] = planCameras(15).slice(14)
    const read: unknown[] = []
    const fault = await runStudio({
      jobs: first === undefined ? [] : [{ camera: first, stills: [0, 433] }],
      resultsPerJob: 2,
      chromiumPath,
      stillMade: (_camera, _frame, png) => {
        const { pixels, widthPx, heightPx } = readPng(png)
        read.push(decodeFrameCode(pixels, widthPx, heightPx))
        return Promise.resolve()
      },
    })
    expect(fault).toBeUndefined()
    expect(read).toEqual([
      { cameraNumber: 15, frameIndex: 0 },
      { cameraNumber: 15, frameIndex: 433 },
    ])
  },
  180_000,
)
