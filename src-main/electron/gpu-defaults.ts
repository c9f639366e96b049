/** When a wall goes on without its graphics processor. */
export const gpuDefaults = {
  /**
   * Chromium starts the process again each time, and forgives one or two a session to any driver. After three it
   * would itself go on in a slower mode, and after six end the whole program.
   */
  deaths: 3,
  withinMs: 30 * 60_000,
  /** Then it is tried again: the driver may have been updated, or the machine started anew. */
  offForMs: 24 * 60 * 60_000,
} as const
export type GpuDefaults = typeof gpuDefaults
