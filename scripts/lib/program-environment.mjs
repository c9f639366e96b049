import { join } from 'node:path'

/**
 * The environment of a program of ours: where what set-up found lies, and where Node keeps compiled sources, which
 * saves each process 0.4 s of 1.2 s before its first line.
 * @param {import('../setup.mjs').SetupResult} found
 * @param {import('../paths.mjs').ProjectPaths} paths
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function programEnvironment(found, { cache }, env = process.env) {
  const added = {
    TESSERA_CHROMIUM: found.chromium,
    LIVEKIT_SERVER: found.livekitServer,
    NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'] ?? join(cache, 'node-compile-cache'),
  }
  const known = Object.entries(added).filter(([, value]) => value !== undefined)
  return { ...env, ...Object.fromEntries(known) }
}
