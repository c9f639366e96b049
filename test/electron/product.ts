import { inject } from 'vitest'
import type { BuiltApp } from './build-app.ts'

/** The product that every file of this project starts. */
export function builtProduct(): BuiltApp {
  const product = inject('product')
  if (product === undefined) throw new Error('the product was not built: there is no Electron for tests here')
  return product
}
