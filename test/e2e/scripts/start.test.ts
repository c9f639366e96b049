import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-start-test-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: root,
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    child.once('close', (code) => done({ code, stdout, stderr }))
  })
  const said = (words: string) =>
    new Promise<void>((done, reject) => {
      const look = () => {
        if (stdout.includes(words)) done()
      }
      child.stdout.on('data', look)
      look()
      void ended.then(() => reject(new Error(`ended without "${words}":\n${stdout}${stderr}`)))
    })
  return { child, ended, said }
}

/** Processes whose command line names this test's folder. */
function processesOfTest(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return commandLine.includes(folder) ? [commandLine] : []
      } catch {
        return []
      }
    })
}

test('the self-test brings up nine live tiles and says so in one line of JSON', async () => {
  const { code, stdout, stderr } = await start(['--check']).ended
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const last: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(last).toMatchObject({
    check: 'ok',
    tiles: 9,
    liveMs: expect.any(Number),
    parts: {
      setup: expect.any(Number),
      site: expect.any(Number),
      wall: expect.any(Number),
      tiles: expect.any(Number),
    },
  })
})

test('without a media server the self-test ends with exit code 1 and a remedy', async () => {
  const { code, stdout, stderr } = await start(['--check'], { LIVEKIT_SERVER: '/nowhere/livekit-server' })
    .ended
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ LiveKit server.*\/nowhere\/livekit-server.*Correct the variable or remove it/)
  expect(stderr).toMatch(/^It cannot start without: LiveKit server/)
})

test.skipIf(process.platform !== 'linux')('a launcher that is killed leaves nothing running', async () => {
  const { child, ended, said } = start(['--headless', '--data', folder])
  await said('Tessera is running')
  expect(processesOfTest().length).toBeGreaterThanOrEqual(3)
  child.kill('SIGKILL')
  await ended
  await expect.poll(processesOfTest, { timeout: 15_000, interval: 200 }).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'a stopped launcher stops everything and starts again on the same data',
  async () => {
    for (const cameras of ['4', '2']) {
      const { child, ended, said } = start(['--headless', '--data', folder, '--cameras', cameras])
      await said('Tessera is running')
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ code: 0, stderr: '' })
      expect(processesOfTest()).toEqual([])
      expect(existsSync(join(folder, 'launcher.lock'))).toBe(false)
    }
  },
)

test.skipIf(process.platform !== 'linux')('a media server that is killed does not end the wall', async () => {
  const { child, ended, said } = start(['--headless', '--data', folder, '--cameras', '4'])
  await said('Tessera is running')
  const site = readdirSync('/proc').find((name) => {
    try {
      const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return commandLine.includes(folder) && commandLine.includes('livekit.yaml')
    } catch {
      return false
    }
  })
  process.kill(Number(site), 'SIGKILL')
  await Promise.race([wait(1_000), ended])
  expect(child.exitCode).toBeNull()
  child.kill('SIGTERM')
  await ended
})
