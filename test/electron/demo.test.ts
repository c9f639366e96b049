import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ElectronStage, onStage } from './electron-stage.ts'

describe('the installed application without a platform', () => {
  let stage: ElectronStage

  onStage((given) => {
    stage = given
  })

  it('starts the local site beside it on a press, shows nine live cameras, and ends it with itself', async () => {
    const env = { TESSERA_SITE: resolve(import.meta.dirname, '../..') }
    const { page } = await stage.launch(['--layout', '9'], env)
    await page.getByRole('tab', { name: 'Try it with demo cameras' }).click()
    await page.getByRole('button', { name: 'Start demo cameras' }).click()
    await stage.wall.until('LIVE', 9)
    const lock = join(stage.dataDir, 'demo', 'launcher.lock')
    expect(existsSync(lock)).toBe(true)
    await stage.close()
    await expect.poll(() => existsSync(lock)).toBe(false)
  })
})
