import { resolve } from 'node:path'
import product from '../../../electron.vite.config.ts'

/** The product's build, with another main script and another page. */
export default {
  ...product,
  main: {
    ...product.main,
    build: {
      ...product.main?.build,
      rolldownOptions: { input: { index: resolve('test/electron/shell/main.ts') } },
    },
  },
  renderer: {
    ...product.renderer,
    root: resolve('test/electron/shell/page'),
    build: {
      ...product.renderer?.build,
      rolldownOptions: { input: resolve('test/electron/shell/page/index.html') },
    },
  },
}
