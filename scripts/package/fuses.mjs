import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'
import { Stop } from '../lib/stop.mjs'

/** @typedef {'release' | 'test'} Profile `test`: as released, but a debugger (Playwright) may attach */

/** What a fuse holds, as the byte in the binary. @type {Record<number, string>} */
const states = { 48: 'off', 49: 'on', 114: 'removed' }

/**
 * Every fuse of the Electron that is shipped, by its number.
 * @param {Profile} profile
 * @returns {Record<FuseV1Options, boolean>}
 */
export function fusesOf(profile) {
  return {
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: profile === 'test',
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    // Electron's default: without it every access to WebAssembly memory is checked in code.
    [FuseV1Options.WasmTrapHandlers]: true,
  }
}

/**
 * Flips what the binary knows and reads it back; an Electron with a fuse that the list above lacks is refused.
 * @param {string} executable
 * @param {Profile} profile
 */
export async function setFuses(executable, profile) {
  const wanted = fusesOf(profile)
  const known = (await readFuses(executable)).length
  const older = Object.fromEntries(Object.entries(wanted).filter(([fuse]) => Number(fuse) < known))
  await flipFuses(
    executable,
    known < Object.keys(wanted).length
      ? { version: FuseVersion.V1, ...older }
      : { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...wanted },
  )
  return checkFuses(executable, profile)
}

/**
 * Reads back what the binary knows; throws where a fuse differs.
 * @param {string} executable
 * @param {Profile} profile
 */
export async function checkFuses(executable, profile) {
  const wanted = Object.values(fusesOf(profile))
  const fuses = await readFuses(executable)
  const differing = fuses.filter(({ state }, fuse) => state !== (wanted[fuse] ? 'on' : 'off'))
  if (differing.length > 0)
    throw new Stop(
      `${executable} has other fuses than it was given: ${differing.map(({ name, state }) => `${name} ${state}`).join(', ')}.`,
    )
  return fuses
}

/**
 * As the binary has them.
 * @param {string} executable
 * @returns {Promise<{ name: string, state: string }[]>} by number
 */
export async function readFuses(executable) {
  const { version: _, ...wire } = await getCurrentFuseWire(executable)
  return Object.entries(wire).map(([fuse, state]) => ({
    name: FuseV1Options[Number(fuse)] ?? `fuse ${fuse}`,
    state: states[Number(state)] ?? `unknown (${state})`,
  }))
}
