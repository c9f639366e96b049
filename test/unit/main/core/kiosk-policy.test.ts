import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readUnlockChord } from '#main/core/kiosk-policy.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const ownId = process.getuid?.() ?? 0

function policyFile(text: string, mode = 0o644): string {
  const folder = tempDir()
  const file = join(folder, 'kiosk.json')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

const good = '{"unlockChord":"Ctrl+Shift+U"}'

test('the chord of an installer is read', () => {
  expect(readUnlockChord(policyFile(good), ownId)).toEqual({ ok: true, value: 'Ctrl+Shift+U' })
})

test('without a file there is none', () => {
  expect(readUnlockChord('/nowhere/kiosk.json')).toEqual({ ok: true, value: undefined })
})

test.each([
  ['that everybody may write', good, 0o666, ownId],
  ['of somebody else', good, 0o644, ownId + 1],
  ['without a modifier', '{"unlockChord":"U"}', 0o644, ownId],
  ['with a member that nobody knows', '{"unlockChord":"Ctrl+U","x":1}', 0o644, ownId],
  ['that is no JSON', 'Ctrl+U', 0o644, ownId],
  ['that is too large', good.padEnd(5_000), 0o644, ownId],
])('a file %s is refused with a sentence', (_what, text, mode, ownerId) => {
  const file = policyFile(text, mode)
  const read = readUnlockChord(file, ownerId)
  expect(read.ok).toBe(false)
  expect(!read.ok && read.error.message).toMatch(/nothing unlocks this wall\.$/i)
})
