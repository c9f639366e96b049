import type { ListedPlatform } from '#contract/wall/connection.ts'

/** What an operator calls a platform; without a name its host, and its organization where it is listed for one. */
export function platformName({ name, baseUrl, orgId }: ListedPlatform): string {
  if (name !== '') return name
  return orgId === undefined ? hostOf(baseUrl) : `${hostOf(baseUrl)} · ${orgId}`
}

export function hostOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  return host + pathname.replace(/\/$/, '')
}
