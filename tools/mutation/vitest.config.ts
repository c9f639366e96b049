/** Unit tests of one folder, which `main.ts` names. */
export default {
  // Packages stay where they are; the changed sources are a copy.
  server: { fs: { strict: false } },
  test: {
    include: [`${process.env['TESSERA_MUTATION_TESTS']}/**/*.test.{ts,tsx}`],
    setupFiles: 'test/stand/run-seed.ts',
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    isolate: false,
    testTimeout: 20_000,
  },
}
