import { MAX_WALL_SALVO_CHARS, MAX_WALL_SALVOS } from '#contract/platform/wall-salvos.ts'
import { fail, ok } from '#contract/result.ts'
import type { SalvoStore } from '../../salvos/salvo-store.ts'
import type { ApiServer } from '../api-server.ts'
import { addCall, done } from '../call-route.ts'
import type { Refusal } from '../refusal.ts'

const unknown: Refusal = { code: 'unknown_salvo', message: 'The organization has no such salvo.' }

/** Assumption 38. */
export function addSalvoRoutes(server: ApiServer, salvos: SalvoStore): void {
  addCall(server, 'listWallSalvos', {
    summary: 'List the salvos that walls share',
    description: `At most ${MAX_WALL_SALVOS} an organization, without their content. version grows with each change.`,
    answer: async ({ principal }) => ok({ items: await salvos.list(principal.orgId) }),
  })
  addCall(server, 'wallSalvo', {
    summary: 'Read a salvo',
    refusals: ['unknown_salvo'],
    answer: async ({ principal, id }) => {
      const number = numberOf(id)
      const found = number && (await salvos.read(principal.orgId, number))
      return found ? ok(found) : fail(unknown)
    },
  })
  addCall(server, 'saveWallSalvo', {
    summary: 'Save a salvo',
    description:
      'Success means that it is on the disk. baseVersion is the version that the change was made of, 0 where there was ' +
      'none; when another one is there by now, nothing is changed: 409 salvo_changed. The same changeId again, after a ' +
      'lost answer, is carried out once. content is kept as it is.',
    refusals: ['unknown_salvo', 'salvo_changed', 'too_many_salvos', 'storage_full'],
    // JSON may escape each character of it.
    maxBodyBytes: 6 * MAX_WALL_SALVO_CHARS,
    answer: ({ principal: { orgId }, id, body: { content, savedBy, ...base } }) => {
      const number = numberOf(id)
      if (number === undefined) return fail(unknown)
      return salvos.change({ orgId, number, ...base, saved: { content, by: savedBy } })
    },
  })
  addCall(server, 'removeWallSalvo', {
    summary: 'Remove a salvo',
    description: 'baseVersion and changeId as when it is saved.',
    refusals: ['unknown_salvo', 'salvo_changed'],
    answer: async ({ principal: { orgId }, id, query }) => {
      const number = numberOf(id)
      if (number === undefined) return fail(unknown)
      const changed = await salvos.change({ orgId, number, ...query })
      return changed.ok ? done : changed
    },
  })
}

function numberOf(id: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(id) ? Number(id) : undefined
}
