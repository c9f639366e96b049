import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The page's script with hls.js in it, built in memory. */
export async function bundlePlayer(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('./page/player.ts', import.meta.url)),
        formats: ['iife'],
        name: 'playerBundle',
      },
    },
  })
  const first = Array.isArray(output) ? output[0] : output
  if (first === undefined || !('output' in first)) throw new Error('the player was not built')
  return first.output[0].code
}
