/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {boolean} a window can be shown
 */
export function hasDisplay(env, platform = process.platform) {
  if (platform === 'darwin' || platform === 'win32') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/**
 * As `chooseOzone` in src-main/electron/ozone.ts, which starts Electron a second time: a wall that we start must
 * stay the process that we talk with.
 * @param {string | undefined} screens
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} [platform]
 * @returns {boolean} walls are to be placed on displays, which takes X11
 */
export function mustGoThroughX11(screens, env, platform = process.platform) {
  const isWayland = Boolean(env['WAYLAND_DISPLAY']) || env['XDG_SESSION_TYPE'] === 'wayland'
  const hasWalls = screens === 'walls' || screens === 'kiosk'
  return platform === 'linux' && hasWalls && isWayland && Boolean(env['DISPLAY'])
}

/**
 * @typedef {object} ShellFacts
 * @property {boolean} headless
 * @property {boolean} hasDisplay
 * @property {boolean} isRoot
 * @property {string | undefined} electron
 * @property {string | undefined} electronMissing
 * @property {string | undefined} chromium
 *
 * @typedef {{ shell: 'electron', executable: string, because: string } | { shell: 'window' | 'address', because: string }} ShellChoice
 */

/**
 * Which shell shows the wall, and why, in one line; and whether what opens runs without its sandbox.
 * @param {ShellFacts} facts
 * @returns {ShellChoice}
 */
export function chooseShell(facts) {
  const choice = chooseByPrograms(facts)
  if (!facts.isRoot || choice.shell === 'address') return choice
  const unsafe = 'It runs as root, for whom Chromium has no sandbox: start Tessera as an ordinary user.'
  return { ...choice, because: `${choice.because} ${unsafe}` }
}

/** @param {ShellFacts} facts @returns {ShellChoice} */
function chooseByPrograms(facts) {
  if (facts.headless) return { shell: 'address', because: 'The wall runs without a window, as asked.' }
  if (!facts.hasDisplay)
    return { shell: 'address', because: 'There is no display here, so the wall runs without a window.' }
  if (facts.electron !== undefined)
    return { shell: 'electron', executable: facts.electron, because: 'The wall opens in Electron.' }
  const why = facts.electronMissing ?? 'it is not installed'
  if (facts.chromium !== undefined) {
    return {
      shell: 'window',
      because: `The wall opens in a Chromium window, because Electron cannot be had: ${why}.`,
    }
  }
  return {
    shell: 'address',
    because: `There is neither Electron (${why}) nor a Chromium, so the wall runs without a window.`,
  }
}
