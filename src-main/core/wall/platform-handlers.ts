import type { WallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { StoredPlatform } from '../settings/stored-platforms.ts'
import type { CallHandlers } from '../wall-main.ts'
import type { ActivePlatform } from './active-platform.ts'
import type { CallGuards } from './call-guards.ts'
import type { PlatformLink } from './platform-link.ts'
import { notListed, type PlatformList, platformShown } from './platform-list.ts'

/** The calls that choose the platform of the wall, and its key. */
export function createPlatformHandlers(
  { withLink }: CallGuards,
  platforms: PlatformList,
  active: ActivePlatform,
) {
  const shown = () => active.link?.platform.id

  async function choose(
    platform: Result<StoredPlatform, WallError>,
  ): Promise<Result<ConnectionStatus, WallError>> {
    if (!platform.ok) return platform
    if (platforms.isLeaving(platform.value.id)) return fail(notListed)
    await active.choose(platform.value)
    return ok(active.status)
  }

  function changed(result: Result<undefined, WallError>): Result<ConnectionStatus, WallError> {
    active.publishStatus()
    return result.ok ? ok(active.status) : result
  }

  /** A change of the key of the platform that the wall shows. */
  function ofKey<Input>(change: (on: PlatformLink, input: Input) => Promise<Result<undefined, WallError>>) {
    return withLink(async (on, input: Input) => {
      const result = await change(on, input)
      return result.ok ? ok(active.status) : result
    })
  }

  return {
    'connection.set': ({ from, ...address }) => choose(platforms.place(address, shown(), from)),
    'platforms.add': (platform) => choose(platforms.add(platform)),
    'platforms.use': async ({ id }) => {
      const platform = platforms.find(id)
      if (platform === undefined) return fail(notListed)
      return id === shown() ? ok(active.status) : choose(ok(platform))
    },
    'platforms.rename': async ({ id, name }) => changed(platforms.rename(id, name)),
    'platforms.remove': async ({ id }) =>
      id === shown() ? fail(platformShown) : changed(await platforms.remove(id)),
    'keys.set': ofKey((on, { key, orgId, protection }) => on.keys.set(key, orgId, protection)),
    'keys.create': ofKey((on, { email, password, orgId, name, expiresInDays, protection }) =>
      on.keys.make({ email, password, orgId }, { name, expiresInDays }, protection),
    ),
    'keys.clear': ofKey((on) => on.keys.clear()),
    'keys.lookAgain': async () => {
      await active.lookAgain()
      return ok(active.status)
    },
  } satisfies Partial<CallHandlers>
}
