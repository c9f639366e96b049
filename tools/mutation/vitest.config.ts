const tests = (process.env['TESSERA_MUTATION_TESTS'] ?? '').split(',')

/** Unit tests of one folder, which `main.ts` names. */
export default {
  // Packages stay where they are; the changed sources are a copy.
  server: { fs: { strict: false } },
  test: {
    include: tests.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.test.{ts,tsx}`)),
    setupFiles: ['test/stand/run-seed.ts', 'tools/mutation/first-failure.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    isolate: false,
    testTimeout: 20_000,
  },
}
