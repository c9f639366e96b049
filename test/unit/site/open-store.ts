import { onTestFinished } from 'vitest'
import type { SiteClock } from '#site/clock.ts'
import { openSiteStore, type SiteStore } from '#site/store/site-store.ts'
import { FakeClock } from './fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

/** A real store in a folder of this test alone, closed when it ends. */
export async function openTestStore(dir = tempDir(), clock: SiteClock = new FakeClock()): Promise<SiteStore> {
  const opened = await openSiteStore({ dir, clock })
  if (!opened.ok) throw new Error(opened.error.sentence)
  onTestFinished(() => opened.value.dispose())
  return opened.value
}
