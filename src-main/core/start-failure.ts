import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A start that cannot succeed, as a sentence for who started it. Anything else that is thrown is a bug. */
export class StartFailure extends Error {}

const sentences: Readonly<Record<string, (path: string | undefined) => string>> = {
  EADDRINUSE: () => 'The port is taken by another program. Choose another with --port.',
  EACCES: (path) => `No permission for ${path ?? 'this port'}. Choose another with --data or --port.`,
  ENOSPC: () => 'The disk is full. Make room and start again.',
  EROFS: (path) => `The disk of ${path ?? 'the data folder'} cannot be written. Choose another with --data.`,
}

/** Throws a `StartFailure` where there is no page to show. */
export function requirePage(rendererDir: string): void {
  if (existsSync(join(rendererDir, 'index.html'))) return
  throw new StartFailure(`The page has not been built (${rendererDir}). Run: npm start`)
}

/** Undefined for a bug. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StartFailure) return error.message
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  return sentences[error.code]?.(path)
}
