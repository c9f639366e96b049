import { build } from 'vite'

/** One browser script out of a file and all that it imports, in memory. */
export async function bundle(file: string, format: 'es' | 'iife'): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    // A library that is built keeps this question for its user; React asks it in the browser.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'chrome140',
      lib: { entry: file, formats: [format], name: 'bundled' },
    },
  })
  const first = Array.isArray(output) ? output[0] : output
  if (!first || !('output' in first)) throw new Error(`${file} was not built`)
  return first.output[0].code
}

/** A page out of its folder, as the product's is built. */
export async function buildPage(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'chrome140' },
  })
}
