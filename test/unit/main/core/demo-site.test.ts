import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DemoSite } from '#main/core/demo-site.ts'
import { systemTimers } from '#main/core/time.ts'

const site = {
  type: 'embedded-site',
  baseUrl: 'http://127.0.0.1:1/v1',
  liveViewUrl: 'ws://127.0.0.1:2',
  account: { email: 'demo@tessera.test', password: 'p', orgId: 'o' },
}

/** A folder with a launcher of these lines. */
function folderWith(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'scripts'))
  writeFileSync(join(folder, 'scripts', 'demo-site.mjs'), script)
  return folder
}

function open(...folders: string[]) {
  const demo = new DemoSite({ folders, dataDir: '/nowhere', env: process.env, timers: systemTimers })
  const said: string[] = []
  return { demo, said, start: () => demo.start((text) => said.push(text)) }
}

test('the site of the first folder that has one is started once, and ends with the wall', async () => {
  const folder = folderWith(`
    process.on('disconnect', () => process.exit(0))
    process.send({ type: 'progress', text: 'sixteen cameras' })
    process.send(${JSON.stringify(site)})`)
  const { demo, said, start } = open('/nowhere', folder)
  expect(await Promise.all([start(), start()])).toEqual([
    { ok: true, value: site },
    { ok: true, value: site },
  ])
  expect(said).toEqual(['sixteen cameras'])
  await demo.dispose()
})

test('without a site it is said where one is looked for', async () => {
  const answer = await open('/nowhere/tessera-site').start()
  expect(!answer.ok && answer.error).toContain('into /nowhere/tessera-site')
})

test('a site that does not start says why, and can be started again', async () => {
  const sentence = 'The port is taken by another program.'
  const { start, said } = open(
    folderWith(`process.send({ type: 'failed', sentence: '${sentence}' })
    process.disconnect()`),
  )
  expect(await start()).toEqual({ ok: false, error: sentence })
  expect(await start()).toEqual({ ok: false, error: sentence })
  expect(said).toEqual([sentence, sentence])
})

test('a site that dies without a word is said to have ended', async () => {
  expect(await open(folderWith('process.exit(3)')).start()).toMatchObject({ ok: false })
})
