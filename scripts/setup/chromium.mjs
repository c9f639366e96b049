import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runCommand } from '../lib/run-command.mjs'
import { aptInstall, whyNoApt } from './apt.mjs'
import { findOrMake, made, missing, there } from './part.mjs'

const remedy =
  'Install Chromium or Google Chrome, or set TESSERA_CHROMIUM to its executable, and run this again.'
const playwrightTimeoutMs = 5 * 60_000

/**
 * A Chromium: the one that is named, an installed one, the distribution's, Playwright's – in this order.
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ packagesReady: Promise<boolean>, nodeReady: Promise<string | undefined> }} after Playwright's installer is one of the packages
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the executable
 */
export async function chromium(context, after) {
  const named = context.env['TESSERA_CHROMIUM']
  if (named) {
    const version = await versionOf(named)
    if (version !== undefined) return there(`${version} (TESSERA_CHROMIUM)`, named)
    return missing(
      `TESSERA_CHROMIUM names ${named}, which does not run`,
      'Correct the variable or remove it.',
    )
  }
  const find = async () => {
    const installed = await firstThatRuns(context.env)
    return installed && there(installed.version, installed.file)
  }
  return findOrMake(context, 'chromium', join(context.paths.cache, 'chromium.lock'), find, async (lock) => {
    const reasons = []
    for (const install of [fromApt, fromPlaywright]) {
      const reason = await install(context, lock, after)
      context.signal?.throwIfAborted()
      if (reason !== undefined) reasons.push(reason)
      const found = reason === undefined ? await firstThatRuns(context.env) : undefined
      if (found !== undefined) return made(`${found.version}, installed just now`, found.file)
    }
    return missing(`no Chromium is installed (${reasons.join('; ')})`, remedy)
  })
}

/**
 * Places where a Chromium usually is, best first. Wrapper scripts come last: they add flags of their own and
 * the process that is killed later would be the script. Snap's is left out: it may not read a private profile folder.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ platform: NodeJS.Platform }} [machine]
 * @returns {string[]}
 */
function chromiumCandidates(env, machine = process) {
  if (machine.platform === 'darwin') {
    const apps = ['/Applications', join(homedir(), 'Applications')]
    return [
      ...apps.map((folder) => join(folder, 'Chromium.app/Contents/MacOS/Chromium')),
      ...apps.map((folder) => join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome')),
      ...playwrightBrowsers(env, machine.platform),
    ]
  }
  if (machine.platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
      (folder) => folder !== undefined,
    )
    return [
      ...folders.map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
      ...folders.map((folder) => join(folder, 'Chromium/Application/chrome.exe')),
      ...playwrightBrowsers(env, machine.platform),
      ...folders.map((folder) => join(folder, 'Microsoft/Edge/Application/msedge.exe')),
    ]
  }
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith('/snap'))
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map((name) =>
        join(folder, name),
      ),
    )
  return [
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
    ...playwrightBrowsers(env, machine.platform),
    ...onPath,
  ]
}

/** @param {NodeJS.ProcessEnv} env @param {NodeJS.Platform} platform */
export function playwrightBrowsers(env, platform) {
  const folder =
    env['PLAYWRIGHT_BROWSERS_PATH'] ||
    (platform === 'darwin'
      ? join(homedir(), 'Library/Caches/ms-playwright')
      : platform === 'win32'
        ? join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData/Local'), 'ms-playwright')
        : join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'ms-playwright'))
  const executables = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ]
  return (
    namesIn(folder)
      // Playwright writes the marker last: without it the folder is half unpacked, and may say its version all the same.
      .filter(
        (name) => /^chromium-\d+$/.test(name) && existsSync(join(folder, name, 'INSTALLATION_COMPLETE')),
      )
      .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
      .flatMap((name) => executables.map((executable) => join(folder, name, executable)))
  )
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {NodeJS.ProcessEnv} env */
async function firstThatRuns(env) {
  for (const file of chromiumCandidates(env)) {
    if (!existsSync(file)) continue
    const version = await versionOf(file)
    if (version !== undefined) return { file, version }
  }
  return undefined
}

/** @param {string} file */
async function versionOf(file) {
  // Chrome on Windows opens a window when asked for its version; being there has to be enough.
  if (process.platform === 'win32') return existsSync(file) ? 'installed' : undefined
  const run = await runCommand(file, ['--version'], { timeoutMs: 15_000 })
  return run.ok ? run.stdout.trim().split('\n').at(-1)?.split(' built on')[0]?.trim() : undefined
}

/**
 * @param {import('./part.mjs').SetupContext} context
 * @param {import('../lib/work-lock.mjs').WorkLock} lock
 * @returns {Promise<string | undefined>} why not, or undefined when it went well
 */
async function fromApt(context, lock) {
  const why = whyNoApt()
  if (why !== undefined) return why
  const isInstalled = await aptInstall(context, 'chromium', ['chromium'], { lock })
  return isInstalled ? undefined : 'apt-get could not install it'
}

/**
 * @param {import('./part.mjs').SetupContext} context
 * @param {import('../lib/work-lock.mjs').WorkLock} lock
 * @param {{ packagesReady: Promise<boolean>, nodeReady: Promise<string | undefined> }} after
 * @returns {Promise<string | undefined>} why not, or undefined when it went well
 */
async function fromPlaywright(context, lock, after) {
  const node = await after.nodeReady
  if (!(await after.packagesReady) || node === undefined) return 'Playwright’s installer is not there'
  context.progress('chromium', 'fetching Playwright’s Chromium')
  const cli = join(context.paths.root, 'node_modules', 'playwright-core', 'cli.js')
  const run = await runCommand(node, [cli, 'install', 'chromium', '--no-shell'], {
    env: { ...context.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    timeoutMs: playwrightTimeoutMs,
    signal: context.signal,
    onStart: lock.alsoHeldBy,
  })
  return run.ok ? undefined : 'Playwright’s could not be fetched'
}
