import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../conformance/start-site.ts'
import { buildApp } from '../electron/build-app.ts'
import { ElectronApp } from '../electron/electron-app.ts'
import { Screen } from '../electron/screen.ts'
import { findSmokeHost } from '../electron/smoke-host.ts'
import { type Blow, WindowSight } from '../electron/window-sight.ts'
import { footageDir } from '../stand/wall-stand.ts'
import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

const TILES = 9

const p50 = (values: readonly number[]) => quantile(values, 0.5)

/**
 * A page whose renderer is killed beside the same page reloaded by hand: what is over the baseline is noticing, the
 * policy's delay and a new process. Each round is a start of its own, because the policy waits longer after each death.
 */
export async function benchCrash({ quick }: BenchOptions): Promise<BenchResult> {
  const rounds = quick ? 1 : 10
  const host = findSmokeHost()
  if (typeof host === 'string') throw new Error(host)
  const [site, screen, app, dataDir] = await Promise.all([
    startSite({ footageDir }),
    Screen.start(),
    buildApp(host, 'bench'),
    mkdtemp(join(tmpdir(), 'tessera-bench-')),
  ])
  const key = await site.apiKey('bench')
  await site.published(TILES)
  const flags = ['--platform', site.baseUrl, '--live-view-url', site.liveViewUrl, '--layout', String(TILES)]
  const tookMs: Record<Extract<Blow, 'kill' | 'reload'>, number[]> = { kill: [], reload: [] }
  for (let round = 0; round < rounds; round += 1) {
    const running = await ElectronApp.launch({ host, app, screen, dataDir, flags })
    const sight = new WindowSight(running.electron)
    if (round === 0) {
      const kept = await running.page.evaluate(
        (pasted) => window.tessera?.call('keys.set', { key: pasted, protection: 'obfuscated' }),
        key,
      )
      if (kept?.ok !== true) throw new Error(`the key was not kept: ${JSON.stringify(kept)}`)
    }
    await sight.until('LIVE', TILES)
    for (const blow of round % 2 === 0 ? (['reload', 'kill'] as const) : (['kill', 'reload'] as const)) {
      const loadedMs = await sight.struck(blow)
      tookMs[blow].push(loadedMs + (await sight.until('LIVE', TILES)))
    }
    await running.close()
  }
  await screen.dispose()
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
  const rows = printTable([
    rowOf(`renderer killed (baseline: reloaded) → all ${TILES} tiles`, 'ms', tookMs.kill, tookMs.reload),
  ])
  return {
    bench: 'crash',
    rows,
    figures: { backP50Ms: p50(tookMs.kill), backMaxMs: Math.max(...tookMs.kill), kills: rounds },
    baseline: { backP50Ms: p50(tookMs.reload), backMaxMs: Math.max(...tookMs.reload) },
    ratio: { backP50: p50(tookMs.kill) / p50(tookMs.reload) },
  }
}
