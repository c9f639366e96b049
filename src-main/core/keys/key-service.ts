import { type WallError, wallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Protection } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import type { ActiveKey } from './active-key.ts'
import { SECONDS_A_DAY } from './defaults.ts'
import { isHeaderSafe } from './is-header-safe.ts'
import { KeyReplacement, type NewKey } from './key-replacement.ts'

export type SignIn = EmbeddedSite['account']

export interface KeyServicePorts {
  readonly active: ActiveKey
  readonly client: Pick<PlatformClient, 'createApiKey' | 'keys'>
  /** Of the platform's entry in the list, where the operator named one. */
  readonly orgId: string | undefined
  /** Ids of the cameras that the key in use opens. */
  readonly cameraIds: () => readonly string[]
  readonly redactor: Redactor
  readonly log: AreaLog
  /** Another key is in use, or none. Resolves when the platform has been asked with it, or after a while. */
  readonly onChanged: () => Promise<void>
  readonly onNotice: (error: WallError) => void
}

/** Everything that is done to the key of one platform, one after another. */
export class KeyService {
  private readonly ports: KeyServicePorts
  private readonly replacement: KeyReplacement
  private isBusy = false

  constructor(ports: KeyServicePorts) {
    this.ports = ports
    this.replacement = new KeyReplacement({ ...ports, calls: ports.client.keys })
  }

  /** One that somebody has pasted. */
  async set(
    key: string,
    orgId: string | undefined,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    if (!isHeaderSafe(key)) {
      return fail(
        wallError(
          'bad_request',
          'This is no key: it contains blanks, line breaks or letters that no key has.',
        ),
      )
    }
    return this.change(orgId, async () => ok({ key, orgId: orgId ?? this.ports.orgId }), choice)
  }

  /** Signs in and keeps the key that is made. The password is in nothing that outlives the call. */
  async make(
    account: SignIn,
    { name, expiresInDays }: { readonly name: string; readonly expiresInDays: number },
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    const { client } = this.ports
    const make = async (): Promise<Result<NewKey, WallError>> => {
      const made = await client.createApiKey({
        ...account,
        name,
        expiresInSeconds: expiresInDays * SECONDS_A_DAY,
      })
      if (!made.ok) return fail(made.error.error)
      const { key, id, expiresAtMs, ...said } = made.value
      return ok({
        key,
        id,
        name: said.name ?? name,
        orgId: said.orgId ?? account.orgId,
        expiresAt: expiresAtMs === undefined ? undefined : new Date(expiresAtMs).toISOString(),
      })
    }
    return this.change(account.orgId, make, choice)
  }

  async clear(): Promise<Result<undefined, WallError>> {
    return this.alone(async () => {
      const cleared = await this.ports.active.clear()
      if (cleared.ok) await this.ports.onChanged()
      return cleared
    })
  }

  /** What is left to do with a key that has been accepted: to give up the one before it, and to learn its end. */
  async settle(): Promise<void> {
    await this.replacement.revokeSuperseded()
    void this.replacement.lookUp()
  }

  private async change(
    orgId: string | undefined,
    make: () => Promise<Result<NewKey, WallError>>,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    const listedFor = this.ports.orgId
    if (listedFor !== undefined && orgId !== undefined && orgId !== listedFor) {
      return fail(
        wallError(
          'bad_request',
          `This platform is listed for organization ${listedFor}. Add ${orgId} as a platform of its own.`,
        ),
      )
    }
    return this.alone(async () => {
      const isInUse = this.ports.active.status().state === 'present'
      const changed = isInUse
        ? await this.replacement.replace(make, choice)
        : await this.keepFirst(make, choice)
      if (changed.ok) {
        await this.ports.onChanged()
        await this.settle()
      }
      return changed
    })
  }

  /** Where no key works there is nothing to lose: one that the platform does not take is told to be rejected. */
  private async keepFirst(
    make: () => Promise<Result<NewKey, WallError>>,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    // Asked first: a platform allows ten keys, and one that cannot be kept would be one of them.
    const storable = await this.ports.active.canStore(choice)
    if (!storable.ok) return storable
    const made = await make()
    if (!made.ok) return made
    const { key, ...meta } = made.value
    return this.ports.active.set(key, meta, choice)
  }

  /** Two operators at two monitors must not replace each other's key. */
  private async alone<Value>(
    run: () => Promise<Result<Value, WallError>>,
  ): Promise<Result<Value, WallError>> {
    if (this.isBusy) {
      return fail(wallError('refused', 'The key of this platform is being changed already. Wait for that.'))
    }
    this.isBusy = true
    try {
      return await run()
    } finally {
      this.isBusy = false
    }
  }
}
