import { copyFileSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { thirdPartyNotices } from './scripts/build/third-party.mjs'

/** electron-vite looks for this file in the working folder, and so do we for the rest. */
const at = (path: string): string => resolve(path)

/** `TESSERA_OUT` keeps a build for another runtime (the smoke host) apart from the one that is shipped. */
const outDir = at(process.env['TESSERA_OUT'] ?? 'out')

/** Electron 45: Node 24.22, Chromium 156. electron-vite's own table ends at 44. */
const forElectron = process.env['ELECTRON_MAJOR_VER'] === undefined
const node = forElectron ? { target: 'node24.22' } : {}
const chrome = forElectron ? { target: 'chrome156' } : {}

/** Optional native helpers of `ws`, asked for in a try: not worth a native module each. */
const optional = ['bufferutil', 'utf-8-validate']

/** The one native module: it cannot be bundled, so that of this platform is laid beside the script that loads it. */
const nativeModule = {
  name: 'native-module',
  closeBundle() {
    const name = `${process.platform}-${process.arch}.node`
    mkdirSync(resolve(outDir, 'main/sqlite'), { recursive: true })
    copyFileSync(at(`node_modules/better-sqlite3/prebuilds/${name}`), resolve(outDir, 'main/sqlite', name))
  },
}

/** electron-store's validator of JSON schemas: it is given none, as zod checks, and would be half of its size. */
const noValidator = {
  name: 'no-validator',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.startsWith('ajv') ? '\0no-validator' : undefined),
  load: (id: string) => (id === '\0no-validator' ? 'export class Ajv2020 {}\nexport default {}' : undefined),
}

const ofMain = thirdPartyNotices(at('.'))
const ofRenderer = thirdPartyNotices(at('src-renderer'))

/**
 * Libraries that make an error or read the storage while they are evaluated. V8 then reads all scripts on the stack
 * again, which took half of the time in which the page's script ran: here they have only themselves above them.
 */
const ownChunks = [
  {
    name: 'react-dom',
    test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|src-renderer[\\/]ui[\\/]create-root/,
  },
  { name: 'livekit-client', test: /node_modules[\\/](?:livekit-client|@livekit|@bufbuild)[\\/]/ },
]

export default defineConfig({
  main: {
    plugins: [nativeModule, noValidator, ofMain.bundle],
    build: {
      ...node,
      outDir: resolve(outDir, 'main'),
      // Everything is bundled: the package needs no node_modules.
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: at('src-main/index.ts'),
          'evidence-worker': at('src-main/core/evidence/remux/evidence-worker.ts'),
          'outbox-worker': at('src-main/core/events/outbox/outbox-worker.ts'),
        },
        external: optional,
      },
    },
  },
  preload: {
    build: {
      ...node,
      outDir: resolve(outDir, 'preload'),
      // A sandboxed preload can require nothing and must be CommonJS.
      externalizeDeps: false,
      rolldownOptions: {
        input: at('src-main/preload.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    plugins: [react(), ofRenderer.bundle],
    // A worker that loads Temporal only where it is missing is more than one file.
    worker: { format: 'es', plugins: () => [ofRenderer.worker] },
    build: {
      ...chrome,
      outDir: resolve(outDir, 'renderer'),
      emptyOutDir: true,
      minify: true,
      rolldownOptions: {
        input: at('src-renderer/index.html'),
        output: { codeSplitting: { groups: ownChunks } },
      },
    },
  },
})
