import { join } from 'node:path'
import { bundle } from '../../stand/bundle.ts'

/** The page's script with hls.js in it. */
export function bundlePlayer(): Promise<string> {
  return bundle(join(import.meta.dirname, 'page/player.ts'), 'iife')
}
