import { configureGlobal, readConfigureGlobal } from 'fast-check'

/**
 * What draws at random in tests: the same in every `npm test`, so that a change is to blame for a failure and not the
 * draw; another in every `npm run test:long`, which prints it.
 */
export const runSeed = Number(process.env['TESSERA_SEED'] ?? 20_261_122)

/** Of what reads any input: as many as a second takes, and in `npm run test:long` as half a minute takes. */
export const fuzzRuns = { numRuns: process.env['TESSERA_SEED'] === undefined ? 200 : 5_000 }

if (!Number.isSafeInteger(runSeed)) throw new Error('TESSERA_SEED is not an integer')

configureGlobal({ ...readConfigureGlobal(), seed: runSeed })
