import { resolve } from 'node:path'
import { parseOptions } from '../lib/read-options.mjs'
import { Stop } from '../lib/stop.mjs'

/** Cameras of the embedded site; the most are as many as the largest grid has tiles. */
const demoCameras = { usual: 16, most: 36 }
/** As in src-contract/wall/layout.ts. */
export const layouts = ['1', '4', '9', '16', '25', '36', '1+5', '1+7', '1+12', '2+8']
/** As in src-contract/wall/monitors.ts. */
export const screensModes = ['window', 'walls', 'kiosk']

export const usage = `Starts Tessera: all set-up, then the wall with live cameras.

  npm start -- [options]

  --platform URL        a real platform instead of the embedded local site
  --live-view-url URL   that platform's live view server, when it does not follow from --platform
  --cameras N           demo cameras of the embedded site, 1 to ${demoCameras.most} (${demoCameras.usual})
  --no-demo-events      no till, dock scale and doors on the embedded site
  --layout N            tiles at the start: ${layouts.join(', ')}
  --screens MODE        window: one window, walls: also a wall on every other display, kiosk: a wall on each
  --headless            no window: prints the address to open in a browser
  --check               self-test: brings everything up without a window, in a folder of its own, and waits
                        until nine tiles are live; then prints one line of JSON, and all else on standard error
                        (npm adds lines of its own, unless it is run as npm -s start -- --check)
  --data DIR            where site and wall keep their data (a folder of the user by default)
  --evidence DIR        where saved pictures and exports go (Tessera in the documents folder by default)
  --help                this
`

const allOptions = ' (npm start -- --help shows all options.)'

/** @typedef {ReturnType<typeof parseStartArguments>} StartArguments paths are absolute */

/**
 * @param {readonly string[]} argv
 * @param {string} [folder] where npm was called, which runs it in the checkout
 * @throws {Stop} exit code 2, saying what is wrong
 */
export function parseStartArguments(argv, folder = process.env['INIT_CWD'] ?? '') {
  const { values } = parseOptions(allOptions, {
    args: [...argv],
    options: {
      platform: { type: 'string' },
      'live-view-url': { type: 'string' },
      cameras: { type: 'string' },
      'no-demo-events': { type: 'boolean' },
      layout: { type: 'string' },
      screens: { type: 'string' },
      headless: { type: 'boolean' },
      check: { type: 'boolean' },
      data: { type: 'string' },
      evidence: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const cameras = values.cameras === undefined ? demoCameras.usual : Number(values.cameras)
  if (!Number.isInteger(cameras) || cameras < 1 || cameras > demoCameras.most) {
    throw refused(`--cameras wants a number from 1 to ${demoCameras.most}, not "${values.cameras}".`)
  }
  const { layout } = values
  if (layout !== undefined && !layouts.includes(layout)) {
    throw refused(`--layout wants one of ${layouts.join(', ')}, not "${layout}".`)
  }
  if (values.screens !== undefined && !screensModes.includes(values.screens)) {
    throw refused(`--screens wants one of ${screensModes.join(', ')}, not "${values.screens}".`)
  }
  if (values['live-view-url'] !== undefined && values.platform === undefined) {
    throw refused('--live-view-url belongs to a platform of your own: give --platform too.')
  }
  if (values.check && values.platform !== undefined) {
    throw refused('--check tests the installation on the embedded site; leave --platform out.')
  }
  if (values.check && (values.data ?? values.evidence) !== undefined) {
    throw refused('--check keeps nothing and uses a folder of its own; leave --data and --evidence out.')
  }
  return {
    help: values.help ?? false,
    check: values.check ?? false,
    headless: values.headless ?? false,
    platform: webAddress('--platform', values.platform, ['http:', 'https:']),
    liveViewUrl: webAddress('--live-view-url', values['live-view-url'], ['http:', 'https:', 'ws:', 'wss:']),
    cameras,
    demoEvents: !(values['no-demo-events'] ?? false),
    layout,
    screens: values.screens,
    data: values.data === undefined ? undefined : resolve(folder, values.data),
    evidence: values.evidence === undefined ? undefined : resolve(folder, values.evidence),
  }
}

/** @param {string} option @param {string | undefined} value @param {readonly string[]} protocols */
function webAddress(option, value, protocols) {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw refused(
      `${option} wants an address such as ${protocols.at(-1)}//video.example.com, not "${value}".`,
    )
  }
  const url = new URL(value)
  if (url.username !== '' || url.password !== '') {
    throw refused(
      `${option} must not carry a name or password: others on this machine can read command lines.`,
    )
  }
  return value
}

/** @param {string} sentence */
function refused(sentence) {
  return new Stop(`${sentence}${allOptions}`, 2)
}
