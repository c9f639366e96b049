import { expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { MemoryVault } from '#test/unit/main/core/support/memory-vault.ts'
import { OccupancyCredential, occupancySlot } from '#main/core/occupancy/occupancy-credential.ts'
import { memoryLog } from '../support/memory-log.ts'

const platform = 'https://platform.example'

function stand(vault = new MemoryVault()) {
  const { redactor } = memoryLog()
  const changes: string[] = []
  const credential = new OccupancyCredential({
    vault,
    platform,
    mayBeWeak: false,
    redactor,
    platformNowMs: () => 0,
    key: { get: async () => ok('the-api-key'), stored: { protection: 'session' } },
    onChanged: () => changes.push('changed'),
  })
  return { vault, credential, redactor, changes }
}

test('without one of its own the API key is sent', async () => {
  const { credential } = stand()
  expect([credential.isSet, await credential.get()]).toEqual([false, ok('the-api-key')])
})

test('one that was set is kept beside the key under a name of its own, sent instead of it, and in no line of a log', async () => {
  const { vault, credential, redactor, changes } = stand()
  expect(await credential.set('eyJ0.eyJz.c2ln')).toEqual(ok(undefined))
  expect([credential.isSet, await credential.get()]).toEqual([true, ok('eyJ0.eyJz.c2ln')])
  expect(vault.status(platform)).toBeUndefined()
  expect(vault.status(occupancySlot(platform))).toBeDefined()
  expect(redactor.redact('sent eyJ0.eyJz.c2ln')).not.toContain('eyJz')
  expect(await stand(vault).credential.get()).toEqual(ok('eyJ0.eyJz.c2ln'))
  expect(await credential.clear()).toEqual(ok(undefined))
  expect(await credential.get()).toEqual(ok('the-api-key'))
  expect(changes).toHaveLength(2)
})

test.each(['two words', 'line\nbreak', 'Schlüssel'])(
  '%j fits into no header and is refused',
  async (text) => {
    const { credential, changes } = stand()
    expect(await credential.set(text)).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect([credential.isSet, changes]).toEqual([false, []])
  },
)

test('while the vault does not open it, the key is not sent in its place', async () => {
  const vault = new MemoryVault()
  await stand(vault).credential.set('eyJ0.eyJz.c2ln')
  vault.use = async () => fail(wallError('vault_unavailable')) as never
  expect(await stand(vault).credential.get()).toMatchObject({ error: { code: 'vault_unavailable' } })
})
