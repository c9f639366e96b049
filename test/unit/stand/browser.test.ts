import { expect, it, vi } from 'vitest'
import { sharedBrowser } from '#test/stand/browser.ts'

it('the Chromium of a process is launched anew after it could not be', async () => {
  for (const program of ['/bin/false', '/bin/true']) {
    vi.stubEnv('TESSERA_CHROMIUM', program)
    await expect(sharedBrowser()).rejects.toThrow(program)
  }
})
