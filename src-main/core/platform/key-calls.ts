import { ok } from '#contract/result.ts'
import type { PlatformResult } from './failure.ts'
import { camerasOf, type ReadCamera } from './list-answers.ts'
import type { Credential, PlatformExchange } from './platform-exchange.ts'

const MOST_CAMERAS_TRIED = 3

/** What is asked of keys beside their making: section 5 of the interface, assumption 36. */
export function keyCalls(
  exchange: PlatformExchange,
  tryTicket: (cameraId: string, credential: Credential) => Promise<PlatformResult<unknown>>,
) {
  return {
    /**
     * Whether the platform accepts a key that is not in use. The cameras that it opens, or undefined on a platform that
     * lists none, where a ticket for one of these cameras is asked for instead; without any nothing can be tried.
     */
    async tryOut(
      key: string,
      cameraIds: readonly string[],
    ): Promise<PlatformResult<readonly ReadCamera[] | undefined>> {
      const credential = async () => ok(key)
      const listed = await exchange.call('tryKey', { credential }, (answer, { doubt }) =>
        camerasOf(answer, doubt),
      )
      if (listed.ok) return listed
      const { error, platformCode } = listed.error
      // Some platforms answer so to whatever they do not have.
      const maySayNothing =
        error.code === 'key_rejected' && platformCode === undefined && cameraIds.length > 0
      if (!maySayNothing && !['not_found', 'refused'].includes(error.code)) return listed
      let refused: PlatformResult<undefined> = ok(undefined)
      // A list that was typed in may begin with a camera that is not there.
      for (const cameraId of cameraIds.slice(0, MOST_CAMERAS_TRIED)) {
        const ticket = await tryTicket(cameraId, credential)
        if (ticket.ok) return ok(undefined)
        refused = ticket
        // In the words of a key that is new.
        if (ticket.error.error.code === 'key_rejected') return maySayNothing ? listed : ticket
        if (ticket.error.error.code !== 'not_found') return refused
      }
      return refused
    },

    /** Name and end of the key in use, as far as the platform tells. Unreadable where none is marked. */
    own() {
      return exchange.call('listKeys', {}, ({ items }) => {
        const own = items.find(({ isOwn }) => isOwn === true)
        return own && { name: own.name, expiresAtMs: own.expiresAtMs }
      })
    },

    /** Asked with the key in use, or with that key itself. */
    revoke(id: string, credential?: Credential): Promise<PlatformResult<true>> {
      return exchange.call('revokeKey', { id, credential }, () => true as const)
    },
  }
}
