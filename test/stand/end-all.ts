type Ending = { dispose(): unknown } | { stop(): unknown } | { close(): unknown }

/** One after the other; what had not been started yet when a test failed is undefined. */
export async function endAll(...parts: readonly (Ending | undefined)[]): Promise<void> {
  for (const part of parts) {
    if (part === undefined) continue
    if ('dispose' in part) await part.dispose()
    else if ('stop' in part) await part.stop()
    else await part.close()
  }
}
