import { join } from 'node:path'

/**
 * How site and wall are called. Nothing secret may stand here: every user of the machine can read command lines.
 *
 * @typedef {import('./arguments.mjs').StartArguments} StartArguments
 * @typedef {{ site: string, host: string, electron: string }} Entries what is started; tests put children of their own here
 * @typedef {{ port: string, mediaPort: string }} SitePorts of a site that is started again; empty where there was none
 */

/** @type {Entries} */
export const productEntries = {
  site: 'src-site/main.ts',
  host: 'src-main/host/main.ts',
  electron: 'out/main/index.js',
}

/**
 * Of the embedded site: each of 36 tiles has one, a second one while its size changes, and a timeline its own. A
 * platform may allow ten, which is what the site alone allows.
 */
export const demoPlaybackSessions = 100

/** Tiles of the wall that the self-test waits for. */
export const checkTiles = 9

/** @param {{ entry: string, data: string, given: StartArguments, ports?: SitePorts | undefined }} order */
export function siteCommandLine({ entry, data, given, ports }) {
  return [
    entry,
    '--data',
    join(data, 'site'),
    '--cameras',
    String(given.cameras),
    '--playback-sessions',
    String(demoPlaybackSessions),
    ...(ports?.port ? ['--port', ports.port] : []),
    ...(ports?.mediaPort ? ['--media-port', ports.mediaPort] : []),
    // The self-test waits for pictures, and measures nothing else.
    ...(given.demoEvents && !given.check ? [] : ['--no-demo-events']),
  ]
}

/** @param {{ entry: string, data: string, out: string, given: StartArguments }} order */
export function hostCommandLine({ entry, data, out, given }) {
  return [entry, '--data', join(data, 'wall'), '--renderer', join(out, 'renderer'), ...wallOptions(given)]
}

/** @param {{ entry: string, data: string, given: StartArguments, isRoot: boolean, throughX11: boolean }} order */
export function electronCommandLine({ entry, data, given, isRoot, throughX11 }) {
  return [
    // Chromium has no sandbox for root.
    ...(isRoot ? ['--no-sandbox'] : []),
    entry,
    '--data',
    join(data, 'wall'),
    ...wallOptions(given),
    ...(given.screens === undefined ? [] : ['--screens', given.screens]),
    ...(throughX11 ? ['--ozone-platform=x11'] : []),
  ]
}

/** @param {StartArguments} given */
function wallOptions({ platform, liveViewUrl, layout, check, evidence }) {
  const tiles = check ? String(checkTiles) : layout
  return [
    ...(platform === undefined ? [] : ['--platform', platform]),
    ...(liveViewUrl === undefined ? [] : ['--live-view-url', liveViewUrl]),
    ...(tiles === undefined ? [] : ['--layout', tiles]),
    ...(evidence === undefined ? [] : ['--evidence', evidence]),
  ]
}
