import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { AreaLog } from '../log/logger.ts'
import { AddressGuard, type Lookup, lookupAll } from './address-guard.ts'
import { createHttpFetch, type HttpRoute } from './http-fetch.ts'
import { isWithoutProxy, readProxy } from './proxy.ts'

export interface NetworkOptions {
  /** `ca.pem` may lie in it. */
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the names that a platform leads to; left out, the system's. */
  readonly lookup?: Lookup
  readonly log: AreaLog
}

/** How one platform, and what it leads to, is reached. */
export interface PlatformRoutes {
  readonly guard: AddressGuard
  readonly fetch: typeof fetch
  /** For a WebSocket; undefined where a proxy dials, or where the operator has named a host of its own. */
  readonly lookupFor: (address: URL) => LookupFunction | undefined
  dispose(): void
}

/**
 * How main reaches other machines. Node trusts the authorities that came with it and knows no proxy; an installed
 * application cannot be told otherwise by NODE_OPTIONS or NODE_EXTRA_CA_CERTS, because its fuses forbid both.
 */
export class Network {
  /** What was asked for and cannot be had, for the operator. */
  readonly problems: readonly ExactMessage[]
  readonly #ownCertificates: readonly string[]
  readonly #log: AreaLog
  readonly #lookup: Lookup
  /** Never goes directly: who is excepted is decided by `#isProxied` alone. */
  readonly #proxyAgent: https.Agent | undefined
  readonly #noProxy: string
  readonly #agents = new DirectAgents()
  #trustedBefore: readonly string[] | undefined

  constructor({ dataDir, env, log, lookup = lookupAll }: NetworkOptions) {
    this.#log = log
    this.#lookup = lookup
    const problems: ExactMessage[] = []
    const own = readOwnCertificates(join(dataDir, 'ca.pem'))
    this.#ownCertificates = own.ok ? own.value : []
    if (!own.ok) problems.push(own.error)
    if (this.#ownCertificates.length > 0 && !canAddCertificates()) {
      problems.push(exactMessage('certificates_not_added'))
    }
    const proxy = readProxy(env)
    this.#noProxy = (proxy.ok && proxy.value?.noProxy) || ''
    if (!proxy.ok) problems.push(proxy.error)
    else if (proxy.value !== undefined && !canUseProxy()) {
      problems.push(exactMessage('proxy_not_used'))
    } else if (proxy.value !== undefined) {
      const { host, address, noProxy } = proxy.value
      this.#proxyAgent = new https.Agent({ ...keptAlive, proxyEnv: { https_proxy: address } })
      log.info('proxy', { host, except: noProxy })
    }
    for (const { message } of problems) log.error(message)
    this.problems = problems
  }

  /** For what leads nowhere but to the address that was configured. */
  readonly fetch: typeof fetch = createHttpFetch(async (address) => this.#route(address, this.#agents))

  /** For a platform that may lead the wall elsewhere. */
  readonly routesOf = (platform: URL): PlatformRoutes => {
    // Of its own: a connection that was judged for one platform is not taken for another one.
    const agents = new DirectAgents()
    const isProxied = (address: URL) => this.#isProxied(address)
    const guard = new AddressGuard({ platform, lookup: this.#lookup, isProxied })
    return {
      guard,
      fetch: createHttpFetch(async (address) => {
        if (isIP(bareHost(address)) !== 0 || isProxied(address)) await guard.vet(address)
        const route = this.#route(address, agents)
        return isProxied(address) ? route : { ...route, lookup: guard.lookupFor(address) }
      }),
      lookupFor: (address) =>
        address.hostname === platform.hostname && !isProxied(address) ? guard.lookupFor(address) : undefined,
      dispose: () => agents.destroy(),
    }
  }

  /** For a WebSocket to this address; undefined where it goes directly. */
  readonly agentFor = (address: URL): https.Agent | undefined => {
    if (address.protocol === 'wss:') this.#trust()
    return this.#isProxied(address) ? this.#proxyAgent : undefined
  }

  dispose(): void {
    this.#proxyAgent?.destroy()
    this.#agents.destroy()
    if (this.#trustedBefore !== undefined) tls.setDefaultCACertificates(this.#trustedBefore)
  }

  #route(address: URL, agents: DirectAgents): HttpRoute {
    if (address.protocol === 'http:') return { agent: agents.plain }
    this.#trust()
    return { agent: (this.#isProxied(address) ? this.#proxyAgent : undefined) ?? agents.encrypted }
  }

  #isProxied(address: URL): boolean {
    const isEncrypted = address.protocol === 'https:' || address.protocol === 'wss:'
    return isEncrypted && this.#proxyAgent !== undefined && !isWithoutProxy(this.#noProxy, address)
  }

  /** Before the first encrypted connection and not at start: reading a system's store stops main for a tenth of a second. */
  #trust(): void {
    if (this.#trustedBefore !== undefined || !canAddCertificates()) return
    this.#trustedBefore = tls.getCACertificates('default')
    const system = tls.getCACertificates('system')
    tls.setDefaultCACertificates([...new Set([...this.#trustedBefore, ...system, ...this.#ownCertificates])])
    this.#log.info('certificates', { system: system.length, own: this.#ownCertificates.length })
  }
}

/** A server closes what is at rest after five seconds by default, and would close it under the next request. */
const keptAlive = { keepAlive: true, timeout: 4_000 } as const

class DirectAgents {
  readonly plain = new http.Agent(keptAlive)
  readonly encrypted = new https.Agent(keptAlive)

  destroy(): void {
    this.plain.destroy()
    this.encrypted.destroy()
  }
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function canAddCertificates(): boolean {
  return typeof tls.setDefaultCACertificates === 'function'
}

function canUseProxy(): boolean {
  return typeof http.setGlobalProxyFromEnv === 'function'
}

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates (PEM, one or several) of a file that need not be there. */
function readOwnCertificates(path: string): Result<readonly string[], ExactMessage> {
  if (!existsSync(path)) return ok([])
  try {
    const certificates = readFileSync(path, 'utf8').match(pemBlock) ?? []
    if (certificates.length > 0 && certificates.every((pem) => new X509Certificate(pem))) {
      return ok(certificates)
    }
  } catch {
    // Unreadable, or a block that is no certificate: the same to who put the file there.
  }
  return fail(exactMessage('certificates_unreadable'))
}
