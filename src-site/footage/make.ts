import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { planCameras } from './catalogue.ts'
import { footageDefaults } from './footage-defaults.ts'
import type { FootageFault } from './footage-fault.ts'
import { makeFootage } from './make-footage.ts'
import { runStudio } from './studio.ts'

const help = `node src-site/footage/make.ts --out DIR [--cameras N] [--chromium PATH]
node src-site/footage/make.ts --stills DIR [--cameras N | --only 3,7] [--frames 0,300,600]

Draws the demo cameras and encodes them (H.264, two layers, one minute) in headless Chromium.
What is there already is kept. --stills writes some pictures as PNG instead, to look at.`

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    cameras: { type: 'string', default: String(footageDefaults.defaultCameras) },
    chromium: { type: 'string' },
    stills: { type: 'string' },
    only: { type: 'string' },
    frames: { type: 'string', default: '0,300,600' },
    help: { type: 'boolean', default: false },
  },
})

const chosenChromium = values.chromium === undefined ? {} : { chromiumPath: values.chromium }
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

const count = Number(values.cameras)
if (!Number.isInteger(count) || count < 1 || count > footageDefaults.maxCameras) {
  process.stderr.write(`--cameras takes a whole number from 1 to ${footageDefaults.maxCameras}.\n`)
  process.exitCode = 2
} else if (values.help || (values.out === undefined && values.stills === undefined)) {
  process.stdout.write(`${help}\n`)
  process.exitCode = values.help ? 0 : 2
} else if (values.stills !== undefined) {
  finish(await makeStills(values.stills), `stills in ${values.stills}`)
} else if (values.out !== undefined) {
  const startedMs = performance.now()
  const made = await makeFootage({
    dir: values.out,
    cameras: count,
    ...chosenChromium,
    signal: stop.signal,
    onProgress: ({ done, total, name }) => process.stdout.write(`${done}/${total} ${name}\n`),
  })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  finish(made.ok ? undefined : made.error, `footage in ${values.out} (${seconds} s)`)
}

async function makeStills(dir: string): Promise<FootageFault | undefined> {
  const only = values.only?.split(',').map(Number)
  const plans = planCameras(only === undefined ? count : footageDefaults.maxCameras)
  const frames = values.frames.split(',').map(Number)
  await mkdir(dir, { recursive: true })
  return runStudio({
    jobs: plans
      .filter(({ number }) => only?.includes(number) ?? true)
      .map((camera) => ({ camera, stills: frames })),
    resultsPerJob: frames.length,
    ...chosenChromium,
    signal: stop.signal,
    stillMade: (camera, frame, png) =>
      writeFile(join(dir, `${String(camera).padStart(3, '0')}-${String(frame).padStart(3, '0')}.png`), png),
  })
}

function finish(fault: FootageFault | undefined, success: string): void {
  process.stdout.write(`${fault?.message ?? success}\n`)
  process.exitCode = fault === undefined ? 0 : 1
}
