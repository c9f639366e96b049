import { MAX_WALL_SALVO_CHARS, MAX_WALL_SALVOS } from '#contract/platform/wall-salvos.ts'
import type { SalvoStore } from '../../salvos/salvo-store.ts'
import type { ApiServer } from '../api-server.ts'
import { callRoute, principalOf } from '../call-route.ts'
import { type Refusal, refuse } from '../refusal.ts'

const unknown: Refusal = { code: 'unknown_salvo', message: 'The organization has no such salvo.' }

/** Assumption 38. */
export function addSalvoRoutes(server: ApiServer, salvos: SalvoStore): void {
  server.route({
    ...callRoute('listWallSalvos', {
      summary: 'List the salvos that walls share',
      description: `At most ${MAX_WALL_SALVOS} an organization, without their content. version grows with each change.`,
    }),
    handler: (request) => salvos.list(principalOf(request).orgId).then((items) => ({ items })),
  })
  server.route({
    ...callRoute('wallSalvo', { summary: 'Read a salvo', refusals: ['unknown_salvo'] }),
    handler: async (request, reply) => {
      const number = numberOf(request.params.id)
      const found = number && (await salvos.read(principalOf(request).orgId, number))
      return found ? reply.send(found) : refuse(reply, unknown)
    },
  })
  server.route({
    ...callRoute('saveWallSalvo', {
      summary: 'Save a salvo',
      description:
        'Success means that it is on the disk. baseVersion is the version that the change was made of, 0 where there was ' +
        'none; when another one is there by now, nothing is changed: 409 salvo_changed. The same changeId again, after a ' +
        'lost answer, is carried out once. content is kept as it is.',
      refusals: ['unknown_salvo', 'salvo_changed', 'too_many_salvos', 'storage_full'],
      // JSON may escape each character of it.
      maxBodyBytes: 6 * MAX_WALL_SALVO_CHARS,
    }),
    handler: async (request, reply) => {
      const number = numberOf(request.params.id)
      if (number === undefined) return refuse(reply, unknown)
      const { content, savedBy, ...base } = request.body
      const { orgId } = principalOf(request)
      const changed = await salvos.change({ orgId, number, ...base, saved: { content, by: savedBy } })
      return changed.ok ? reply.send(changed.value) : refuse(reply, changed.error)
    },
  })
  server.route({
    ...callRoute('removeWallSalvo', {
      summary: 'Remove a salvo',
      description: 'baseVersion and changeId as when it is saved.',
      refusals: ['unknown_salvo', 'salvo_changed'],
    }),
    handler: async (request, reply) => {
      const number = numberOf(request.params.id)
      if (number === undefined) return refuse(reply, unknown)
      const changed = await salvos.change({ orgId: principalOf(request).orgId, number, ...request.query })
      return changed.ok ? reply.send({ success: true }) : refuse(reply, changed.error)
    },
  })
}

function numberOf(id: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(id) ? Number(id) : undefined
}
