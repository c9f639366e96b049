import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { StudioAsset } from './studio-server.ts'

const fonts = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
} as const

/** Everything the drawing page loads: itself, its worker (bundled in memory) and the fonts it writes with. */
export async function studioAssets(lanes: number): Promise<Map<string, StudioAsset>> {
  const assets = new Map<string, StudioAsset>()
  assets.set('', { type: 'text/html; charset=utf-8', body: page(lanes) })
  assets.set('worker.js', { type: 'text/javascript', body: await bundleWorker() })
  const { resolve } = createRequire(import.meta.url)
  for (const [name, file] of Object.entries(fonts)) {
    // The machine may have no fonts at all; and the same letters everywhere make the same pictures.
    assets.set(name, { type: 'font/woff2', body: await readFile(resolve(file)) })
  }
  return assets
}

function page(lanes: number): string {
  return `<!doctype html><title>footage</title><script>
for (let lane = 0; lane < ${lanes}; lane += 1) {
  const worker = new Worker('worker.js', { type: 'module' })
  worker.onerror = (event) => fetch('failed', { method: 'POST', body: event.message ?? 'worker not started' })
}
</script>`
}

async function bundleWorker(): Promise<string> {
  // Loaded only when something is really made: it takes longer than finding out that nothing has to be.
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: join(import.meta.dirname, 'page/worker.ts'), formats: ['es'], fileName: 'worker' },
    },
  })
  for (const output of [result].flat()) {
    if ('output' in output) {
      return output.output[0].code
    }
  }
  throw new Error('the bundler gave no code')
}
