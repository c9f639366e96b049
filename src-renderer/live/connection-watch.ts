import type { ConnectionStatus } from '#contract/wall/connection.ts'

/**
 * Tells which of the many connection reports are a reason to try at once: another key, another address, or a
 * platform that answers again. Without this, the report about a failed try would cause the next one.
 */
export class ConnectionWatch {
  #identity: string | undefined
  #reach: ConnectionStatus['reach'] = 'idle'

  isBetter({ source, address, key, reach }: ConnectionStatus): boolean {
    const identity = JSON.stringify([source, address, key.state, key.name, key.orgId, key.expiresAt])
    // The first report too: a page that came up without a key hears of one by it.
    const isOther = this.#identity !== identity
    const isBack = this.#reach === 'failing' && reach === 'ok'
    this.#identity = identity
    this.#reach = reach
    return isOther || isBack
  }
}
