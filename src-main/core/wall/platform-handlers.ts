import type { WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { CallName } from '#contract/wall/calls.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { StoredPlatform } from '../settings/stored-platforms.ts'
import type { CallHandlers } from '../wall-main.ts'
import type { CallGuards } from './call-guards.ts'
import type { PlatformLink } from './platform-link.ts'
import { notListed, type PlatformList, platformShown } from './platform-list.ts'

type PlatformCall = 'connection.set' | Extract<CallName, `platforms.${string}` | `keys.${string}`>

export interface PlatformHandlerOptions {
  readonly platforms: PlatformList
  /** The one that the wall shows. */
  readonly shown: () => string | undefined
  readonly readStatus: () => ConnectionStatus
  readonly onChange: () => void
  /** Asks anew what the system offers for a key. */
  readonly lookAgain: () => Promise<void>
  /** The wall shows this one from then on. Resolves with what it says first, or after a while. */
  readonly show: (platform: StoredPlatform) => Promise<void>
}

/** The calls that choose the platform of the wall, and its key. */
export function createPlatformHandlers(
  { withRedaction, withLink }: CallGuards,
  { platforms, shown, readStatus, onChange, lookAgain, show }: PlatformHandlerOptions,
): Pick<CallHandlers, PlatformCall> {
  async function choose(
    platform: Result<StoredPlatform, WallError>,
  ): Promise<Result<ConnectionStatus, WallError>> {
    if (!platform.ok) return platform
    if (platforms.isLeaving(platform.value.id)) return fail(notListed)
    await show(platform.value)
    return ok(readStatus())
  }

  function changed(result: Result<undefined, WallError>): Result<ConnectionStatus, WallError> {
    onChange()
    return result.ok ? ok(readStatus()) : result
  }

  /** A change of the key of the platform that the wall shows. */
  function ofKey<Input>(change: (on: PlatformLink, input: Input) => Promise<Result<undefined, WallError>>) {
    return withLink(async (on, input: Input) => {
      const result = await change(on, input)
      return result.ok ? ok(readStatus()) : result
    })
  }

  return {
    'connection.set': withRedaction(({ from, ...address }) =>
      choose(platforms.place(address, shown(), from)),
    ),
    'platforms.add': withRedaction((platform) => choose(platforms.add(platform))),
    'platforms.use': withRedaction(async ({ id }) => {
      const platform = platforms.find(id)
      if (platform === undefined) return fail(notListed)
      return id === shown() ? ok(readStatus()) : choose(ok(platform))
    }),
    'platforms.rename': withRedaction(async ({ id, name }) => changed(platforms.rename(id, name))),
    'platforms.remove': withRedaction(async ({ id }) =>
      id === shown() ? fail(platformShown) : changed(await platforms.remove(id)),
    ),
    'keys.set': ofKey((on, { key, orgId, protection }) => on.keys.set(key, orgId, protection)),
    'keys.create': ofKey((on, { email, password, orgId, name, expiresInDays, protection }) =>
      on.keys.make({ email, password, orgId }, { name, expiresInDays }, protection),
    ),
    'keys.clear': ofKey((on) => on.keys.clear()),
    'keys.lookAgain': withRedaction(async () => {
      await lookAgain()
      return ok(readStatus())
    }),
  }
}
