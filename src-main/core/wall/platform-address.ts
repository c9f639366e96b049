import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type PlatformAddress, platformAddressSchema } from '#contract/wall/connection.ts'
import { isDowngrade } from '#contract/wall/encryption.ts'

/** The address as it is kept: no slash at its end, no query. User names in it would be sent, logged and shown. */
export function tidyAddress(address: PlatformAddress): Result<PlatformAddress, WallError> {
  const url = URL.parse(address.baseUrl)
  const liveView = address.liveViewUrl === undefined ? undefined : URL.parse(address.liveViewUrl)
  if (url === null || liveView === null)
    return fail(wallError('bad_request', exactMessage('address_unreadable')))
  if (url.username + url.password + (liveView?.username ?? '') + (liveView?.password ?? '') !== '') {
    return fail(wallError('bad_request', exactMessage('address_with_password')))
  }
  if (address.liveViewUrl !== undefined && isDowngrade(address.baseUrl, address.liveViewUrl)) {
    return fail(wallError('bad_request', exactMessage('live_address_must_be_encrypted')))
  }
  return ok({
    ...address,
    baseUrl: url.origin + withoutEndSlashes(url.pathname),
    ...(liveView === undefined ? {} : { liveViewUrl: withoutEnd(liveView) }),
  })
}

/** From the command line: with what is stored for the same platform. */
export function launchAddress(
  text: string,
  liveViewUrl: string | undefined,
  stored: readonly PlatformAddress[],
): Result<PlatformAddress, WallError> {
  const parsed = platformAddressSchema.safeParse({
    baseUrl: text,
    ...(liveViewUrl === undefined ? {} : { liveViewUrl }),
  })
  if (!parsed.success) {
    return fail(wallError('bad_request', exactMessage('start_address_unreadable', { address: text })))
  }
  const tidied = tidyAddress(parsed.data)
  if (!tidied.ok) return tidied
  const known = stored.find(({ baseUrl }) => baseUrl === tidied.value.baseUrl)
  return ok({ ...known, ...tidied.value })
}

function withoutEnd(url: URL): string {
  return `${url.protocol}//${url.host}${withoutEndSlashes(url.pathname)}`
}
