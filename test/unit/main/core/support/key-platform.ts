import type { ServerResponse } from 'node:http'
import { FakePlatform, json, type SeenRequest } from './fake-platform.ts'

interface MadeKey {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly orgId: string
  readonly expiresAt: string
}

/** What goes wrong with one kind of request: it is never answered, before or after it was carried out, or refused. */
export type Fault = 'silent-before' | 'silent-after' | 'refused'
export type Asked = 'make' | 'cameras' | 'list' | 'revoke' | 'ticket'

/** A platform with real keys on loopback: made, listed, revoked, and each other call only for who has one. */
export class KeyPlatform extends FakePlatform {
  readonly keys = new Map<string, MadeKey>()
  readonly faults = new Map<Asked, Fault>()
  cameraIds: readonly string[] = ['cam-1', 'cam-2', 'cam-3']
  /** As on a platform that has only what the interface document has. */
  isBare = false
  mediaUrl = 'ws://127.0.0.1:7880'
  #made = 0
  #waiting: { readonly asked: Asked; readonly reached: () => void }[] = []

  static override async start(): Promise<KeyPlatform> {
    const platform = await FakePlatform.ofTest(new KeyPlatform())
    platform.respondWith((request, response) => platform.#respond(request, response))
    return platform
  }

  accepts(key: string): boolean {
    return this.keys.has(key)
  }

  /** One that nobody made through this wall. */
  issue({ name = 'issued', orgId = 'org-1', lifeInDays = 365 } = {}): string {
    this.#made += 1
    const id = `key-${this.#made}`
    const key = `tsk_${this.url.split(':')[2]}_${this.#made}_0123456789`
    const expiresAt = new Date(Date.now() + lifeInDays * 86_400_000).toISOString()
    this.keys.set(key, { id, key, name, orgId, expiresAt })
    return key
  }

  /** Resolves when the next request of this kind meets its fault. */
  faulted(asked: Asked): Promise<void> {
    return new Promise((reached) => this.#waiting.push({ asked, reached }))
  }

  #respond(request: SeenRequest, response: ServerResponse): void {
    const asked = askedOf(request)
    const fault = asked === undefined ? undefined : this.faults.get(asked)
    if (fault !== 'silent-before' && fault !== 'refused') this.#carryOut(asked, request, response, fault)
    if (fault === 'refused') json(response, 503, { error: { code: 'internal', message: 'no' } })
    if (fault === undefined) return
    const reached = this.#waiting.filter((waiting) => waiting.asked === asked)
    this.#waiting = this.#waiting.filter((waiting) => waiting.asked !== asked)
    for (const waiting of reached) waiting.reached()
  }

  #carryOut(
    asked: Asked | undefined,
    request: SeenRequest,
    response: ServerResponse,
    fault: Fault | undefined,
  ): void {
    const answer = (status: number, body: unknown) => {
      if (fault === undefined) json(response, status, body)
    }
    const unknown = { error: { code: 'unknown_path', message: 'There is nothing here.' } }
    if (asked === 'make') {
      const { name, orgId, expiresIn } = JSON.parse(request.body)
      const made = this.keys.get(this.issue({ name, orgId, lifeInDays: expiresIn / 86_400 }))
      return answer(201, this.isBare ? { data: { apiKey: made?.key } } : made)
    }
    const own = this.keys.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (own === undefined) {
      return answer(401, {
        error: { code: 'invalid_key', message: `Unknown: ${request.headers.authorization}` },
      })
    }
    if (asked === 'ticket') {
      const { cameraId } = JSON.parse(request.body)
      return answer(201, { token: `ticket-${cameraId}-${own.id}`, url: this.mediaUrl })
    }
    if (this.isBare) return answer(404, unknown)
    if (asked === 'cameras') {
      const items = this.cameraIds.map((id, at) => ({ id, name: `${own.orgId} ${id}`, number: at + 1 }))
      return answer(200, { items })
    }
    if (asked === 'list') {
      const items = [...this.keys.values()].map(({ key, ...record }) => ({
        ...record,
        isOwn: key === own.key,
      }))
      return answer(200, { items })
    }
    if (asked !== 'revoke') return answer(404, unknown)
    const id = request.path.split('/').at(-1)
    const revoked = [...this.keys.values()].find((made) => made.id === id)
    if (revoked === undefined) {
      return answer(404, { error: { code: 'unknown_key', message: 'There is no such key.' } })
    }
    this.keys.delete(revoked.key)
    answer(200, { success: true })
  }
}

function askedOf({ method, path }: SeenRequest): Asked | undefined {
  if (path === '/v1/api-key') return 'make'
  if (path === '/v1/cameras') return 'cameras'
  if (path === '/v1/api-keys') return 'list'
  if (path.startsWith('/v1/api-keys/') && method === 'DELETE') return 'revoke'
  return path === '/v1/live-view/participants' ? 'ticket' : undefined
}
